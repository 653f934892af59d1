"""A function of your own: a value and a gradient, checked, then minimised over two sets."""

import numpy as np

import acgd


class Entropy:
    """sum x_i log x_i + <c, x>, shifted to be smooth at 0."""

    def __init__(self, c, shift=1e-6):
        self.c, self.shift = c, shift

    def value(self, x):
        return np.sum((x + self.shift) * np.log(x + self.shift)) + self.c @ x

    def gradient(self, x):
        return np.log(x + self.shift) + 1 + self.c


c = np.array([0.0, 1.0, 2.0, 3.0])
f = Entropy(c)
print("broken promises:", acgd.check_gradient(f, np.full(4, 0.25)) or "none")

result = acgd.minimize(f, np.full(4, 0.25), set=acgd.Simplex(), gap_tolerance=1e-4)
softmax = np.exp(-c) / np.exp(-c).sum()
print(f"{result.status} after {result.nit} iterations: {result.x.round(4)}")
print(f"largest difference to the closed form: {abs(result.x - softmax).max():.1e}")

# A function that returns both value and gradient is called once per point.
result = acgd.minimize(
    lambda x: (f.value(x), f.gradient(x)), np.full(4, 0.2), set=acgd.Box(0.1, 0.3)
)
print(f"in a box: {result.x.round(4)}, {result.nfev} calls")
