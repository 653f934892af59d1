"""Training without a learning rate: a small network reads handwritten digits.

Steepest descent over a product of spectral balls, one per layer, with adaptive steps, compared with
gradient descent and Adam, each at the best rate of a grid; full batches. With a file name as
argument it draws a picture of the loss over passes.
"""

import sys

import numpy as np
from sklearn.datasets import load_digits

import acgd

SIZES = [64, 64, 32, 10]
GRIDS = {"gradient descent": [0.1, 0.3, 1, 3], "Adam": [0.003, 0.01, 0.03, 0.1]}


class Network:
    """Mean cross-entropy of tanh layers: a matrix per layer, whose last row is the bias.

    A forward pass counts as a third of a pass over the data, a backward pass as two thirds. Results
    at the last x are cached.
    """

    def __init__(self, inputs, labels, sizes=SIZES):
        self.inputs, self.labels, self.sizes = inputs, labels, sizes
        self.shapes = [(m + 1, n) for m, n in zip(sizes, sizes[1:])]
        self.passes, self.history, self.x = 0.0, [], None

    def layers(self, x):
        ends = np.cumsum([m * n for m, n in self.shapes])
        blocks = np.split(x, ends[:-1])
        return [block.reshape(shape) for block, shape in zip(blocks, self.shapes)]

    def forward(self, x):
        if self.x is not None and np.array_equal(x, self.x):
            return
        self.x, self.passes = x.copy(), self.passes + 1 / 3
        self.outputs = [self.inputs]
        for matrix in self.layers(x):
            sums = self.outputs[-1] @ matrix[:-1] + matrix[-1]
            self.outputs.append(np.tanh(sums))
        sums -= sums.max(axis=1, keepdims=True)
        logarithms = sums - np.log(np.exp(sums).sum(axis=1, keepdims=True))
        self.loss = -float(logarithms[np.arange(len(self.labels)), self.labels].mean())
        self.probabilities = np.exp(logarithms)

    def value(self, x):
        self.forward(x)
        return self.loss

    def gradient(self, x):
        self.forward(x)
        self.passes += 2 / 3
        self.history.append((self.passes, self.loss))
        errors = (self.probabilities - np.eye(self.sizes[-1])[self.labels]) / len(self.labels)
        gradients = []
        for matrix, output in zip(self.layers(x)[::-1], self.outputs[-2::-1]):
            gradients.append(np.vstack([output.T @ errors, errors.sum(axis=0)]))
            errors = (errors @ matrix[:-1].T) * (1 - output**2)
        return np.concatenate([g.ravel() for g in gradients[::-1]])

    def probabilities_at(self, x):
        self.forward(x)
        return self.probabilities

    def accuracy(self, x):
        return float(np.mean(self.probabilities_at(x).argmax(axis=1) == self.labels))

    def start(self, seed):
        """Return Gaussian weights without biases."""
        rng = np.random.default_rng(seed)
        matrices = [
            np.vstack([rng.normal(size=(m - 1, n)) / (m - 1) ** 0.5, np.zeros(n)])
            for m, n in self.shapes
        ]
        return np.concatenate([matrix.ravel() for matrix in matrices])

    def ball(self):
        """Return the unit ball of the maximum of the layers' spectral norms."""
        return acgd.Product(
            [acgd.SpectralBall(1.0, shape=shape) for shape in self.shapes],
            sizes=[m * n for m, n in self.shapes],
        )


def steepest(network, x, passes, ball=None, step="adaptive-adjustable"):
    """Run `descend` for this number of passes."""
    return acgd.descend(
        network,
        x,
        ball=network.ball() if ball is None else ball,
        step=step,
        callback=lambda _: network.passes >= passes,
        gap_tolerance=0,
    ).x


def gradient_descent(network, x, passes, rate, momentum=0.0):
    velocity = np.zeros_like(x)
    while network.passes < passes:
        velocity = momentum * velocity - rate * network.gradient(x)
        x = x + velocity
    return x


def adam(network, x, passes, rate, means=0.9, squares=0.999):
    mean, square, k = np.zeros_like(x), np.zeros_like(x), 0
    while network.passes < passes:
        gradient, k = network.gradient(x), k + 1
        mean = means * mean + (1 - means) * gradient
        square = squares * square + (1 - squares) * gradient**2
        x = x - rate * mean / (1 - means**k) / (np.sqrt(square / (1 - squares**k)) + 1e-8)
    return x


def digits(seed=0, train=1437):
    """Return images and labels of the training set and of the test set."""
    data = load_digits()
    order = np.random.default_rng(seed).permutation(len(data.target))
    inputs, labels = data.data[order] / 16, data.target[order]
    return inputs[:train], labels[:train], inputs[train:], labels[train:]


def run(method, seed, passes, *arguments, **keywords):
    """Return the trained network, and its accuracy on the test set."""
    *train, inputs, labels = digits()
    network = Network(*train)
    x = method(network, network.start(seed), passes, *arguments, **keywords)
    network.value(x)
    return network, Network(inputs, labels).accuracy(x)


def main(passes=40, seed=1):
    runs = {"steepest descent, no rate": run(steepest, seed, passes)}
    for name, method in (("gradient descent", gradient_descent), ("Adam", adam)):
        tried = {rate: run(method, seed, passes, rate) for rate in GRIDS[name]}
        best = min(tried, key=lambda rate: tried[rate][0].loss)
        losses = ", ".join(f"{rate}: {tried[rate][0].loss:.2g}" for rate in tried)
        print(f"{name}, loss at each rate: {losses}")
        runs[f"{name} at {best}"] = tried[best]
    for name, (network, accuracy) in runs.items():
        print(
            f"{name}: loss {network.loss:.2g} after {network.passes:.0f} passes, "
            f"{100 * accuracy:.1f} % of the test set right"
        )
    return {name: network.history for name, (network, _) in runs.items()}


def draw(histories, file):
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    for name, history in histories.items():
        axes.semilogy(*zip(*history), lw=1.4, label=name)
    axes.set(xlabel="passes over the data", ylabel="cross-entropy, training set")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(file, metadata={"Date": None} if file.endswith(".svg") else None)


if __name__ == "__main__":
    shown = main()
    if len(sys.argv) > 1:
        draw(shown, sys.argv[1])
