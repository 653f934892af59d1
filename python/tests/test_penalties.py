"""Penalties: solutions against closed forms, KKT conditions, scikit-learn and scipy."""

import numpy as np
import pytest

import acgd

TIGHT = {"relative_gap_tolerance": 1e-13}


def samples(rows=60, cols=100, seed=1):
    rng = np.random.default_rng(seed)
    A = np.asfortranarray(rng.normal(size=(rows, cols)))
    truth = np.zeros(cols)
    truth[:5] = [3, -2, 1, -1, 2][:cols]
    return A, A @ truth + rng.normal(size=rows)


def largest(A, b):
    """The smallest lambda whose solution of least squares / 2 is 0."""
    return float(np.max(abs(A.T @ b)))


def halves(A, b, **more):
    return acgd.LeastSquares(A, b, factor=0.5, **more)


def check_lasso(A, b, x, lam, weights=1.0, tolerance=1e-6):
    """The conditions of optimality of ||A x - b||^2 / 2 + lam sum(weights |x|)."""
    g, bound = A.T @ (A @ x - b), lam * weights * np.ones(A.shape[1])
    scale = largest(A, b)
    assert np.all(abs(g) <= bound + tolerance * scale)
    active = x != 0
    assert np.allclose(g[active], -(bound * np.sign(x))[active], atol=tolerance * scale, rtol=0)


@pytest.mark.parametrize("shape", [(60, 100), (200, 20), (50, 50)])
@pytest.mark.parametrize("share", [0.5, 0.1, 0.01, 1e-3])
def test_lasso_satisfies_optimality_conditions(shape, share):
    A, b = samples(*shape)
    lam = share * largest(A, b)
    result = acgd.minimize(halves(A, b), penalty=acgd.Penalty(acgd.L1Ball(), lam), **TIGHT)
    assert result.success
    check_lasso(A, b, result.x, lam)
    value = np.sum((A @ result.x - b) ** 2) / 2
    assert result.penalty == pytest.approx(lam * np.sum(abs(result.x)), rel=1e-9)
    assert result.fun == pytest.approx(value + result.penalty, rel=1e-9)
    assert result.lower_bound <= result.fun


def test_name_class_and_ball_of_other_radius_agree():
    A, b = samples()
    f, lam = halves(A, b), 0.1 * largest(A, b)
    one = acgd.minimize(f, penalty=f"l1:{lam!r}", **TIGHT)
    other = acgd.minimize(f, penalty=acgd.Penalty(acgd.L1Ball(), lam), **TIGHT)
    assert np.array_equal(one.x, other.x)
    for penalty in (acgd.L1Penalty(lam), acgd.Penalty(acgd.L1Ball(2.0), 2 * lam)):
        assert np.allclose(acgd.minimize(f, penalty=penalty, **TIGHT).x, one.x, atol=1e-8)


def test_ball_of_same_radius_has_same_solution():
    A, b = samples()
    f, lam = halves(A, b), 0.1 * largest(A, b)
    x = acgd.minimize(f, penalty=acgd.L1Penalty(lam), **TIGHT).x
    ball = acgd.minimize(f, set=acgd.L1Ball(np.sum(abs(x))), **TIGHT)
    assert np.allclose(ball.x, x, atol=1e-6)


def test_gap_bounds_suboptimality_at_every_iterate():
    A, b = samples()
    f, lam = halves(A, b), 0.05 * largest(A, b)
    best = acgd.minimize(f, penalty=acgd.L1Penalty(lam), **TIGHT)
    for direction in ("auto", "frank-wolfe", "pairwise", "away"):
        run = acgd.minimize(
            f, penalty=acgd.Penalty(acgd.L1Ball(), lam), direction=direction, max_iterations=200
        )
        known = np.isfinite(run.trace.gap)
        assert np.any(known)
        above = run.trace.value - best.fun
        assert np.all(run.trace.gap[known] >= above[known] - 1e-9 * best.fun), direction
        assert np.nanmax(run.trace.lower_bound) <= best.fun * (1 + 1e-12)


