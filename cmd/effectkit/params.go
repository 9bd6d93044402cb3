package main

import (
	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/effect"
)

// paramFlags are the governed values of a run.
type paramFlags struct {
	pairs []string
	file  string
}

func (f *paramFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.pairs, "param", nil, "value of a parameter, as name=value; may be repeated")
	cmd.Flags().StringVar(&f.file, "params-file", "", "YAML or JSON file of parameters; --param wins")
}

// load reads them. A broken pair is a mistake of the command line, a broken
// file one of the file.
func (f *paramFlags) load(c *console) (effect.Params, error) {
	params := effect.Params{}
	if f.file != "" {
		text, err := files.Read(f.file, c.in)
		if err != nil {
			return nil, exit.With(exit.BadFile, err)
		}
		if params, err = effect.ParseParams(f.file, text); err != nil {
			return nil, exit.With(exit.BadFile, err)
		}
	}
	pairs, err := effect.ParseParamPairs(f.pairs)
	if err != nil {
		return nil, exit.With(exit.Usage, err)
	}
	return params.With(pairs), nil
}
