package faultserver

// Fault is one thing that goes wrong, as data.
type Fault struct {
	Name string `yaml:"fault"`
	// About says in one sentence what goes wrong.
	About string `yaml:"about"`
	// Screen is what the actor's screen shows after the write.
	Screen Screen `yaml:"screen"`
	Client Client `yaml:"client"`
	Answer Answer `yaml:"answer"`
	// Steps are what a write that the back end takes does to the store. A write
	// that it does not take does nothing.
	Steps []Step `yaml:"steps"`
	// Meanwhile are what others do to the store at that time, whether or not the
	// write is taken; at_ms counts from the end of the actor's last post.
	Meanwhile []Step `yaml:"meanwhile"`
	// Over are the faults whose steps, client and answer this one is tried with
	// in turn, where it has a transport's fault alone.
	Over []string `yaml:"over"`
	// Passages stand between the records and their reader.
	Passages []Passage `yaml:"passages"`
	Paging   Paging    `yaml:"paging"`
	// Faces are those that the fault applies to; empty is all.
	Faces []string `yaml:"faces"`
	// Hidden says that no reader of this face could see the whole truth, so
	// that halting on a write that is right is no over-halt.
	Hidden bool `yaml:"hidden"`
	// Unprivileged says that the fault is none for a reader that runs as root.
	Unprivileged bool `yaml:"unprivileged"`
	// Section has further keys of the deployment's section, by face.
	Section map[string]map[string]any `yaml:"section"`
	// Grounds are those that may lead a verdict, by the contract's name or for
	// "all"; empty leaves it to the scores.
	Grounds map[string][]string `yaml:"grounds"`
}

// Screen is what an actor's screen shows.
type Screen string

// The screens.
const (
	Saved  Screen = "saved"
	Failed Screen = "error"
)

// Client is how the actor sends its write.
type Client struct {
	// Posts is how often; 0 is once.
	Posts int `yaml:"posts"`
	// Keyed says that the back end knows the key of a write and takes it once.
	Keyed bool `yaml:"keyed"`
}

// Answer is what the back end answers a write with.
type Answer struct {
	// Status is that of the answer; 0 is 200. From 400 on nothing is stored.
	Status int `yaml:"status"`
	// HangMS is how long it keeps the client waiting before it hangs up without
	// an answer; 0 answers.
	HangMS int `yaml:"hang_ms"`
}

// Step is one thing that a write does to the store, so many milliseconds after
// it.
type Step struct {
	AtMS int `yaml:"at_ms"`
	// Op is insert, update, delete, rename_column, move_away or restore_copy; for
	// a folder deliver, complete, remove, deny_root, remove_root or replace_root.
	Op string `yaml:"op"`
	// Table is observations where it is empty, or main for a folder.
	Table string `yaml:"table"`
	// Of names the row of an update or delete: "ours" is the last that was
	// inserted like ours, others are rows of the seed. In an insert it is the
	// row whose identity the new one takes.
	Of string `yaml:"of"`
	// Like is the row that an insert starts from: "ours", or none.
	Like string `yaml:"like"`
	// Row are the fields that are set, nil for null.
	Row Row `yaml:"row"`
	// Times and EveryMS repeat the step; 0 is once. "{n}" in a text of Row is
	// the number of the repetition.
	Times   int `yaml:"times"`
	EveryMS int `yaml:"every_ms"`
	// Faces are those that see the step; empty is all.
	Faces []string `yaml:"faces"`
}

// Row is one row: nil, int64 or string by column.
type Row map[string]any

// Paging is how the HTTP faces cut a list into pages.
type Paging struct {
	// Style is that of the REST face: link, next, cursor, offset, or mute for
	// one that says nothing of a next page. The FHIR face has next links and the GraphQL face cursors whatever it is.
	Style string `yaml:"style"`
	// Size of a page; 0 is one page for all.
	Size int `yaml:"size"`
	// NewestFirst lists the last row first, so that an insert shifts all pages.
	NewestFirst bool `yaml:"newest_first"`
}
