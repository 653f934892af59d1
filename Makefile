# Every target sets itself up: scripts/bootstrap installs the packages that are missing.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
export CMAKE_GENERATOR ?= Ninja
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

CONFIGURE := cmake --log-level=NOTICE -S . -B
BUILD := cmake --build
CONFIGURE_TESTS = scripts/python-tools && $(CONFIGURE) build $(PYTHON_FLAGS) -DACGD_TESTS=ON -DACGD_UNITY=ON -DACGD_SANITIZED=ON \
  -DACGD_WARNINGS_AS_ERRORS=ON
# Some tests wait for a terminal, a clock or a child: more at once than there are cores.
CTEST := ctest --output-on-failure -j $(shell expr $(JOBS) + 2) --test-dir
SOURCES = $(shell find $(wildcard include src app mpi python bench examples tests fuzz) -name '*.hpp' -o -name '*.cpp')
# Debian's own, whatever is first on PATH.
PYTHON ?= /usr/bin/python3
# pybind11 is PyPI's, in the version that python/tools.txt names: Debian's does not know numpy 2.
PYTHON_FLAGS := -DACGD_PYTHON=ON -DPython_EXECUTABLE=$(PYTHON) -Dpybind11_DIR=$$(build/tools/bin/pybind11-config --cmakedir)
# make check-order TIMES=5
TIMES ?= 20
EIGEN = $(patsubst -I%,%,$(shell pkg-config --cflags-only-I eigen3))
# make fuzz FUZZ_TARGETS="npy edges" FUZZ_SECONDS=600
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= 3000
FUZZ_TARGETS ?=
BUILD_FUZZ = $(CONFIGURE) build-fuzz -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DACGD_FUZZ=ON -DACGD_UNITY=ON -DACGD_TOOL=OFF \
  -DACGD_TESTS=OFF -DACGD_INSTALL=OFF && $(BUILD) build-fuzz -j $(JOBS) --target fuzz
PYTHON_SOURCES := python examples/python examples/customers docs/pictures site tests/web
RUFF := RUFF_CACHE_DIR=build/ruff build/tools/bin/ruff
heading = @printf '\n== %s\n' '$(1)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help bootstrap build mpi python wheel site demo bench peers test test-long check-format check-release check-wheel check-order \
        check-sanitized check-threads check-headers check-kills check-dist check-fuzz check-bare fuzz format tidy install clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## install the packages that are missing
	@scripts/bootstrap test

build: ## library and tool, Release, into build/
	@scripts/bootstrap build
	@$(CONFIGURE) build -DACGD_TESTS=OFF -DACGD_BENCH=OFF -DACGD_PYTHON=OFF -DACGD_UNITY=ON
	@$(BUILD) build -j $(JOBS)

mpi: ## the same with Open MPI, for mpirun; make build takes it where it finds it
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

site: python ## pages of docs/ with references and pictures, into build/site; every link is followed
	@scripts/bootstrap site
	@scripts/python-tools site/tools.txt build/site-tools
	@build/site-tools/bin/python site/build.py build

demo: build ## the experiments of the paper, small, with a report in build/demo.html
	@build/acgd reproduce --quick --report build/demo.html

bench: bootstrap ## benchmarks, then acgd beside scikit-learn; BENCH_FLAGS goes to the program
	@scripts/python-tools
	@$(CONFIGURE) build $(PYTHON_FLAGS) -DACGD_BENCH=ON
	@$(BUILD) build -j $(JOBS) --target acgd-bench acgd-bench-readers acgd_python_core
	@build/acgd-bench $(BENCH_FLAGS)
	@PYTHONPATH=build/python $(PYTHON) python/bench/solvers.py
	@OMP_NUM_THREADS=1 PYTHONPATH=build/python $(PYTHON) python/bench/paths.py
	@$(PYTHON) python/bench/readers.py build/acgd-bench-readers
	@$(PYTHON) python/bench/opening.py build/acgd-bench-readers
	@$(BUILD) build -j $(JOBS) --target acgd-tool && $(PYTHON) python/bench/shards.py build/acgd
	@if command -v mpirun > /dev/null; then $(BUILD) build -j $(JOBS) --target acgd-tool acgd_mpi && $(PYTHON) python/bench/scale.py build/acgd && $(PYTHON) python/bench/end_to_end.py build/acgd 1e7; fi