@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_large_penalty_gives_zero_in_no_iteration(factor):
    A, b = samples()
    result = acgd.minimize(halves(A, b), penalty=acgd.L1Penalty(factor * largest(A, b) * 1.000001))
    assert result.nit == 0 and result.success
    assert not np.any(result.x) and result.fun == pytest.approx(np.sum(b**2) / 2)


def test_no_penalty_gives_least_squares():
    A, b = samples(100, 10)
    exact = np.linalg.lstsq(A, b, rcond=None)[0]
    for penalty in (acgd.Penalty(acgd.L1Ball(), 0.0), acgd.L1Penalty(0.0), "free"):
        x = acgd.minimize(halves(A, b), penalty=penalty).x
        assert np.allclose(x, exact, atol=1e-5 * np.max(abs(exact)))


def test_duplicated_and_zero_columns():
    A, b = samples(60, 40)
    double = np.asfortranarray(np.hstack([A, A[:, :10], np.zeros((60, 3))]))
    lam = 0.1 * largest(A, b)
    once = acgd.minimize(halves(A, b), penalty=acgd.L1Penalty(lam), **TIGHT)
    twice = acgd.minimize(halves(double, b), penalty=acgd.L1Penalty(lam), **TIGHT)
    assert twice.fun == pytest.approx(once.fun, rel=1e-9)
    assert not np.any(twice.x[-3:])
    joined = twice.x[:40].copy()
    joined[:10] += twice.x[40:50]
    assert np.allclose(joined, once.x, atol=1e-5)


def test_weights_of_samples_are_repeats():
    A, b = samples(30, 20)
    counts = np.random.default_rng(2).integers(0, 4, size=30)
    lam = 0.1 * largest(A, b)
    weighted = halves(A, b, weights=counts.astype(float))
    repeated = halves(np.asfortranarray(np.repeat(A, counts, axis=0)), np.repeat(b, counts))
    one, other = (acgd.minimize(f, penalty=f"l1:{lam}", **TIGHT) for f in (weighted, repeated))
    assert np.allclose(one.x, other.x, atol=1e-7)


def test_scaled_columns_and_weights_of_variables():
    A, b = samples(60, 40)
    lam, scales = 0.1 * largest(A, b), np.geomspace(0.1, 10, 40)
    plain = acgd.minimize(halves(A, b), penalty=acgd.L1Penalty(lam), **TIGHT)
    scaled = acgd.minimize(
        halves(np.asfortranarray(A * scales), b), penalty=acgd.L1Penalty(lam, scales), **TIGHT
    )
    assert np.allclose(scaled.x * scales, plain.x, atol=1e-6)
    check_lasso(A * scales, b, scaled.x, lam, scales)
    twice = acgd.minimize(
        acgd.LeastSquares(A, b, factor=1.0), penalty=acgd.L1Penalty(2 * lam), **TIGHT
    )
    assert np.allclose(twice.x, plain.x, atol=1e-7)


def test_variables_of_weight_zero_are_free():
    A, b = samples(60, 40)
    weights = np.ones(40)
    weights[[0, 7]] = 0
    lam = 0.1 * largest(A, b)
    x = acgd.minimize(halves(A, b), penalty=acgd.L1Penalty(lam, weights)).x
    check_lasso(A, b, x, lam, weights, tolerance=1e-4)


def test_elastic_net_and_intercept():
    A, b = samples()
    lam, ridge = 0.1 * largest(A, b), 20.0
    f = acgd.Sum([halves(A, b + 7, intercept=True), acgd.Ridge(100, ridge)])
    x = acgd.minimize(f, penalty=acgd.L1Penalty(lam), **TIGHT).x
    # A ridge is 100 more samples; an intercept centres the columns.
    centred = A - A.mean(axis=0)
    rows = np.vstack([centred, np.sqrt(ridge) * np.eye(100)])
    check_lasso(rows, np.concatenate([b - b.mean(), np.zeros(100)]), x, lam)


