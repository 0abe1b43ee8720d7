package website

import (
	"context"
	"fmt"
	"os"
)

// CompileTests compiles the tests of a package, such as "./core/iso", of the
// source tree at root ("" finds it) with TinyGo, to a WASI command in the file out.
//
// It does not optimise: that takes four times as long for a test's libraries,
// and what the optimised modules answer has tests of its own.
func CompileTests(ctx context.Context, root, pkg, out string) error {
	tool, err := findToolchain(ctx, root)
	if err != nil {
		return err
	}
	t, err := findTinygo(ctx, tool.root)
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	dir, err := os.MkdirTemp("", "isofront-target-")
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	defer os.RemoveAll(dir)
	target, err := t.target(tool.root, "test", dir)
	if err != nil {
		return fmt.Errorf("website: tinygo: %w", err)
	}
	env := []string{"GOFLAGS=", "GOWORK=off"}
	if _, err := run(ctx, tool.root, env, t.path, "test", "-c", "-target="+target, "-opt=0", "-no-debug", "-o", out, pkg); err != nil {
		return fmt.Errorf("website: compiling the tests of %s with TinyGo: %w", pkg, err)
	}
	return nil
}