# copt and scikit-surprise come as sources.
peers: python ## acgd beside other solvers, from PyPI: docs/comparison.md; takes minutes, nothing else should be running
	@test -e build/peers/venv || $(PYTHON) -m venv build/peers/venv
	@build/peers/venv/bin/pip install -q --disable-pip-version-check -r python/peers/requirements.txt
	@PYTHONPATH=build/python build/peers/venv/bin/python python/peers/run.py $(PEERS)
	@PYTHONPATH=build/python build/peers/venv/bin/python python/peers/report.py

test: check-format check-release check-wheel check-sanitized check-threads check-headers ## everything a change has to pass
	$(call heading,all checks passed)

test-long: test check-kills check-dist check-fuzz ## the same, and what takes longer: the wheel from nothing but the sdist, fuzzing
	$(call heading,all long checks passed)

check-format: bootstrap ## sources are formatted as .clang-format says, those in Python as ruff says
	$(call heading,format)
	@clang-format --dry-run -Werror $(SOURCES)
	@scripts/python-tools
	@$(RUFF) check -q $(PYTHON_SOURCES)
	@$(RUFF) format -q --check $(PYTHON_SOURCES)

check-release: bootstrap ## unit, install, browser and Python tests, warnings are errors
	$(call heading,tests in release mode)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS)
	@$(CTEST) build

# The library of check-release does for the wheel, too; make check-dist compiles it again. What it is tested beside is
# installed meanwhile, which waits for the network.
check-wheel: bootstrap ## sdist and wheel, and the Python tests with it beside the newest numpy, scipy and scikit-learn
	$(call heading,the wheel)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS) --target acgd acgd_tools acgd-tool
	@tests/package/newest build & scripts/wheel build/wheel -C cmake.define.ACGD_BUILT='$(CURDIR)/build' && wait $$!
	@tests/package/run build build/wheel

check-dist: wheel ## the same of make wheel, which is compiled from the sdist alone; takes minutes
	$(call heading,the wheel from the sdist alone)
	@tests/package/run build build/dist

check-kills: check-release ## ranks that are killed at random moments, 50 times; runs go on from checkpoints
	$(call heading,ranks that are killed)
	@ACGD_KILLS=50 $(CTEST) build -R KilledRank

check-order: check-release ## the same tests TIMES times more, in random order, 8 at once; not in make test
	$(call heading,tests in random order)
	@for time in $$(seq $(TIMES)); do ctest --output-on-failure --schedule-random -j 8 --progress --test-dir build || exit 1; done

check-sanitized: bootstrap ## unit tests under address and undefined sanitizers
	$(call heading,tests under sanitizers)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS) --target acgd_sanitized_tests
	@$(CTEST) build -C Sanitized -R '_tests_acgd_sanitized_'

check-threads: bootstrap ## runs in several threads under the thread sanitizer
	$(call heading,threads under their sanitizer)
	@$(CONFIGURE_TESTS)
	@$(BUILD) build -j $(JOBS) --target acgd_thread_sanitized_tests
	@$(CTEST) build -C Sanitized -R '_tests_acgd_thread_sanitized_'

check-headers: bootstrap ## each public header compiles on its own
	$(call heading,headers on their own)
	@$(CONFIGURE) build -DACGD_TESTS=ON
	@scripts/check-headers build $(CXX) -isystem $(EIGEN)

check-fuzz: bootstrap ## readers and specifications on their corpus and on some thousand more inputs
	$(call heading,fuzzing)
	@$(BUILD_FUZZ)
	@scripts/fuzz runs $(FUZZ_RUNS) $(FUZZ_TARGETS)

check-bare: ## make demo on a Debian that has nothing but make: packages, megabytes, minutes; takes root, debootstrap, not in make test
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
	@find $(wildcard src io problem experiments report mpi cli) -name '*.cpp' | xargs -P $(JOBS) -n 1 clang-tidy -p build-tidy --quiet

install: build ## into PREFIX, /usr/local unless given
	@cmake --install build --prefix '$(PREFIX)'

clean: ## remove what was built
	@rm -rf build build-fuzz build-tidy
