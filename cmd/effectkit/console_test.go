package main

import "testing"

func TestWhatAPersonIsShown(t *testing.T) {
	tests := []struct {
		name         string
		env          map[string]string
		tty          bool
		colour, live bool
	}{
		{"a terminal", map[string]string{"TERM": "xterm"}, true, true, true},
		{"no terminal", map[string]string{"TERM": "xterm"}, false, false, false},
		{"a dumb terminal", map[string]string{"TERM": "dumb"}, true, false, false},
		{"no TERM", nil, true, false, false},
		{"NO_COLOR", map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, true, false, true},
		{"an empty NO_COLOR asks for nothing", map[string]string{"TERM": "xterm", "NO_COLOR": ""}, true, true, true},
		{"CI", map[string]string{"TERM": "xterm", "CI": "true"}, true, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &console{errTTY: tt.tty, env: func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok }}
			if got := c.colour(c.errTTY); got != tt.colour {
				t.Errorf("colour = %v", got)
			}
			if got := c.live(); got != tt.live {
				t.Errorf("live = %v", got)
			}
		})
	}
}
