"""Clarabel and OSQP without cvxpy: x'Px/2 + q'x where equal x = b, and the first x are >= 0."""

import numpy as np


def clarabel(P, q, equal, b, positive, t):
    import clarabel
    import scipy.sparse

    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = t
    bounds = -scipy.sparse.identity(len(q), format="csc")[:positive]
    cones = [clarabel.ZeroConeT(len(b)), clarabel.NonnegativeConeT(positive)]
    A = scipy.sparse.vstack([equal, bounds], format="csc")
    right = np.concatenate([b, np.zeros(positive)])
    upper = scipy.sparse.triu(P, format="csc")
    return np.array(clarabel.DefaultSolver(upper, q, A, right, cones, settings).solve().x)


def osqp(P, q, equal, b, positive, t):
    import osqp
    import scipy.sparse

    bounds = scipy.sparse.identity(len(q), format="csc")[:positive]
    A = scipy.sparse.vstack([equal, bounds], format="csc")
    lower = np.concatenate([b, np.zeros(positive)])
    upper = np.concatenate([b, np.full(positive, np.inf)])
    solver = osqp.OSQP()
    solver.setup(
        scipy.sparse.triu(P, format="csc"), q, A, lower, upper, verbose=False, eps_abs=t, eps_rel=t,
        polishing=True, max_iter=10**5,
    )  # fmt: skip
    return solver.solve(raise_error=False).x
