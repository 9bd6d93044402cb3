# make demo and make test do everything; see README.md.

GO   ?= go
# The race detector needs a C compiler.
RACE ?= $(shell command -v gcc >/dev/null 2>&1 && echo -race)
LEDGER := plugins/csvledger-example

.PHONY: all build demo test fault-matrix live bench proto lint fuzz clean

all: build

build:
	$(GO) build -o bin/ ./cmd/effectkit
	cd $(LEDGER) && $(GO) build -o ../../bin/effectkit-adapter-csv-ledger .

demo:
	@$(GO) build -o bin/ ./cmd/effectkit ./examples/shop
	@$(GO) run ./examples/demo

# Unit tests, fuzz seeds, the command line, plugin lifecycle, live databases.
test: live
	@scripts/test $(GO) $(RACE)

# Every fault against every face through the whole host, in and out of process.
fault-matrix: live
	@$(GO) run ./internal/faultmatrix

# Installs the servers that the live suites start, where that is possible.
live:
	@scripts/install-live.sh

bench:
	$(GO) run ./internal/bench

proto:
	$(GO) tool -modfile=tools/go.mod buf lint
	$(GO) tool -modfile=tools/go.mod buf generate

lint:
	@out=$$(git ls-files '*.go' | xargs gofmt -l); test -z "$$out" || { echo "gofmt would change:" $$out; exit 1; }
	$(GO) vet ./...
	cd $(LEDGER) && $(GO) vet ./...

# Each fuzz test for FUZZTIME; go test runs their seeds alone.
FUZZTIME ?= 60s
fuzz:
	@scripts/fuzz $(GO) $(FUZZTIME)

clean:
	rm -rf bin
