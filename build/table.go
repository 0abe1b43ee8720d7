package main

import (
	"fmt"

	"github.com/isofront/isofront/data/command"
)

type tableCmd struct {
	dataFlag
	command.Table
}

func (*tableCmd) Help() string {
	return `Example:

  isofront table --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb*' \
      --baseline 'gb200*' --targets 25,50 --prices-as-of 2026-03-18

Nothing is extrapolated: a target that a series did not reach says so. ~ marks a value
interpolated across a wide or steep gap between two measured points.`
}

func (c *tableCmd) Run(s streams) error {
	q, err := c.Table.Query()
	if err != nil {
		return err
	}
	e, err := c.open(&c.Selection)
	if err != nil {
		return err
	}
	warnings, err := c.Write(s.out, e, &q, 0)
	if err == nil {
		if where := c.elsewhere(e, q); where != "" {
			warnings = append(warnings, where)
		}
	}
	warn(s, "table", warnings)
	return written(s, err)
}

// written words an error of the answer's stream.
func written(s streams, err error) error {
	if c, ok := s.out.(*checked); ok && err != nil && err == c.err {
		return fmt.Errorf("standard output: %w", err)
	}
	return err
}
