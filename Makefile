# paychain: `make demo` shows it, `make test` proves it. Both begin with what is missing on the machine.

PAYCHAIN := .build/release/paychain
DEMO_STORE := .build/demo.db
# An import that Package.swift does not list is an error: rooms know only the rooms below them.
SWIFT_FLAGS := --explicit-target-dependency-import-check error

# Without shared Swift libraries the program starts in a third of the time, and runs where no Swift is.
ifeq ($(shell uname),Linux)
RELEASE_FLAGS := --static-swift-stdlib
endif

.PHONY: demo test bench bench-quick guard worst growth accuracy browser bench-serve exchange lint build install-dependencies clean

demo: build
	@rm -f $(DEMO_STORE)*
	$(PAYCHAIN) analyze sample-logs --db $(DEMO_STORE)
	@echo
	@order="$$($(PAYCHAIN) orders --stuck --limit 1 --ndjson --db $(DEMO_STORE) | sed -n 's/^{"order":"\([^"]*\)".*/\1/p')"; \
	echo "\$$ paychain order $$order"; \
	$(PAYCHAIN) order "$$order" --db $(DEMO_STORE)
	@echo
	@order="$$($(PAYCHAIN) orders --flow storekit --break iap_receipt_rejected --limit 1 --ndjson --db $(DEMO_STORE) | sed -n 's/^{"order":"\([^"]*\)".*/\1/p')"; \
	echo "\$$ paychain order $$order"; \
	$(PAYCHAIN) order "$$order" --db $(DEMO_STORE)
	@echo
	@echo "\$$ paychain scenarios sample-logs-scenarios"
	@# One scenario of this test run failed, and the exit code says so.
	@$(PAYCHAIN) scenarios sample-logs-scenarios; test $$? -eq 1

test: install-dependencies lint
	swift build --build-tests $(SWIFT_FLAGS)
	swift test --skip-build --disable-xctest

# Beside DuckDB, ClickHouse, polars, gzip and awk, on 0.2 and 2 GB; then look-ups in a store of a million orders. Writes Benchmarks/RESULTS.md.
bench: build
	python3 Benchmarks/bench.py $(PAYCHAIN)

# The same on 20 MB, one turn: whether everything works.
bench-quick: build
	python3 Benchmarks/bench.py $(PAYCHAIN) --quick --results .build/RESULTS-quick.md

# Instructions, allocations and memory against what is normal (Benchmarks/guard.json).
guard: build
	python3 Benchmarks/guard.py $(PAYCHAIN)

# Input at its worst, several GB of it.
worst: build
	python3 Benchmarks/worst.py $(PAYCHAIN)

# 0.2, 2 and 20 GB under --memory 512M, made in place and deleted after.
growth: build
	python3 Benchmarks/growth.py $(PAYCHAIN)

# Twenty worlds of 2,000 orders, whole and cut, against their truth.
accuracy: build
	python3 Benchmarks/accuracy.py $(PAYCHAIN)

# Every page of `paychain serve` in headless Chromium: phone and desk, light and dark, zh and en. Needs chromium and chromedriver.
browser: build
	python3 Benchmarks/browser.py $(PAYCHAIN)

# What `paychain serve` can take over a million orders. Needs wrk; nginx for the comparison.
bench-serve: build
	python3 Benchmarks/serve.py $(PAYCHAIN)

# What `paychain export` writes, read by pm4py and by OpenTelemetry's own definitions, from PyPI.
exchange: build
	python3 Benchmarks/exchange.py $(PAYCHAIN)

lint:
	swift format lint --strict -r -p Sources Tests Package.swift

build: install-dependencies
	swift build -c release $(SWIFT_FLAGS) $(RELEASE_FLAGS) --product paychain

install-dependencies:
	@tools/install-dependencies

clean:
	swift package clean
