# Everything is one command: each goal installs what is missing first (scripts/setup) and builds what it needs.
# Written for GNU make 3.81 and later.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

pipeline := .build/release/pipeline
sources := Sources Tests Fuzz Package.swift

# The release binary carries Swift's runtime and the C++ library with it: loading libstdc++ and libgcc costs 1.4 ms at
# each start. The linker takes an archive where the first folder that has the library holds no shared one.
static_folder := .build/static
ifeq ($(shell uname -s),Linux)
release_flags := --static-swift-stdlib -Xswiftc '-L$(CURDIR)/$(static_folder)' -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif

.PHONY: help demo test test-tsan test-asan fuzz build deb check-deb install uninstall format lint record bench clean setup static-libraries

help: ## this list
	@printf 'make GOAL, where GOAL is one of\n\n'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1	\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14
	@printf '\nPREFIX (%s) and DESTDIR say where `make install` puts it.\n' '$(PREFIX)'

demo: build ## build, then run the upload pipeline against its own mock server
	$(pipeline) run pipelines/upload.yaml --mock

test: ## every test; schema, JUnit reports and deploy/ by independent validators; the HTML report in a browser
	@scripts/setup test
	$(SWIFT) test --disable-xctest
	scripts/check-schema
	scripts/check-junit
	scripts/check-deploy
	scripts/test-report

test-tsan: ## every test under the thread sanitizer
	@scripts/setup test
	scripts/test-tsan

test-asan: ## every test under the address sanitizer
	@scripts/setup test
	LSAN_OPTIONS='suppressions=$(CURDIR)/Tests/Support/leaks.supp:print_suppressions=0' \
	  $(SWIFT) test --disable-xctest --sanitize address --scratch-path .build/asan

fuzz: setup ## an hour of fuzzing YAML, JSON and templates; FUZZ_SECONDS sets another time
	scripts/fuzz

build: setup static-libraries ## the release binary: .build/release/pipeline
	$(SWIFT) build -c release --product pipeline $(release_flags)

install: build ## put the binary into PREFIX/bin
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(pipeline) '$(DESTDIR)$(PREFIX)/bin/pipeline'

deb: build ## a Debian package of it: binary, manual page, completions
	scripts/deb $(pipeline)

check-deb: deb ## install that package in a bare Debian, run it there, and take it away (needs root and debootstrap)
	scripts/check-deb

uninstall: ## take it away again
	rm -f '$(DESTDIR)$(PREFIX)/bin/pipeline'

format: ## rewrite the sources as .swift-format says
	$(SWIFT) format --in-place --recursive --parallel $(sources)

lint: setup ## the sources' form, and that no target imports against the ladder
	$(SWIFT) format lint --strict --recursive --parallel $(sources)
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

record: ## write the golden files anew from what the program does now, for you to read in the diff
	@scripts/setup test
	RECORD_SNAPSHOTS=1 $(SWIFT) test --disable-xctest --filter GoldenTests || true
	git status --short Tests/Golden

bench: build ## what the streams cost in hops, the workloads of Benchmarks/ beside curl and jq, checks of big files
	@scripts/setup bench
	$(SWIFT) build -c release --product streams-benchmark $(release_flags)
	.build/release/streams-benchmark
	Benchmarks/run --pipeline $(pipeline)
	Benchmarks/check --pipeline $(pipeline)

clean: ## remove all that was built
	rm -rf .build

setup:
	@scripts/setup

static-libraries:
	@mkdir -p $(static_folder)
	@archive=$$(c++ -print-file-name=libstdc++.a 2>/dev/null) && test -f "$$archive" \
	  && ln -sf "$$archive" $(static_folder)/libstdc++.a || true
