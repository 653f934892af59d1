"""Distributed runs with mpi4py."""

from __future__ import annotations

from typing import Any

from . import _arguments, _core

__all__ = ["row_range"]

_MOST_BYTES = 2**30  # of a message: MPI's counts are ints


def team_of(comm: Any) -> _core.Team | None:
    """Return the team of a communicator, or None without one."""
    if comm is None:
        return None
    if not hasattr(comm, "Allgatherv"):
        raise TypeError(
            f"comm: is a {type(comm).__name__}, must be a communicator of mpi4py, as MPI.COMM_WORLD"
        )
    from mpi4py import MPI

    # The largest tag, which other code is unlikely to use.
    last: Any = MPI.COMM_WORLD.Get_attr(MPI.TAG_UB)
    return _core.mpi4py_team(comm, MPI.BYTE, last, _MOST_BYTES)


def block_count(blocks: int | None) -> int:
    """Return the number of blocks, or 0 for the default."""
    return 0 if blocks is None else _arguments.size("blocks", blocks)


def row_range(samples: int, comm: Any, blocks: int | None = None) -> slice:
    """Return the range of rows of this rank.

    Samples are partitioned into blocks by their number alone, and each rank has some of the
    blocks: a run gives identical bits on any number of ranks.

    Parameters
    ----------
    samples : int
        Those of all ranks.
    comm : mpi4py.MPI.Intracomm
        As MPI.COMM_WORLD.
    blocks : int, optional
        Number of blocks, as for `design`; by default 8, and more for millions of samples.

    Returns
    -------
    slice
        To be used as in A[acgd.row_range(len(A), comm)].

    Examples
    --------
    >>> import acgd
    >>> from mpi4py import MPI  # doctest: +SKIP
    >>> acgd.row_range(1000, MPI.COMM_SELF)  # doctest: +SKIP
    slice(0, 1000, None)
    """
    team = team_of(comm)
    if team is None:
        raise TypeError("comm: must be a communicator of mpi4py, as MPI.COMM_WORLD")
    total = _arguments.count_from(1, "samples", samples)
    return slice(*_core.row_range(total, team, block_count(blocks)))