def test_logistic_satisfies_optimality_conditions():
    A, b = samples(80, 120)
    y = np.where(b > 0, 1.0, -1.0)
    lam = 0.1 * np.max(abs(A.T @ y)) / 160
    x = acgd.minimize(acgd.Logistic(A, y), penalty=acgd.L1Penalty(lam), **TIGHT).x
    g = -A.T @ (y / (1 + np.exp(y * (A @ x)))) / 80
    assert np.all(abs(g) <= lam * (1 + 1e-5))
    assert np.allclose(g[x != 0], -lam * np.sign(x[x != 0]), rtol=1e-5)


def nearest(target, penalty, **options):
    """argmin ||x - target||^2 / 2 + penalty(x)"""
    target = np.asarray(target, dtype=float)

    def f(x):
        return np.sum((x - target) ** 2) / 2, x - target

    return acgd.minimize(f, penalty=penalty, x0=np.zeros(target.shape), convex=True, **options)


def test_functions_of_users_have_soft_thresholds():
    target = np.array([3.0, -0.5, 1.5, 0.0])
    x = nearest(target, "l1:1", gap_tolerance=1e-10).x
    assert np.allclose(x, np.sign(target) * np.maximum(abs(target) - 1, 0), atol=1e-4)


def test_groups_shrink_together():
    target = np.array([3.0, 4.0, 0.3, 0.4, 1.0])
    ball = acgd.GroupBall([0, 0, 1, 1, 2])
    f = halves(np.eye(5), target)
    x = acgd.minimize(f, penalty=acgd.Penalty(ball, 1.0), **TIGHT).x
    assert np.allclose(x, [2.4, 3.2, 0, 0, 0], atol=1e-5)


def test_slope_of_one_weight_is_lasso_and_sorts():
    A, b = samples(60, 40)
    lam = 0.1 * largest(A, b)
    plain = acgd.minimize(halves(A, b), penalty=acgd.L1Penalty(lam), **TIGHT)
    same = acgd.minimize(
        halves(A, b), penalty=acgd.Penalty(acgd.OwlBall(np.ones(40)), lam), **TIGHT
    )
    assert np.allclose(same.x, plain.x, atol=1e-6)
    # The prox of (4, 3.9) with weights (2, 1) makes both equal: the mean of 2 and 2.9.
    pair = acgd.minimize(
        halves(np.eye(2), [4.0, 3.9]), penalty=acgd.Penalty(acgd.OwlBall([2.0, 1.0]), 1.0), **TIGHT
    )
    assert np.allclose(pair.x, [2.45, 2.45], atol=1e-6)


def test_nuclear_penalty_thresholds_singular_values():
    rng = np.random.default_rng(3)
    target = rng.normal(size=(6, 4))
    left, values, right = np.linalg.svd(target, full_matrices=False)
    lam = float(np.mean(values))
    exact = left @ np.diag(np.maximum(values - lam, 0)) @ right
    X = nearest(target, acgd.Penalty(acgd.NuclearBall(), lam), gap_tolerance=1e-8).x
    assert np.allclose(X, exact, atol=1e-3)


def test_non_negative_least_squares():
    optimize = pytest.importorskip("scipy.optimize")
    A, b = samples(60, 40)
    exact, norm = optimize.nnls(A, b)
    result = acgd.minimize(halves(A, b), penalty=acgd.NonNegative())
    assert np.min(result.x) >= 0
    assert np.allclose(result.x, exact, atol=1e-5)
    assert result.fun == pytest.approx(norm**2 / 2, rel=1e-8)
    named = acgd.minimize(halves(A, b), penalty="nonnegative")
    assert np.array_equal(named.x, result.x)


def test_half_infinite_bounds():
    optimize = pytest.importorskip("scipy.optimize")
    A, b = samples(60, 10)
    lower, upper = np.full(10, -np.inf), np.full(10, np.inf)
    lower[:3], upper[2:6] = -0.5, 0.1
    exact = optimize.lsq_linear(A, b, (lower, upper), tol=1e-14).x
    x = acgd.minimize(halves(A, b), penalty=acgd.BoundsPenalty(lower, upper)).x
    assert np.allclose(x, exact, atol=1e-5)


