"""Braess' paradox: six trips through a town, and a bridge that makes all of them slower.

python equilibrium.py picture.svg
"""

import sys

import numpy as np

import acgd

# From home (0) via the north (1) or the south (2) to work (3); the last road is the bridge.
ROADS = [(0, 1), (1, 3), (0, 2), (2, 3), (1, 2)]
# Minutes on a narrow road that carries s trips: 10 + 10 s; on a wide one: 60 + s.
FREE = np.array([10.0, 60.0, 60.0, 10.0, 10.0])
CAPACITY = np.array([1.0, 60.0, 60.0, 1.0, 10.0])


def equilibrium(trips, roads):
    """Return the flows on the first roads, and the minutes of a trip."""
    ones = np.ones(roads)
    f = acgd.Traffic(FREE[:roads], b=ones, power=ones, capacity=CAPACITY[:roads])
    flows = acgd.TrafficFlows(ROADS[:roads], [(0, 3, trips)])
    x = acgd.minimize(f, set=flows, gap_tolerance=1e-9).x
    minutes = f.gradient(x)
    ways = [[0, 1], [2, 3], [0, 4, 3]]
    return x, min(minutes[way].sum() for way in ways if max(way) < roads)


def draw(file):
    """Draw the town with its bridge, and minutes over trips with and without it."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, (town, curves) = pyplot.subplots(1, 2, figsize=(10, 4))
    places = {0: (0, 0), 1: (1, 0.7), 2: (1, -0.7), 3: (2, 0)}
    flows, _ = equilibrium(6.0, 5)
    for (tail, head), trips in zip(ROADS, flows):
        (x0, y0), (x1, y1) = places[tail], places[head]
        colour = "#d95f02" if (tail, head) == (1, 2) else "#444444"
        arrow = dict(arrowstyle="-|>", lw=0.8 * trips, color=colour, shrinkA=16, shrinkB=16)
        town.annotate("", (x1, y1), (x0, y0), arrowprops=arrow)
        town.text(
            (x0 + x1) / 2, (y0 + y1) / 2, f"{trips:.0f}", ha="center", va="center", color=colour,
            bbox=dict(boxstyle="circle,pad=0.2", fc="white", ec="none"),
        )  # fmt: skip
    for name, (x, y) in zip(["home", "north", "south", "work"], places.values()):
        town.text(x, y, name, ha="center", va="center")
    town.set(xlim=(-0.3, 2.3), ylim=(-1, 1), title="Six trips, where the bridge is open")
    town.axis("off")

    trips = np.linspace(0.5, 12, 47)
    for roads, label, style in ((5, "with the bridge", "-"), (4, "without it", "--")):
        minutes = [equilibrium(amount, roads)[1] for amount in trips]
        curves.plot(
            trips, minutes, style, color="#d95f02" if roads == 5 else "#444444", label=label
        )
    curves.set(xlabel="trips", ylabel="minutes a trip takes", title="When a road makes all slower")
    curves.grid(alpha=0.3)
    curves.legend()
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


for roads, name in ((4, "without the bridge"), (5, "with the bridge")):
    flows, minutes = equilibrium(6.0, roads)
    print(f"{name}: everybody takes {minutes:.4f} minutes, trips on the roads: {flows.round(4)}")
if len(sys.argv) > 1:
    draw(sys.argv[1])
