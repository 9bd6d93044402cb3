package plugin

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

// levelNames are the levels as hclog writes them, in JSON and in brackets.
var levelNames = map[string]slog.Level{
	"trace": slog.LevelDebug - 4,
	"debug": slog.LevelDebug,
	"info":  slog.LevelInfo,
	"warn":  slog.LevelWarn,
	"error": slog.LevelError,
}

// levelOf reads the level that a plugin gave a line, and the text without it: a
// line of hclog's JSON, "[WARN] text", or the first line of a Go panic. Any
// other line is debug.
func levelOf(line string) (slog.Level, string) {
	switch {
	case strings.HasPrefix(line, "{"):
		if level, text, ok := jsonLine(line); ok {
			return level, text
		}
	case strings.HasPrefix(line, "["):
		name, text, ok := strings.Cut(line[1:], "]")
		if level, known := levelNames[strings.ToLower(name)]; ok && known {
			return level, strings.TrimSpace(text)
		}
	case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
		return slog.LevelError, line
	}
	return slog.LevelDebug, line
}

func jsonLine(line string) (slog.Level, string, bool) {
	var entry map[string]any
	if json.Unmarshal([]byte(line), &entry) != nil {
		return 0, "", false
	}
	name, _ := entry["@level"].(string)
	text, ok := entry["@message"].(string)
	level, known := levelNames[name]
	if !ok || !known {
		return 0, "", false
	}
	var more []string
	for key, v := range entry {
		if !strings.HasPrefix(key, "@") {
			more = append(more, fmt.Sprintf("%s=%v", key, v))
		}
	}
	slices.Sort(more)
	return level, strings.Join(append([]string{text}, more...), " "), true
}
