"""acgd beside other solvers: python3 python/peers/run.py [PROBLEM ...] [--to FOLDER].

Measures the problems, one after the other, and writes a file for each into the folder
(build/peers unless another is given); report.py makes docs/comparison.md of them.
"""

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parent))

import assignment
import bounds
import completion
import harness
import lasso
import logistic
import portfolio
import transport

PROBLEMS = {
    "lasso": lasso.problem,
    "wide": lasso.wide,
    "logistic": logistic.problem,
    "portfolio": portfolio.problem,
    "bounds": bounds.problem,
    "transport": transport.plain,
    "smooth-transport": transport.smooth,
    "assignment": assignment.problem,
    "completion": completion.problem,
}


def main(words):
    folder = Path("build/peers")
    if "--to" in words:
        place = words.index("--to")
        folder = Path(words[place + 1])
        words = words[:place] + words[place + 2 :]
    folder.mkdir(parents=True, exist_ok=True)
    for name in words or PROBLEMS:
        problem = PROBLEMS[name]()
        print(f"{problem.name}: {problem.sentence}", flush=True)
        summary = harness.summarize(problem, harness.measure(problem))
        (folder / f"{name}.json").write_text(json.dumps(summary, indent=1) + "\n")
        for solver, reached in summary["reached"].items():
            last = summary["curves"][solver][-1]
            times = ", ".join("-" if t is None else f"{t:.3g} s" for t in reached)
            print(f"  {solver:30} {times}; at last {last[1]:.1e} in {last[0]:.3g} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
