"""Progress display of a run: a line, or a bar of tqdm if it is installed."""

from __future__ import annotations

import importlib
import shutil
import sys
from contextlib import contextmanager
from typing import Any, Iterator, Protocol

from . import _core
from .result import Result

# Seconds between lines if stderr is not a terminal.
_LOG_SECONDS = 10.0


class Display(Protocol):
    """Shows some of the records, and the result."""

    def show(self, record: _core.Record) -> None: ...

    def end(self, result: Result) -> None: ...

    def close(self) -> None: ...


def _numbers(value: float, gap: float) -> str:
    return f"value {value:.6g}, gap {gap:.3g}"


class Line:
    """A line on stderr, overwritten if it is a terminal."""

    def __init__(self) -> None:
        self._stream: Any = sys.stderr  # None without a console
        self._is_terminal = bool(self._stream and self._stream.isatty())
        self._is_open = False
        self._last_seconds = 0.0

    def show(self, record: _core.Record) -> None:
        if not self._is_terminal and record.seconds < self._last_seconds + _LOG_SECONDS:
            return
        self._last_seconds = record.seconds
        numbers = _numbers(record.value, record.gap)
        self._write(f"acgd: iteration {record.iteration}, {numbers}, {record.seconds:.1f} s")

    def end(self, result: Result) -> None:
        numbers = _numbers(result.fun, result.gap)
        seconds = result.seconds["total"]
        self._write(f"acgd: {result.status} at iteration {result.nit}, {numbers}, {seconds:.1f} s")

    def close(self) -> None:
        if self._is_open:
            self._stream.write("\n")
        self._is_open = False

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        if self._is_terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[K{text[:width]}")
        else:
            self._stream.write(text + "\n")
        self._is_open = self._is_terminal
        self._stream.flush()


class Bar:
    """A bar of tqdm, without a total because the number of iterations is unknown."""

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(desc="acgd", unit=" iterations", leave=True)

    def show(self, record: _core.Record) -> None:
        self._move(record.iteration, _numbers(record.value, record.gap))

    def end(self, result: Result) -> None:
        self._move(result.nit, f"{result.status}, {_numbers(result.fun, result.gap)}")

    def close(self) -> None:
        self._bar.close()

    def _move(self, iteration: int, text: str) -> None:
        self._bar.set_postfix_str(text, refresh=False)
        self._bar.update(iteration - self._bar.n)
        self._bar.refresh()


def _display() -> Display:
    # tqdm.auto supports notebooks but is slow to import.
    kind = "tqdm.auto" if "IPython" in sys.modules else "tqdm.std"
    try:
        return Bar(importlib.import_module(kind).tqdm)
    except ImportError:
        return Line()


@contextmanager
def shown(wanted: bool) -> Iterator[Display | None]:
    """Provide a display for the duration of a run, or None."""
    if not wanted:
        yield None
        return
    display = _display()
    try:
        yield display
    finally:
        display.close()
