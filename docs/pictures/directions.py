#!/usr/bin/env python3
"""Draws docs/pictures/directions.svg: the paths of the direction rules on one small problem.

PYTHONPATH=build/python python3 docs/pictures/directions.py
"""

from pathlib import Path

import numpy as np

import acgd

# A quadratic over a pentagon; its minimum lies inside of an edge.
CORNERS = np.array([[0.0, 0.0], [2.6, -0.5], [3.4, 1.4], [1.7, 2.7], [-0.4, 1.7]])
Q = np.array([[1.0, 0.3], [0.3, 1.6]])
CENTER = np.array([2.62, 2.2])
STEPS = 30
RULES = ["frank-wolfe", "away", "pairwise", "blended-pairwise", "corrective"]

PANEL, MARGIN, SCALE = 210, 0, 48


def solve(direction, steps):
    return acgd.minimize(
        acgd.Quadratic(Q, -Q @ CENTER),
        set=acgd.ConvexHull(CORNERS),
        x0=CORNERS[0],
        direction=direction,
        step=acgd.LineSearch(),
        max_iterations=steps,
        gap_tolerance=1e-9,
    )


def path(direction):
    """x_0, x_1, ... as far as the run goes."""
    last = solve(direction, STEPS)
    return [solve(direction, k).x for k in range(last.counts.iterations + 1)], last.gap


def place(point, panel):
    x, y = point
    return panel * PANEL + MARGIN + 18 + SCALE * (x + 0.4) * 0.95, 40 + SCALE * (2.7 - y) * 0.95


def polyline(points, panel, style):
    places = " ".join("{:.1f},{:.1f}".format(*place(p, panel)) for p in points)
    return f'<polyline points="{places}" {style}/>'


def contours(panel):
    """Ellipses of equal f through the solution and on."""
    solution = solve("corrective", 50).x
    root = np.linalg.inv(np.linalg.cholesky(Q).T)
    size = np.sqrt((solution - CENTER) @ Q @ (solution - CENTER))
    angles = np.linspace(0, 2 * np.pi, 121)
    circle = np.array([np.cos(angles), np.sin(angles)])
    for scale in (1, 3, 5, 8, 12):
        yield polyline(
            (CENTER[:, None] + scale * size * root @ circle).T,
            panel,
            'fill="none" stroke="#c9c9c9" stroke-width="1"',
        )


def draw_panel(direction, panel):
    points, gap = path(direction)
    left = panel * PANEL
    window = f'<rect x="{left + 4}" y="28" width="{PANEL - 8}" height="172"/>'
    yield f'<clipPath id="p{panel}">{window}</clipPath>'
    yield f'<g clip-path="url(#p{panel})">'
    yield from contours(panel)
    yield polyline(
        [*CORNERS, CORNERS[0]], panel, 'fill="#2b6cb011" stroke="#2b6cb0" stroke-width="1.2"'
    )
    yield polyline(points, panel, 'fill="none" stroke="#c2410c" stroke-width="1.4"')
    for point in points:
        x, y = place(point, panel)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="#c2410c"/>'
    yield "</g>"
    steps = len(points) - 1
    count = f"{steps} step" + ("s" if steps != 1 else "")
    x = left + PANEL / 2
    yield f'<text x="{x}" y="18" text-anchor="middle" font-weight="600">{direction}</text>'
    yield f'<text x="{x}" y="218" text-anchor="middle" fill="#555">{count}, gap {gap:.0e}</text>'


def draw():
    width = PANEL * len(RULES)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 228" '
        f'width="{width}" height="228" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="228" fill="white"/>',
    ]
    for panel, direction in enumerate(RULES):
        lines += draw_panel(direction, panel)
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    Path(__file__).with_name("directions.svg").write_text(draw(), encoding="utf-8")
