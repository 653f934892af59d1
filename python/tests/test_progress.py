"""Progress output of a run, which does not change its result."""

import io
import os
import subprocess
import sys

import numpy as np
import pytest

import acgd
from acgd import _progress

HOW = dict(set="l2:3", max_iterations=3000, gap_tolerance=0, trace=True)


@pytest.fixture
def without_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.std", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def rows(**how):
    trace = acgd.minimize(acgd.Levy(5), **{**HOW, **how}).trace
    return np.stack([trace.value, trace.gap, trace.step, trace.lipschitz])


@pytest.mark.parametrize("how", [dict(progress=True), dict(disp=True), dict(options={"disp": 1})])
def test_verbose_runs_give_same_bits(how, without_tqdm, capsys):
    quiet = rows()
    assert capsys.readouterr() == ("", "")
    np.testing.assert_array_equal(rows(**how), quiet)
    out, err = capsys.readouterr()
    assert out == "" and "iteration" in err


def test_log_gets_lines(without_tqdm, capsys):
    run = acgd.minimize(acgd.Levy(5), set="l2:3", progress=True)
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and "\r" not in line
    assert f"acgd: {run.status} at iteration {run.nit}, value {run.fun:.6g}" in line


def test_terminal_gets_one_updated_line(without_tqdm, monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "60")
    acgd.minimize(slow, [1.0, 1.0], set="l2:3", progress=True, max_iterations=40, tol=0)
    shown = terminal.getvalue()
    assert shown.count("\n") == 1 and shown.endswith("\n") and shown.count("\r") >= 3
    assert max(map(len, shown.replace("\x1b[K", "").split("\r"))) <= 60
    assert "iteration limit at iteration 40" in shown


def slow(x):
    import time

    time.sleep(0.01)
    return float(np.sum((x - 0.3) ** 4)), 4 * (x - 0.3) ** 3


def test_line_is_ended_in_any_case(without_tqdm, monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    calls = []

    def fails(x):
        calls.append(x)
        if len(calls) > 40:
            raise ZeroDivisionError
        return slow(x)

    with pytest.raises(ZeroDivisionError):
        acgd.minimize(fails, [1.0, 1.0], set="l2:3", progress=True, tol=0)
    assert terminal.getvalue().endswith("\n")


def test_missing_console_is_accepted(without_tqdm, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert acgd.minimize(acgd.Levy(5), set="l2:3", progress=True).usable


def test_uses_tqdm_if_installed(monkeypatch):
    class Bar:
        def __init__(self, **how):
            self.n, self.texts, self.closed = 0, [], False
            bars.append(self)

        def set_postfix_str(self, text, refresh):
            self.texts.append(text)

        def update(self, more):
            assert more >= 0
            self.n += more

        def refresh(self):
            pass

        def close(self):
            self.closed = True

    bars, imported = [], []
    fake = type("fake", (), {"tqdm": Bar})
    monkeypatch.setattr(
        _progress.importlib, "import_module", lambda name: imported.append(name) or fake
    )
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    run = acgd.minimize(slow, [1.0, 1.0], set="l2:3", progress=True, max_iterations=40, tol=0)
    assert bars[0].closed and bars[0].n == run.nit == 40 and len(bars[0].texts) >= 3
    assert bars[0].texts[-1].startswith("iteration limit, value")
    monkeypatch.setitem(sys.modules, "IPython", object())
    acgd.minimize(acgd.Levy(2), set="l2:3", progress=True)
    assert imported == ["tqdm.std", "tqdm.auto"]


def test_real_tqdm(capsys):
    pytest.importorskip("tqdm")
    quiet = rows()
    np.testing.assert_array_equal(rows(progress=True), quiet)
    assert "iterations/s" in capsys.readouterr().err


def test_experiments_show_progress(without_tqdm, capsys):
    acgd.experiments.levy(quick=True).solve(progress=True, max_iterations=3)
    assert "iteration limit at iteration 3" in capsys.readouterr().err


def test_quiet_runs_import_nothing():
    code = (
        "import sys, acgd; before = {*sys.modules}; acgd.minimize(acgd.Levy(5), set='l2:3');"
        "new = {*sys.modules} - before;"
        "assert not new, new;"
        "late = {'tqdm', 'pandas', 'matplotlib', 'scipy', 'sklearn', 'IPython'} & {*sys.modules};"
        "assert not late, late"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ)
