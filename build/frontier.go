package main

import "github.com/isofront/isofront/data/command"

type frontierCmd struct {
	dataFlag
	command.Frontier
}

func (*frontierCmd) Help() string {
	return `Example:

  isofront frontier --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb300*'

A knot is an operating point that no other point of its series beats in both speed and
throughput; of points with equal speed and throughput one stands for all. The CSV holds every
figure of the knots and can be packed again.`
}

func (c *frontierCmd) Run(s streams) error {
	q, err := c.Frontier.Query()
	if err != nil {
		return err
	}
	e, err := c.open(&c.Selection)
	if err != nil {
		return err
	}
	warnings, err := c.Write(s.out, e, &q, 0)
	warn(s, "frontier", warnings)
	return written(s, err)
}
