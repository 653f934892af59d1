"""glmnet of R (Debian's r-cran-glmnet), in a process of its own that keeps the data."""

import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

# Reads arguments of glmnet(), a line each, and answers with the coefficients in binary.
SCRIPT = r"""
suppressMessages({library(glmnet); library(Matrix)})
folder <- commandArgs(trailingOnly = TRUE)
numbers <- function(name, what = "double") {
  file <- file.path(folder, name)
  readBin(file, what, file.info(file)$size / ifelse(what == "double", 8, 4))
}
shape <- numbers("shape", "integer")
if (file.exists(file.path(folder, "starts"))) {
  X <- sparseMatrix(i = numbers("rows", "integer"), p = numbers("starts", "integer"),
                    x = numbers("entries"), dims = shape, index1 = FALSE)
} else {
  X <- matrix(numbers("entries"), shape[1], shape[2])
}
y <- numbers("targets")
lambda <- numbers("lambda")
output <- file(file.path(folder, "output"), "wb", raw = TRUE)
input <- file("stdin", "r")
while (length(line <- readLines(input, 1)) > 0) {
  more <- eval(parse(text = paste0("list(", line, ")")))
  fit <- do.call(glmnet, c(list(X, y, lambda = lambda, standardize = FALSE, intercept = FALSE,
                                maxit = 1e7), more))
  writeBin(as.vector(fit$beta), output)
  flush(output)
}
"""


@functools.cache
def version():
    """The version of the package, "" where it is not installed."""
    if not shutil.which("Rscript"):
        return ""
    command = ["Rscript", "-e", 'cat(format(packageVersion("glmnet")))']
    return subprocess.run(command, capture_output=True, text=True).stdout


class Glmnet:
    """Calls glmnet() with one X, y and descending penalties."""

    def __init__(self, X, y, penalties):
        import scipy.sparse

        self.folder = tempfile.TemporaryDirectory()
        self.shape = len(penalties), X.shape[1]
        here = Path(self.folder.name)
        parts = {"entries": X}
        if scipy.sparse.issparse(X):
            parts = {"entries": X.data, "rows": X.indices, "starts": X.indptr}
        for name, numbers in {**parts, "targets": y, "lambda": penalties}.items():
            kind = np.float64 if name in ("entries", "targets", "lambda") else np.int32
            np.ravel(np.asarray(numbers, kind), order="F").tofile(here / name)
        np.asarray(X.shape, np.int32).tofile(here / "shape")
        (here / "script.R").write_text(SCRIPT)
        subprocess.run(["mkfifo", here / "output"], check=True)
        command = ["Rscript", here / "script.R", here]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
        self.output = (here / "output").open("rb")

    def __call__(self, arguments):
        print(arguments, file=self.process.stdin, flush=True)
        size = 8 * self.shape[0] * self.shape[1]
        answer = self.output.read(size)
        if len(answer) < size:
            raise RuntimeError("glmnet has ended")
        coefficients = np.frombuffer(answer).reshape(self.shape)
        return coefficients if len(coefficients) > 1 else coefficients[0]

    def __del__(self):
        if hasattr(self, "process"):
            self.process.stdin.close()
            self.process.wait()
