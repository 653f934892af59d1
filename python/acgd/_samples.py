"""Validation and conversion of samples."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _arrays, _core, _sparse, _validation


class Samples(NamedTuple):
    """Features and targets, without samples of weight 0."""

    X: Any
    targets: NDArray[np.float64]  # for classes their indices: 0, 1, ...
    weights: NDArray[np.float64] | None  # sample weights times class weights
    total_weight: float  # a sample of weight 2 counts twice
    labels: NDArray[Any]  # y as given
    rows: NDArray[np.int64] | None  # indices of these samples in X, if not all
    classes: NDArray[Any] | None = None

    @property
    def features(self) -> _core.Features:
        """X for the library; no copy if it is in Fortran order."""
        with _arguments.memory_for("X"):
            if _arrays.is_sparse(self.X):
                return _core.sparse_features(*_sparse.sparse("X", self.X))
            return _core.dense_features(_arrays.matrix("X", self.X))


def of_numbers(caller: Any, X: Any, y: Any, sample_weight: Any) -> Samples:
    """Return samples with numeric targets."""
    checked = _validation.check_matrix(caller, X)
    targets = _validation.check_numbers(caller, y, checked.shape[0])
    with np.errstate(over="ignore"):
        if not np.isfinite(np.sum(targets**2)):
            raise ValueError("y: has numbers whose squares are too large")
    weights = _validation.check_weights(sample_weight, len(targets))
    return _present(Samples(checked, targets, weights, _total(weights, targets), targets, None))


def of_classes(caller: Any, X: Any, y: Any, sample_weight: Any, class_weight: Any) -> Samples:
    """Return samples of two or more classes."""
    checked = _validation.check_matrix(caller, X)
    labels = _validation.check_target(caller, y, checked.shape[0])
    classes, numbers = _classes(labels)
    weights = _validation.check_weights(sample_weight, len(labels))
    counted = np.bincount(numbers, weights, len(classes))
    for name, weight in zip(classes, counted):
        if weight == 0:
            raise ValueError(f"sample_weight: is zero for all samples of the class {name!r}")
    total = _total(weights, labels)
    if class_weight is not None:
        each = _class_weights(class_weight, classes, counted)[numbers]
        weights = each if weights is None else weights * each
    targets = numbers.astype(np.float64)
    return _present(Samples(checked, targets, weights, total, labels, None, classes))


def _total(weights: NDArray[np.float64] | None, targets: NDArray[Any]) -> float:
    return float(len(targets)) if weights is None else float(weights.sum())


def _present(samples: Samples) -> Samples:
    """Remove samples of weight 0."""
    weights = samples.weights
    if weights is None or weights.min() > 0:
        return samples
    rows = np.flatnonzero(weights)
    return samples._replace(
        X=samples.X[rows], targets=samples.targets[rows], weights=weights[rows], rows=rows
    )


def _classes(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the sorted classes, and the class index of each sample."""
    if labels.dtype.kind == "f" and np.any(labels != np.floor(labels)):
        raise ValueError("Unknown label type: continuous; y must be classes")
    try:
        classes, numbers = np.unique(labels, return_inverse=True)
    except TypeError as error:
        raise ValueError(f"y: has classes that cannot be sorted: {error}") from None
    if len(classes) < 2:
        raise ValueError(f"y: has 1 class, {classes[0]!r}; there must be at least 2 classes")
    return classes, numbers


def _class_weights(given: Any, classes: NDArray[Any], counted: NDArray[Any]) -> NDArray[np.float64]:
    """Return the weight of each class."""
    if isinstance(given, str):
        _arguments.choice("class_weight", given, ["balanced"])
        return np.asarray(counted.sum() / (len(classes) * counted))
    if not isinstance(given, dict):
        raise TypeError(f'class_weight = {given!r}: must be "balanced", a dict or None')
    missing = [name for name in classes if name not in given]
    strange = [name for name in given if name not in list(classes)]
    if missing and strange:
        raise ValueError(f"class_weight: has {strange[0]!r}, which is no class of y: {classes}")
    weights = np.ones(len(classes))
    for k, name in enumerate(classes):
        if name in given:
            weights[k] = _arguments.positive(f"class_weight[{name!r}]", given[name])
    return weights
