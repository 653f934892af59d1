"""acgd beside other solvers: python3 python/peers/run.py [PROBLEM ...].

Measures the problems, one after the other, and keeps what it finds in results.json beside this
file; report.py makes docs/comparison.md of that.
"""

import importlib.metadata
import json
import os
import platform
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("NUMBA_NUM_THREADS", "1")
os.environ.setdefault("RAYON_NUM_THREADS", "1")

import assignment
import bounds
import completion
import glmnet
import harness
import lasso
import logistic
import penalties
import portfolio
import transport

import acgd

RESULTS = Path(__file__).parent / "results.json"
PROBLEMS = {
    "lasso": lasso.few,
    "lasso-many": lasso.many,
    "wide": lasso.wide,
    "logistic": logistic.problem,
    "portfolio": portfolio.problem,
    "bounds": bounds.easy,
    "bounds-correlated": bounds.correlated,
    "transport": transport.plain,
    "smooth-transport": transport.smooth,
    "assignment": assignment.problem,
    "completion": completion.problem,
    **penalties.settings(),
    "elastic-net": penalties.elastic_net,
    "non-negative": penalties.non_negative,
    "slope": penalties.slope,
    "groups": penalties.groups,
    "sparse": penalties.sparse,
    "path": penalties.path,
}
PACKAGES = ["numpy", "scipy", "scikit-learn", "celer", "skglm", "copt", "cvxpy", "clarabel", "osqp"]
PACKAGES += ["POT", "scikit-surprise", "sortedl1"]


def versions():
    names = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    names += f", glmnet {glmnet.version()}" if glmnet.version() else ""
    return f"acgd {acgd.__version__}, Python {platform.python_version()}, {names}"


def measure(name):
    problem = PROBLEMS[name]()
    print(f'{name}: {problem.sentence} (make peers PEERS="{name}")', flush=True)
    summary = harness.summarize(problem, harness.measure(problem))
    for solver, reached in summary["reached"].items():
        seconds, error = summary["curves"][solver][-1]
        times = ", ".join("-" if t is None else f"{t:.3g} s" for t in reached)
        print(f"  {solver:30} {times}; at last {error:.1e} in {seconds:.3g} s", flush=True)
    return summary


def main(names):
    unknown = set(names) - set(PROBLEMS)
    if unknown:
        sys.exit(f"PEERS = {' '.join(unknown)}: must be some of {', '.join(PROBLEMS)}")
    print(versions())
    for name in names or PROBLEMS:
        summary = measure(name)
        known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        known[name] = summary
        results = {each: known[each] for each in PROBLEMS if each in known}
        RESULTS.write_text(json.dumps({"versions": versions(), **results}, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