def test_blocks_have_penalties_of_their_own():
    target = np.array([3.0, -0.5, -2.0, 2.0, 7.0])
    blocks = acgd.BlockPenalty(
        [acgd.L1Penalty(1.0), acgd.NonNegative(), acgd.BoundsPenalty(-np.inf, np.inf)],
        sizes=[2, 2, None],
    )
    f = halves(np.eye(5), target)
    wanted = [2, 0, 0, 2, 7]
    assert np.allclose(acgd.minimize(f, penalty=blocks).x, wanted, atol=1e-5)
    text = "product:2*l1:1,2*nonnegative,free"
    assert np.allclose(acgd.minimize(f, penalty=text).x, wanted, atol=1e-5)
    assert blocks.value(target) == np.inf
    assert blocks.value(wanted) == pytest.approx(2.0)


def test_warm_start_by_result():
    A, b = samples()
    f, lam = halves(A, b), 0.1 * largest(A, b)
    cold = acgd.minimize(f, penalty=acgd.L1Penalty(lam), relative_gap_tolerance=1e-10)
    warm = acgd.minimize(f, cold, penalty=acgd.L1Penalty(lam), relative_gap_tolerance=1e-10)
    assert cold.nit > 0 and warm.nit == 0
    assert warm.fun == pytest.approx(cold.fun, rel=1e-12)


def test_unbounded_objective_ends_with_a_status():
    f = acgd.Quadratic(np.zeros((2, 2)), [-2.0, 1.0])
    result = acgd.minimize(f, penalty="l1:1", max_iterations=10000)
    assert not result.success
    assert result.message


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("l1", "lambda is missing"),
        ("l1:-1", "lambda"),
        ("l1:many", "lambda"),
        ("box:0:1:2", "box:LOWER:UPPER"),
        ("box:1:2", "must be <= 0"),
        ("nonnegative:3", "nonnegative alone"),
        ("birkhoff", "birkhoff"),
        ("l3:1", "l3"),
        ("simplex:1", "contain 0"),
    ],
)
def test_invalid_names_are_refused(text, sentence):
    A, b = samples(10, 5)
    with pytest.raises(ValueError, match=sentence) as caught:
        acgd.minimize(halves(A, b), penalty=text)
    assert "penalty" in str(caught.value)


def test_penalty_replaces_set_and_bounds():
    f = halves(np.eye(2), [1.0, 1.0])
    for other in ({"set": "l1:1"}, {"bounds": [(0, 1), (0, 1)]}):
        with pytest.raises(ValueError, match="together"):
            acgd.minimize(f, penalty="l1:1", **other)


# Estimators, in scikit-learn's scale.


@pytest.mark.parametrize("positive", [False, True])
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_alpha_is_that_of_scikit_learn(positive, fit_intercept):
    linear_model = pytest.importorskip("sklearn.linear_model")
    A, b = samples()
    y, alpha = b + 3, 0.1 * largest(A, b) / len(b)
    same = {"positive": positive, "fit_intercept": fit_intercept}
    theirs = linear_model.Lasso(alpha, tol=1e-12, max_iter=10**6, **same).fit(A, y)
    ours = acgd.L1Regression(alpha=alpha, standardize=False, tol=1e-12, **same).fit(A, y)
    assert np.allclose(ours.coef_, theirs.coef_, atol=1e-5)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-5)
    assert ours.alpha_ == pytest.approx(alpha)
    assert ours.radius_ == pytest.approx(np.sum(abs(ours.coef_)))
    by_radius = acgd.L1Regression(ours.radius_, standardize=False, tol=1e-12, **same).fit(A, y)
    assert np.allclose(by_radius.coef_, ours.coef_, atol=1e-5)
    assert by_radius.alpha_ == pytest.approx(alpha, rel=1e-4)


def test_ridge_of_alpha_is_elastic_net():
    linear_model = pytest.importorskip("sklearn.linear_model")
    A, b = samples()
    alpha = 0.1 * largest(A, b) / len(b)
    theirs = linear_model.ElasticNet(alpha, l1_ratio=0.5, tol=1e-12, max_iter=10**6).fit(A, b)
    ours = acgd.L1Regression(alpha=alpha / 2, ridge=alpha, standardize=False, tol=1e-12).fit(A, b)
    assert np.allclose(ours.coef_, theirs.coef_, atol=1e-5)


