# The two commands to know: make demo, make test.
# `make help` lists the rest.

# A machine without a home directory still needs somewhere for Go's caches.
ifeq ($(strip $(HOME)),)
export HOME := $(CURDIR)/.cache/home
endif
export CGO_ENABLED ?= 0

GO      ?= go
NICE    ?=
BIN     := bin/steelyard
# The tag keeps a clean checkout's binary the same bytes wherever it is built.
BUILD   := $(GO) build -trimpath -buildvcs=false

# Linter pinned by version: a new release is a change of this line.
GOLANGCI_VERSION := v2.15.0
GOLANGCI         := .cache/bin/golangci-lint-$(GOLANGCI_VERSION)

# Packages whose tests start sandboxes and child processes. They run without the
# race detector: it multiplies the cost of fork and of every page the child
# touches, and what they race on is the kernel, which it cannot see.
PLAIN   := /internal/(sandbox/ns|guest|cli)(/|$$)|/acceptance|/cmd/

.PHONY: help build demo test test-race test-plain vet lint bench acceptance acceptance-long depaware docs clean setup

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install what is missing (as root, by apt), or say what to install
	@scripts/setup test

build: ## build bin/steelyard
	@mkdir -p bin
	$(BUILD) -o $(BIN) ./cmd/steelyard

demo: ## weigh the bundled tasks: honest, wrong and cheating rollouts told apart
	@scripts/setup demo
	@mkdir -p bin
	@$(BUILD) -o $(BIN) ./cmd/steelyard
	@$(BIN) demo

test: ## vet and every unit test
	@scripts/setup test
	@$(MAKE) --no-print-directory vet test-race test-plain

vet:
	@scripts/gofmt
	$(GO) vet ./...
	@scripts/depaware | diff -u docs/depaware.txt - || { echo "the modules in the binary changed: make depaware, and say why in the commit"; exit 1; }

test-race:
	CGO_ENABLED=1 $(GO) test -race -shuffle=on -timeout 8m $$($(GO) list ./... | grep -vE '$(PLAIN)')

# On a machine whose kernel cannot confine anything, in an emulated one.
test-plain:
	@if scripts/can-sandbox; then \
	  set -x; $(GO) test -shuffle=on -timeout 8m $$($(GO) list ./... | grep -E '$(PLAIN)'); \
	else \
	  echo "== this machine's kernel loads no seccomp filter: what starts sandboxes is tested in an emulated machine"; \
	  GO=$(GO) scripts/test-emulated; \
	fi

lint: $(GOLANGCI) ## golangci-lint with .golangci.yml
	$(GOLANGCI) run ./...

$(GOLANGCI):
	@mkdir -p .cache/bin .cache/tmp
	GOBIN=$(CURDIR)/.cache/tmp $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv .cache/tmp/golangci-lint $@

bench: build ## measure DESIGN's speed table against its references; writes docs/benchmarks.md
	@scripts/setup test
	cd bench && $(GO) run . -steelyard ../$(BIN) -out ../docs/benchmarks/speed.json
	$(GO) run ./acceptance render

acceptance: build ## what the releases promise, shown on real data sets (needs ../shared/data)
	@scripts/setup acceptance
	@if scripts/can-sandbox; then \
	  set -x; $(GO) run ./acceptance; \
	else \
	  echo "== this machine's kernel loads no seccomp filter: only what can be shown in an emulated machine is shown"; \
	  $(GO) run ./acceptance -emulated -out .cache/acceptance-emulated.json; \
	fi

acceptance-long: build ## the same at full length: the soak of 200,000 runs and the machine tiers
	@scripts/setup acceptance
	$(GO) run ./acceptance -long

depaware: ## write docs/depaware.txt, the modules inside cmd/steelyard
	@scripts/depaware > docs/depaware.txt

clean: ## remove what was built and cached inside the checkout
	rm -rf bin .cache
