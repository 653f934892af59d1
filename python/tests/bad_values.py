"""Invalid values by the kind of argument."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import acgd

A = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [3.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
Y = np.array([1.0, -1.0, 1.0, -1.0])
Q = np.diag([1.0, 2.0, 3.0])
NAN, INF = math.nan, math.inf

NO_NUMBERS = ["x", None, {}, [1.0, 2.0], 1j, object(), b"1"]
NO_COUNTS = ["x", {}, [1], 1.5, 1j, object(), NAN, INF, 10**30]
NO_WORDS = [3, None, 1.5, object(), ["mean"], b"mean"]
NO_ARRAYS = ["x", None, {}, object(), [1j, 1j, 1j, 1j], ["a", "b"], [[1.0], [1.0, 2.0]], 3.0]


def given(values: list[Any]) -> list[Any]:
    """Those values where None is allowed."""
    return [value for value in values if value is not None]


def spoiled(good: Any) -> list[Any]:
    """Arrays of the right shape with an invalid entry."""
    arrays = []
    for entry in (NAN, INF, -INF):
        array = np.array(good, dtype=float)
        array.flat[-1] = entry
        arrays.append(array)
    return arrays


VECTOR = [*NO_ARRAYS, [], [1.0], np.ones(7), np.ones((4, 1)), np.ones((2, 2, 2))]
MATRIX = [*NO_ARRAYS, [], [[]], np.ones(4), np.ones((0, 3)), np.ones((4, 0)), np.ones((4, 3, 1))]
POINT = [*VECTOR, [NAN, 0.0, 0.0]]
SIDES = ["x", {}, 3, (1,), (1, 2, 3), (0, 3), (-4, 3), (4.5, 3), ("4", 3), (4, None)]
HUGE_SIDES = [(2**40, 2**40), (10**30, 1)]
NO_SETS = ["", "\udcff", "l1", "nothing:3", "l1:x", "l1:-1", "l1:nan", 3, {}, [1.0], acgd.L1Ball]
NO_STEPS = ["open-loop:l=x", 3, None, acgd.Fixed, acgd.L1Ball(1), acgd.FrankWolfe()]
NO_GRAPHS = [[(0.5, 1)], [(-1, 0)], [(0, 9)], [(0, 1), (1, 0)], [("a", "b")], [(0, 2**63)]]
NO_PAIRS = ["x", None, 3, [], [0, 1], [(0, 1, 2)], [(0.5, 1)], [(-1, 0)], [(0, 2**63)]]

NO_SUMS = ["x", None, 3, {}, [], [acgd.Ridge(3, 1.0), 3], [acgd.Ridge(3, 1.0), acgd.Ridge(2, 1.0)]]

BAD: dict[str, list[Any]] = {
    # numbers
    "number": [*NO_NUMBERS, NAN, INF],
    "optional number": [*given(NO_NUMBERS), NAN, INF],
    "positive": [*NO_NUMBERS, 0.0, -1.0, NAN, INF],
    "optional positive": [*given(NO_NUMBERS), 0.0, -1.0, NAN, INF],
    "tolerance": [*NO_NUMBERS, -1.0, NAN, INF],
    "optional tolerance": [*given(NO_NUMBERS), -1.0, NAN, INF],
    "not negative": [*NO_NUMBERS, -1.0, NAN],
    "limit": [*given(NO_NUMBERS), -1.0, NAN],
    "share": [*NO_NUMBERS, 0.0, -0.5, 1.5, NAN],
    "share below 1": [*NO_NUMBERS, 0.0, -0.5, 1.0, 1.5, NAN],
    "half": [*NO_NUMBERS, 0.0, -0.5, 0.6, NAN],
    "radii": ["x", {}, ["a"], [], [[1.0]], [NAN], [INF], [0.0], [-1.0], [2.0, 1.0], [1.0, 1.0]],
    "growth": [*NO_NUMBERS, 1.0, 0.5, NAN, INF],
    # integers
    "count": [*NO_COUNTS, None, 0, -1],
    "count from 2": [*NO_COUNTS, None, 1, 0, -1],
    "count from 0": [*NO_COUNTS, None, -1],
    "optional count from 0": [*NO_COUNTS, -1],
    "optional count from 2": [*NO_COUNTS, 1, 0, -1],
    "jobs": [*NO_COUNTS, 0, -2],
    "small count": [*NO_COUNTS, None, 0, -1, 2**40],
    "optional count": [*NO_COUNTS, 0, -1],
    "optional size": [*NO_COUNTS, 0, -1, 2**62],
    "size": [*NO_COUNTS, None, 0, -1, 2**62, 10**15],
    "side": [*NO_COUNTS, None, 0, -1, 2**63],
    "nodes": ["x", 1.5, 1, 0, -1, 10**15, 2**62, 10**30],
    "list of nodes": ["x", 3, None, [9], [-1], [0.5], ["a"], [10**30]],
    "sizes": ["x", 3, [1], [1, 1, 1], [2, -1], [2, 1.5], [2, "1"], [None, None], [2**70, 1]],
    # words
    "flag": ["x", "False", 2, 1.5, None, {}, [True], object()],
    "optional flag": ["x", "False", 2, 1.5, {}, [True], object()],
    "word": ["", "nothing", "\udcff", *NO_WORDS],
    "optional word": ["", "nothing", "\udcff", *given(NO_WORDS)],
    "text": NO_WORDS,
    "words": ["x", 3, [3], ["nothing"], [None]],
    "path": [3, 1.5, {}, "", "a\0b", object()],
    "checkpoint times": ["", "often", "-1s", "0", 0, -1, 1.5, {}, object()],
    # arrays
    "vector": [*VECTOR, *spoiled(Y)],
    "labels": [*VECTOR, *spoiled(Y), [3.0, 1.0, 1.0, 1.0]],
    "counts": [*VECTOR, *spoiled(Y), [-3.0, 1.0, 1.0, 1.0]],
    "weights": [*given(VECTOR), *spoiled(Y), -Y, np.zeros(4)],
    "sample weights": [*spoiled(Y), -Y, np.zeros(4), np.ones(3), np.ones((4, 1)), "x", {}],
    "objectives": NO_SUMS,
    "weights of objectives": [*given(NO_ARRAYS), [], [1.0], [1.0, 0.0], [1.0, -1.0], [1.0, NAN]],
    "linear": [*given(VECTOR), *spoiled(np.ones(3))],
    "point": POINT,
    "any point": VECTOR,
    "optional point": given(POINT),
    "free start": [*given(NO_ARRAYS), [], np.ones((4, 1)), [NAN, 0.0, 0.0]],
    "start": ["", "nothing", *given(POINT[1:])],
    "bound": [bound for bound in POINT if not isinstance(bound, float)],
    "matrix": [*MATRIX, *spoiled(A), np.ones((7, 3))],
    "design": [*MATRIX, *spoiled(A)],
    "any square": [*MATRIX, *spoiled(Q), np.ones((4, 3))],
    "optional square": [*given(MATRIX), *spoiled(Q), np.ones((4, 3))],
    "square": [*MATRIX, *spoiled(Q), np.ones((4, 3)), np.triu(np.ones((3, 3)))],
    "balanced": [*MATRIX, *spoiled(Q), np.ones((4, 3)), -Q],
    "places": [*VECTOR, -np.ones(4), [0.5, 1, 2, 3], [0, 1, 2, 2**40], spoiled(Y)[0]],
    "norm point": ["x", None, {}, ["a"], [[[1.0]]], [1j], [[1.0], [1.0, 2.0]]],
    "shape": [*SIDES, *HUGE_SIDES],
    "outer shape": [*SIDES, *HUGE_SIDES, (2, 2)],
    "edges": ["x", None, 3, [], [0, 1], [(0, 1, 2)], *NO_GRAPHS],
    "pairs of nodes": NO_PAIRS,
    "tree edges": [*NO_PAIRS, [(0, 1), (1, 1), (1, 2)], [(0, 1), (2, 3), (2, 3)]],
    "perfect edges": [
        *NO_PAIRS,
        [(0, 0), (0, 1), (1, 0), (2, 0)],
        [(0, 0), (0, 1), (1, 1), (1, 2)],
    ],
    "margins": [*POINT, [-1.0, 0.0, 2.0]],
    "supplies": [*POINT, [1.0, 0.0, 1.0], [9.0, 0.0, -9.0]],
    "capacities": [*given(VECTOR), [-1.0, 1.0, 1.0], [NAN, 1.0, 1.0], [INF, INF, INF]],
    # functions and values that may be one
    "function": ["x", None, 3, {}, [1.0]],
    "optional function": ["x", 3, {}, [1.0]],
    "communicator": ["x", 3, {}, [1.0], object()],
    "fun": ["x", None, 3, {}, [1.0], np.ones(3), acgd.Rosenbrock],
    "set": [*NO_SETS, None],
    "ball": NO_SETS,
    "parts": ["x", None, 3, [], ["l1:1", 3], ["l1:1", "nothing"]],
    "penalty": ["", "\udcff", "l1", "nothing:3", "l1:x", "l1:-1", 3, {}, [1.0], acgd.L1Ball(1)],
    "set with 0": [*NO_SETS, None, "simplex:1", acgd.Simplex()],
    "penalty weights": [*given(NO_ARRAYS), [], np.ones((3, 1)), [1.0, 1.0, -1.0]],
    "lower bound": ["x", None, {}, object(), ["a"] * 3, [1.0, 0.0, 0.0], NAN, np.ones((3, 1)), 1.0],
    "upper bound": ["x", None, {}, object(), ["a"] * 3, [-1.0, 0, 0], NAN, np.ones((3, 1)), -1.0],
    "step": ["", "\udcff", "nothing", "fixed:x", "fixed:-1", "secant:l=2", *NO_STEPS],
    "direction": [
        "",
        "\udcff",
        "nothing",
        "auto:x=1",
        "pairwise:lazy=x",
        3,
        None,
        acgd.FrankWolfe,
        acgd.Fixed(),
    ],
    "norm": ["", "\udcff", "nothing", "lp:x", "lp:0.5", 3, None, {}, acgd.Norm],
    "options": ["x", 3, [1.0]],
    "no args": [3, "x", (1,), [2.0], {}],
    "bounds": [
        "x",
        3,
        [],
        {},
        [1.0],
        [(0, 1)],
        [(0, 1, 2)] * 3,
        [(1, 0)] * 3,
        [(0, NAN)] * 3,
        [(0, None)] * 3,
        [("a", 1)] * 3,
        np.ones((3, 3)),
        np.ones(3),
    ],
}

# Messages of estimators follow scikit-learn, which sometimes says "array" for X or y.
BAD["fit matrix"] = ["x", None, {}, object(), [["a", "b", "c"]], [[1.0], [1.0, 2.0]], *spoiled(A)]
BAD["fit vector"] = ["x", None, {}, object(), ["a"] * 4, np.ones((4, 2)), *spoiled(Y)]
BAD["fit classes"] = ["x", None, {}, np.ones((4, 2)), *spoiled(Y), np.ones(4), [1, "a", None, 2]]
BAD["pairs"] = ["x", None, {}, object(), [(0.5, 1)] * 4, [(-1, 0)] * 4, [(0, 1, 2)] * 4, [0] * 4]
BAD["fit weights"] = [
    "x",
    {},
    object(),
    ["a"] * 4,
    np.ones((4, 2)),
    np.ones(3),
    *spoiled(Y),
    -Y,
    np.zeros(4),
]
BAD["class weights"] = ["x", 3, [1.0], {1: 0.0}, {1: "x"}, {1: NAN}, {"no": 1.0}, object()]
BAD["alphas"] = ["x", {}, 1, 0, -3, 1.5, [], [-1.0, 1.0], [1.0, 1.0], [1.0, INF], [NAN], ["a"]]
BAD["radii"] = [
    "x",
    {},
    1,
    0,
    -3,
    1.5,
    [],
    [0.0, 1.0],
    [2.0, 1.0],
    [1.0, 1.0],
    [1.0, INF],
    [NAN],
    ["a"],
    [[1.0]],
]
BAD["folds"] = [
    "x",
    None,
    {},
    1,
    -1,
    5,
    2.5,
    object(),
    [],
    [3],
    [([0, 1], [9])],
    [([0, 1], [])],
    [([0.5], [1])],
    [([0], [1], [2])],
]
BAD["groups of features"] = [
    "x",
    {},
    3.0,
    [0.0],
    [[0.0], [1.0], [2.0]],
    [0.5, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [0.0, 0.0, 2.0],
    [0.0, 0.0, NAN],
]
BAD["position"] = ["x", "", 2, -3, 0.5, [1], {}, object()]
