"""Tables for notebooks, and frames."""

import html.parser
import sys

import numpy as np
import pytest

import acgd
from acgd import _html
from bad_arguments import CASES
from test_pickling import SETS

RESULT = acgd.minimize(acgd.Levy(30), set="l2:3", max_iterations=10, gap_tolerance=0)


class Reader(html.parser.HTMLParser):
    """The texts of cells; fails on unclosed tags, and on anything but a table."""

    def __init__(self, text):
        super().__init__()
        self.open, self.cells = [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        assert tag in ("table", "caption", "b", "tbody", "tr", "th", "td")
        self.open.append(tag)
        if tag in ("th", "td"):
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in ("th", "td"):
            self.cells[-1] += data


def cells(item):
    texts = Reader(item._repr_html_()).cells
    return dict(zip(texts[::2], texts[1::2]))


def test_results():
    shown = cells(RESULT)
    assert shown["status"] == RESULT.status and shown["nit"] == "10"
    assert shown["fun"] == f"{RESULT.fun:.6g}" and shown["x"] == "array of shape (30,)"
    assert "factors" not in shown and "Trace" in shown["trace"]
    assert "11 records" in RESULT.trace._repr_html_() and "value" in cells(RESULT.trace)
    assert cells(acgd.minimize(acgd.Levy(3), set="l1:1", trace=False).trace)["gap"] == "[]"


def half(line):
    return 0.5


@pytest.mark.parametrize(
    ("step", "name"),
    [
        ("short", "short"),
        ("fixed:0.1", "fixed:0.1"),
        (acgd.Fixed(0.1), "Fixed(length=0.1)"),
        (half, "half"),
    ],
)
def test_summaries_name_direction_and_step_rule(step, name):
    f = acgd.LeastSquares([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0])
    result = acgd.minimize(f, set="l1:1", step=step)
    assert result.step == name and result.direction == "corrective"
    for shown in (repr(result), result._repr_html_()):
        assert name in shown and "corrective" in shown
    model = acgd.L1Regression(1.0, step=step).fit([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0])
    assert model.result_.step == name


@pytest.mark.parametrize("name", SETS)
def test_sets(name):
    shown = cells(SETS[name])
    assert type(SETS[name]).__name__ in SETS[name]._repr_html_()
    assert not any("_core" in text for text in shown.values())


def test_numbers_and_names_of_sets():
    assert cells(acgd.LpBall(3, 2)) == {"p": "3", "radius": "2"}
    assert cells(acgd.Box(0, np.arange(1.0, 10)))["upper"] == "array of shape (9,)"


def test_rules_and_objectives_of_public_names():
    for name, case in CASES.items():
        item = case.make(**case.good) if name in acgd.__all__ and name[0].isupper() else None
        if hasattr(item, "_repr_html_"):
            Reader(item._repr_html_())


def test_everything_is_escaped():
    evil = "<script>alert(1)</script> & \"x\" 'y'"
    shown = acgd.CustomSet(lambda g: -np.sign(g), name=evil)._repr_html_()
    assert "<script" not in shown and "&lt;script&gt;" in shown
    table = _html.table(evil, [(evil, evil), ("a", [evil])])
    assert "<script" not in table and table.count("&lt;script&gt;") == 4
    assert Reader(table).cells[0] == evil
    result = acgd.Result(RESULT, note=evil)
    assert "<script" not in result._repr_html_()


def test_long_texts_are_truncated():
    assert len(_html.shown("x" * 1000)) == 160 and len(_html.shown([0] * 1000)) == 160


def test_estimators():
    model = acgd.estimators.L1Regression(radius=2.0)
    assert "L1Regression" in model._repr_html_() and "coef_" not in cells(model)
    assert cells(model)["radius"] == "2"
    assert cells(model.fit(np.eye(9), np.arange(9.0)))["coef_"] == "array of shape (9,)"


def test_traces_as_frames():
    pandas = pytest.importorskip("pandas")
    frame = RESULT.trace.to_frame()
    assert isinstance(frame, pandas.DataFrame) and frame.index.name == "iteration"
    np.testing.assert_array_equal(frame["gap"], RESULT.trace.gap)
    assert {*frame.columns} == {*vars(RESULT.trace)} - {"iteration"}


def test_frames_without_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="^to_frame: needs pandas, which is not installed"):
        RESULT.trace.to_frame()
