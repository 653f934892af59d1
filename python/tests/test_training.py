"""The network of examples/python/training.py: its gradient, its steps, its accuracy."""

import sys
from pathlib import Path

import numpy as np
import pytest

import acgd

pytest.importorskip("sklearn")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "python"))
import training


@pytest.fixture
def small():
    """Ten samples, two hidden layers, and a generic point."""
    rng = np.random.default_rng(3)
    network = training.Network(rng.normal(size=(10, 4)), rng.integers(3, size=10), [4, 5, 3, 3])
    return network, network.start(1) + 0.1 * rng.normal(size=len(network.start(1)))


def test_gradient_matches_differences(small):
    network, x = small
    h = 1e-6
    differences = [
        (network.value(x + h * e) - network.value(x - h * e)) / (2 * h) for e in np.eye(len(x))
    ]
    np.testing.assert_allclose(network.gradient(x), differences, atol=1e-8)


def test_loss_matches_scikit_learn(small):
    from sklearn.metrics import log_loss

    network, x = small
    expected = log_loss(network.labels, network.probabilities_at(x), labels=range(3))
    assert network.value(x) == pytest.approx(expected)


def test_passes_are_counted(small):
    network, x = small
    network.value(x)
    assert network.passes == pytest.approx(1 / 3)
    network.gradient(x)
    network.value(x)
    assert network.passes == pytest.approx(1)
    network.value(2 * x)
    assert network.passes == pytest.approx(4 / 3)


def test_step_is_polar_factor_of_each_layer(small):
    network, x = small
    gradients = network.layers(network.gradient(x))
    moved = acgd.descend(network, x, ball=network.ball(), max_iterations=1).x - x
    lengths = []
    for step, gradient in zip(network.layers(moved), gradients):
        u, values, v = np.linalg.svd(gradient, full_matrices=False)
        rank = np.count_nonzero(values > 1e-12)  # the errors of a sample sum to 0
        lengths.append(np.linalg.norm(step, 2))
        np.testing.assert_allclose(step, -lengths[-1] * u[:, :rank] @ v[:rank], atol=1e-9)
    np.testing.assert_allclose(lengths, lengths[0])
    assert network.value(x + moved) < network.value(x)


def test_other_optimisers_take_textbook_steps(small):
    network, x = small
    gradient = network.gradient(x)
    one = training.Network(network.inputs, network.labels, network.sizes)
    np.testing.assert_allclose(training.gradient_descent(one, x, 1, 0.5), x - 0.5 * gradient)
    # Adam's first step has the length of the rate in every coordinate (Kingma and Ba 2015).
    one = training.Network(network.inputs, network.labels, network.sizes)
    np.testing.assert_allclose(
        training.adam(one, x, 1, 0.5), x - 0.5 * np.sign(gradient), rtol=1e-4
    )


def test_digits_are_learnt():
    network, accuracy = training.run(training.steepest, 1, 15)
    losses = [loss for _, loss in network.history[4:]]  # after a probe and a gradient check
    assert losses == sorted(losses, reverse=True)
    assert network.passes < 17
    assert accuracy > 0.85


@pytest.mark.long
@pytest.mark.parametrize("name", training.GRIDS)
def test_best_rate_is_inside_of_grid(name):
    method = {"gradient descent": training.gradient_descent, "Adam": training.adam}[name]
    losses = [training.run(method, 1, 15, rate)[0].loss for rate in training.GRIDS[name]]
    assert 0 < np.argmin(losses) < len(losses) - 1


def test_page_shows_grids_around_best_rates():
    page = (Path(__file__).resolve().parents[2] / "docs" / "training.md").read_text()
    rows = [line.split(" | ") for line in page.splitlines() if "**" in line and line[0] == "|"]
    assert len(rows) == 4
    for name, *cells in rows:
        losses = [float(cell.strip(" |*") or "nan") for cell in cells]
        best = next(k for k, cell in enumerate(cells) if "**" in cell)
        assert losses[best] < min(losses[best - 1], losses[best + 1]), name