def test_estimators_of_scikit_learn_have_their_names():
    linear_model = pytest.importorskip("sklearn.linear_model")
    A, b = samples()
    alpha = 0.1 * largest(A, b) / len(b)
    for name in ("Lasso", "ElasticNet"):
        theirs = getattr(linear_model, name)(alpha, tol=1e-12, max_iter=10**6).fit(A, b)
        ours = getattr(acgd, name)(alpha, tol=1e-12).fit(A, b)
        assert np.allclose(ours.coef_, theirs.coef_, atol=1e-5)
        assert ours.alpha_ == pytest.approx(alpha)


def test_alpha_of_classes_is_inverse_of_C():
    linear_model = pytest.importorskip("sklearn.linear_model")
    A, b = samples(100, 20)
    y = b > 0
    alpha = 0.02
    theirs = linear_model.LogisticRegression(
        C=1 / (100 * alpha), penalty="l1", solver="saga", tol=1e-12, max_iter=10**5
    ).fit(A, y)
    ours = acgd.L1LogisticClassifier(alpha=alpha, standardize=False, tol=1e-12).fit(A, y)
    assert np.allclose(ours.coef_, theirs.coef_, atol=1e-4)
    assert np.allclose(ours.intercept_, theirs.intercept_, atol=1e-4)


def test_cross_validation_along_alphas():
    linear_model = pytest.importorskip("sklearn.linear_model")
    model_selection = pytest.importorskip("sklearn.model_selection")
    A, b = samples(80, 30)
    alphas = np.geomspace(1, 0.01, 12) * largest(A, b - b.mean()) / len(b)
    cv = model_selection.KFold(4)
    theirs = linear_model.LassoCV(alphas=alphas, cv=cv, tol=1e-10, max_iter=10**6).fit(A, b)
    ours = acgd.L1RegressionCV(alphas=alphas, cv=cv, standardize=False, tol=1e-10).fit(A, b)
    assert np.allclose(ours.alphas_, theirs.alphas_)
    assert ours.alpha_ == pytest.approx(theirs.alpha_)
    assert np.allclose(-ours.scores_, theirs.mse_path_.mean(axis=1), rtol=1e-4)
    found = acgd.L1RegressionCV(n_alphas=12, cv=cv, standardize=False).fit(A, b)
    assert len(found.alphas_) == 12 and not np.any(found.path_.coefs[0])
    assert found.alphas_[0] == pytest.approx(alphas[0], rel=1e-6)


def test_groups_reach_the_splitter():
    model_selection = pytest.importorskip("sklearn.model_selection")
    A, b = samples(60, 10)
    groups = np.arange(60) % 3
    model = acgd.L1RegressionCV(n_alphas=5, cv=model_selection.LeaveOneGroupOut())
    model.fit(A, b, groups=groups)
    assert np.all(np.isfinite(model.scores_))
    with pytest.raises(ValueError, match="groups"):
        acgd.L1RegressionCV().fit(A, b, groups=groups)


def test_scoring_chooses():
    A, b = samples(60, 10)
    model = acgd.L1RegressionCV(n_alphas=8, scoring="neg_mean_absolute_error").fit(A, b)
    assert np.allclose(model.scores_, -model.path_.held_out_scores["mae"])
    assert model.best_index_ == np.argmax(model.scores_)
    with pytest.raises(ValueError, match="scoring"):
        acgd.L1RegressionCV(scoring="accuracy").fit(A, b)


def test_path_of_lambdas_and_path_of_radii_meet():
    A, b = samples(60, 20)
    lambdas = np.geomspace(1, 0.01, 6)
    penalized = acgd.path(A, b, lambdas=lambdas, folds=0, standardize=False, tol=1e-11)
    assert np.allclose(penalized.lambdas, lambdas)
    shown = penalized.radii > 1e-6
    radii = penalized.radii[shown]
    constrained = acgd.path(A, b, radii=radii, folds=0, standardize=False, tol=1e-11)
    assert np.allclose(constrained.coefs, penalized.coefs[shown], atol=1e-4)
    assert np.allclose(constrained.lambdas, lambdas[shown], rtol=1e-3)
