# Every target installs missing packages by scripts/bootstrap.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
export CMAKE_GENERATOR ?= Ninja
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

CONFIGURE := cmake --log-level=NOTICE -S . -B
BUILD := cmake --build
CONFIGURE_TESTS = scripts/python-tools && $(CONFIGURE) build $(PYTHON_FLAGS) -DACGD_TESTS=ON -DACGD_UNITY=ON -DACGD_SANITIZED=ON \
  -DACGD_WARNINGS_AS_ERRORS=ON
# Some tests wait for a terminal, a clock or a child process: run more tests than cores.
CTEST := ctest --output-on-failure -j $(shell expr $(JOBS) + 2) --test-dir
SOURCES = $(shell find $(wildcard include src app mpi python bench examples tests fuzz) -name '*.hpp' -o -name '*.cpp')
# Debian's python3, regardless of PATH.
PYTHON ?= /usr/bin/python3
# pybind11 from PyPI, in the version of python/tools.txt: Debian's does not support numpy 2.
PYTHON_FLAGS := -DACGD_PYTHON=ON -DPython_EXECUTABLE=$(PYTHON) -Dpybind11_DIR=$$(build/tools/bin/pybind11-config --cmakedir)
# make check-order TIMES=20
TIMES ?= 1
# make fuzz FUZZ_TARGETS="npy edges" FUZZ_SECONDS=600
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= 3000
FUZZ_TARGETS ?=
BUILD_FUZZ = $(CONFIGURE) build-fuzz -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DACGD_FUZZ=ON -DACGD_UNITY=ON -DACGD_TOOL=OFF \
  -DACGD_TESTS=OFF -DACGD_INSTALL=OFF && $(BUILD) build-fuzz -j $(JOBS) --target fuzz
PYTHON_SOURCES := python bench/benchopt examples/python examples/customers docs/pictures site tests/web
RUFF := RUFF_CACHE_DIR=build/ruff build/tools/bin/ruff
heading = @printf '\n== %s\n' '$(1)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help bootstrap build mpi python wheel site demo bench peers benchopt test test-all check-format check-release check-order check-sanitized \
        check-threads check-headers check-wheel check-fuzz check-bare fuzz format tidy install clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## install missing packages
	@scripts/bootstrap test

build: ## library and tool, Release, into build/
	@scripts/bootstrap build
	@$(CONFIGURE) build -DACGD_TESTS=OFF -DACGD_BENCH=OFF -DACGD_PYTHON=OFF -DACGD_UNITY=ON
	@$(BUILD) build -j $(JOBS)

mpi: ## the same with Open MPI, for mpirun; make build uses MPI if it is installed
	@scripts/bootstrap mpi
	@$(CONFIGURE) build -DACGD_MPI=ON -DACGD_TESTS=OFF -DACGD_BENCH=OFF -DACGD_PYTHON=OFF -DACGD_UNITY=ON
	@$(BUILD) build -j $(JOBS)
	@test -e build/libacgd_mpi.so || { echo 'make mpi: CMake has found no MPI' >&2; exit 1; }

python: ## the Python package, into build/python
	@scripts/bootstrap python
	@scripts/python-tools
	@$(CONFIGURE) build $(PYTHON_FLAGS) -DACGD_TESTS=OFF -DACGD_BENCH=OFF -DACGD_UNITY=ON
	@$(BUILD) build -j $(JOBS)

wheel: ## sdist and wheel of the Python package, for Debian's python3, into build/dist
	@scripts/bootstrap python
	@scripts/wheel build/dist
	@ls build/dist

site: python ## pages of docs/ with references and pictures, into build/site; checks all links
	@scripts/bootstrap site
	@scripts/python-tools site/tools.txt build/site-tools
	@build/site-tools/bin/python site/build.py build

demo: build ## the experiments of the paper, small, with a report in build/demo.html
	@build/acgd reproduce --quick --report build/demo.html

bench: bootstrap ## benchmarks, then a comparison with scikit-learn; BENCH_FLAGS is passed to the program
	@scripts/python-tools
	@$(CONFIGURE) build $(PYTHON_FLAGS) -DACGD_BENCH=ON
	@$(BUILD) build -j $(JOBS) --target acgd-bench acgd-bench-readers acgd_python_core
	@build/acgd-bench $(BENCH_FLAGS)
	@PYTHONPATH=build/python $(PYTHON) python/bench/solvers.py
	@OMP_NUM_THREADS=1 PYTHONPATH=build/python $(PYTHON) python/bench/paths.py
	@$(PYTHON) python/bench/readers.py build/acgd-bench-readers
	@$(PYTHON) python/bench/opening.py build/acgd-bench-readers
	@$(BUILD) build -j $(JOBS) --target acgd-tool && $(PYTHON) python/bench/blocks.py build/acgd
	@if command -v mpirun > /dev/null; then $(BUILD) build -j $(JOBS) --target acgd-tool acgd_mpi && $(PYTHON) python/bench/scale.py build/acgd && $(PYTHON) python/bench/end_to_end.py build/acgd 1e7; fi

