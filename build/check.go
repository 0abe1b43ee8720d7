package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/pack"
)

type checkCmd struct {
	Path string `arg:"" help:"A packed file, a folder of them, or a site." name:"path"`
}

func (*checkCmd) Help() string {
	return `Example:

  isofront check dist/site

A site is checked file by file against its manifest, then its links, its bundles and its sizes
against the budget. It exits with 1 when anything is wrong.`
}

func (c *checkCmd) Run(s streams) error {
	info, err := os.Stat(c.Path)
	if err != nil {
		return plain(err)
	}
	if !info.IsDir() {
		b, err := readFile(c.Path)
		if err != nil {
			return err
		}
		if err := openAny(b); err != nil {
			return fmt.Errorf("%s: %w", c.Path, plain(err))
		}
		if err := nameFits(c.Path, b); err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s: valid\n", c.Path)
		return nil
	}
	if _, err := os.Stat(filepath.Join(c.Path, website.ManifestName)); err == nil {
		return c.site(s)
	}
	index, err := pack.FindIndex(c.Path)
	if err != nil {
		return plain(err)
	}
	problems, err := checkFolder(index)
	if err != nil {
		return err
	}
	return c.report(s, problems)
}

func (c *checkCmd) site(s streams) error {
	f, err := website.Check(c.Path)
	if err != nil {
		return plain(err)
	}
	if err := f.Write(s.out); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	if n := len(f.Errors); n > 0 {
		return fmt.Errorf("%s: %s", c.Path, count(n, "error"))
	}
	fmt.Fprintf(s.out, "%s: valid\n", c.Path)
	return nil
}

func (c *checkCmd) report(s streams, problems []string) error {
	if len(problems) == 0 {
		fmt.Fprintf(s.out, "%s: valid\n", c.Path)
		return nil
	}
	for _, p := range problems[1:] {
		fmt.Fprintf(s.err, "isofront: check: %s\n", p)
	}
	return fmt.Errorf("%s", problems[0])
}

// checkFolder opens every bundle that an index lists and compares its hash.
func checkFolder(index string) (problems []string, err error) {
	b, err := readFile(index)
	if err != nil {
		return nil, err
	}
	_, x, _, err := data.OpenFile(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", index, plain(err))
	}
	if x == nil {
		return nil, fmt.Errorf("%s: holds operating points, not an index", index)
	}
	if err := nameFits(index, b); err != nil {
		problems = append(problems, err.Error())
	}
	for _, ref := range x.Bundles {
		path := filepath.Join(filepath.Dir(index), ref.File)
		b, err := readFile(path)
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		_, _, bundle, err := data.OpenFile(b)
		switch {
		case err != nil:
			problems = append(problems, fmt.Sprintf("%s: %v", path, plain(err)))
		case bundle == nil:
			problems = append(problems, path+": holds an index, not operating points")
		case !reflect.DeepEqual(data.Describe(bundle, ref.File), ref):
			problems = append(problems, path+": is not the bundle that the index describes")
		default:
			if err := nameFits(path, b); err != nil {
				problems = append(problems, err.Error())
			}
		}
	}
	for _, ref := range x.Requests {
		path := filepath.Join(filepath.Dir(index), ref.File)
		b, err := readFile(path)
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		set, err := data.OpenRequests(b)
		switch {
		case err != nil:
			problems = append(problems, fmt.Sprintf("%s: %v", path, plain(err)))
		case set.SHA256() != ref.SHA256:
			problems = append(problems, path+": is not the bundle that the index names")
		default:
			if err := nameFits(path, b); err != nil {
				problems = append(problems, err.Error())
			}
		}
	}
	return problems, nil
}

// nameFits compares the hash in the name of a packed file with its content: a
// file under the name of another would be served for it.
func nameFits(path string, content []byte) error {
	said, ok := pack.HashInName(filepath.Base(path))
	if !ok {
		return nil
	}
	sum := sha256.Sum256(content)
	if is := hex.EncodeToString(sum[:]); !strings.HasPrefix(is, said) {
		return fmt.Errorf("%s: its name says %s, its content is %s", path, said, is[:len(said)])
	}
	return nil
}

// openAny opens a packed file of any kind.
func openAny(b []byte) error {
	kind, err := data.KindOf(b)
	if err != nil {
		return err
	}
	if kind == data.KindRequests {
		_, err = data.OpenRequests(b)
	} else {
		_, _, _, err = data.OpenFile(b)
	}
	return err
}