# copt and scikit-surprise are source distributions.
peers: python ## comparison with other solvers from PyPI: docs/comparison.md; takes minutes on an idle machine
	@test -e build/peers/venv || $(PYTHON) -m venv build/peers/venv
	@build/peers/venv/bin/pip install -q --disable-pip-version-check -r python/peers/requirements.txt
	@PYTHONPATH=build/python build/peers/venv/bin/python python/peers/run.py $(PEERS)
	@PYTHONPATH=build/python build/peers/venv/bin/python python/peers/report.py

benchopt: python ## run the solver files of bench/benchopt in benchopt, from PyPI, on a small objective
	@test -e build/benchopt || $(PYTHON) -m venv build/benchopt
	@build/benchopt/bin/pip install -q --disable-pip-version-check -r bench/benchopt/requirements.txt
	@PYTHONPATH=build/python build/benchopt/bin/python bench/benchopt/check.py

# make test-all goes on from the folder that make test has built.
test: check-format check-release ## what a user gets, built and tested; for every change
	$(call heading,all checks passed)

test-all: check-order check-sanitized check-threads check-headers check-wheel check-fuzz ## the rest: sanitizers, more ranks, kills, browser, wheel, fuzzing
	$(call heading,all further checks passed)

check-format: bootstrap ## sources are formatted by clang-format and ruff
	$(call heading,format)
	@printf '%s\n' $(SOURCES) | xargs -P $(JOBS) -n 100 clang-format --dry-run -Werror
	@scripts/python-tools
	@$(RUFF) check -q $(PYTHON_SOURCES)
	@$(RUFF) format -q --check $(PYTHON_SOURCES)

check-release: bootstrap ## tests of the library, the tool, Python and the docs, warnings are errors
	$(call heading,tests in release mode)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS)
	@scripts/unless-passed tests $(CTEST) build --label-exclude long

check-order: bootstrap ## the same at full length, in random order, with 3, 4 and 8 ranks, kills, the browser and installed libraries
	$(call heading,all tests in random order)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS)
	@for time in $$(seq $(TIMES)); do ACGD_THOROUGH=1 $(CTEST) build --schedule-random || exit 1; done

# The packages for its tests are installed meanwhile.
check-wheel: bootstrap ## sdist, the wheel from it, and the Python tests with the newest numpy, scipy and scikit-learn
	$(call heading,the wheel)
	@scripts/python-tools
	@tests/package/newest build & scripts/wheel build/dist && wait $$!
	@tests/package/run build build/dist

check-sanitized: bootstrap ## unit and stress tests under address and undefined sanitizers
	$(call heading,tests under sanitizers)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS) --target acgd_sanitized_tests
	@$(CTEST) build -C Sanitized -R '_tests_acgd_sanitized_'

check-threads: bootstrap ## multithreaded runs under the thread sanitizer
	$(call heading,threads under their sanitizer)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS) --target acgd_thread_sanitized_tests
	@$(CTEST) build -C Sanitized -R '_tests_acgd_thread_sanitized_'

check-headers: bootstrap ## each public header compiles alone
	$(call heading,headers on their own)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS) --target all_verify_interface_header_sets

check-fuzz: bootstrap ## fuzzes readers and specifications on their corpus and some thousand further inputs
	$(call heading,fuzzing)
	@$(BUILD_FUZZ)
	@scripts/fuzz runs $(FUZZ_RUNS) $(FUZZ_TARGETS)

check-bare: ## make demo on a minimal Debian: packages, megabytes, minutes; needs root and debootstrap; not in make test-all
	@scripts/check-bare

fuzz: bootstrap ## the same on new inputs, FUZZ_SECONDS for each target
	@$(BUILD_FUZZ)
	@scripts/fuzz seconds $(FUZZ_SECONDS) $(FUZZ_TARGETS)

format: bootstrap ## format the sources in place
	@clang-format -i $(SOURCES)
	@scripts/python-tools
	@$(RUFF) check -q --fix $(PYTHON_SOURCES)
	@$(RUFF) format -q $(PYTHON_SOURCES)

tidy: bootstrap ## clang-tidy over the library and the tool; takes minutes
	@$(CONFIGURE) build-tidy -DACGD_TESTS=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
	@find $(wildcard src app mpi) -name '*.cpp' | xargs -P $(JOBS) -n 1 clang-tidy -p build-tidy --quiet

install: build ## into PREFIX; default: /usr/local
	@cmake --install build --prefix '$(PREFIX)'

clean: ## remove build products
	@rm -rf build build-fuzz build-tidy
