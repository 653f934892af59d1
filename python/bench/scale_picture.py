"""Draw the predictions of the cost model for up to 1000 ranks as SVG."""

import math

COLOURS = ["#2b6cb0", "#15803d", "#c2410c"]
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 460, 300, 70, 46, 46
MOST_RANKS = 1000


class Panel:
    """A panel with logarithmic axes."""

    def __init__(self, number, curves):
        self.left = number * WIDTH + LEFT
        values = [seconds for curve in curves for _, seconds in curve]
        self.low, self.high = (
            math.floor(math.log10(min(values))),
            math.ceil(math.log10(max(values))),
        )

    def x(self, ranks):
        return self.left + (WIDTH - LEFT - 20) * math.log(ranks) / math.log(MOST_RANKS)

    def y(self, seconds):
        part = (math.log10(seconds) - self.low) / (self.high - self.low)
        return TOP + HEIGHT * (1 - part)

    def line(self, curve, style):
        points = " ".join(f"{self.x(p):.1f},{self.y(t):.1f}" for p, t in curve)
        return f'<polyline points="{points}" fill="none" {style}/>'

    def grid(self):
        right, bottom = self.left + WIDTH - LEFT - 20, TOP + HEIGHT
        for power in range(self.low, self.high + 1):
            y = self.y(10.0**power)
            yield f'<path d="M{self.left} {y:.1f}H{right}" stroke="#e2e2e2"/>'
            yield text(self.left - 6, y + 4, f"{10.0**power:g} s", "end", "#555")
        for ranks in (1, 10, 100, 1000):
            x = self.x(ranks)
            yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#e2e2e2"/>'
            yield text(x, bottom + 16, str(ranks), "middle", "#555")
        yield text((self.left + right) / 2, bottom + 34, "ranks", "middle", "#555")


def text(x, y, words, anchor="start", colour="#222", weight=400):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
        f'font-weight="{weight}">{words}</text>'
    )


def curve_of(seconds):
    return [(p, seconds(p)) for p in (MOST_RANKS ** (k / 90) for k in range(91))]


def draw_panel(number, networks, problem):
    curves = [curve_of(lambda p, m=m: m.seconds(problem, p)) for m in networks.values()]
    alone = curves[0][0][1]
    ideal = curve_of(lambda p: alone / p)
    panel = Panel(number, [*curves, ideal])
    yield from panel.grid()
    yield text(
        panel.left,
        20,
        f"{power(problem.n)} parameters, {power(problem.nonzeros)} non-zeros",
        weight=600,
    )
    yield text(panel.left, 36, "seconds of an iteration", colour="#555")
    yield panel.line(ideal, 'stroke="#999" stroke-dasharray="2 4"')
    for colour, model, curve in zip(COLOURS, networks.values(), curves):
        yield panel.line(curve, f'stroke="{colour}" stroke-width="1.8"')
        shared = curve_of(lambda p, m=model: m.seconds_shared(problem, p))
        yield panel.line(shared, f'stroke="{colour}" stroke-width="1.2" stroke-dasharray="6 4"')
        stop = model.most_ranks(problem)
        if 1 <= stop <= MOST_RANKS:
            x, y = panel.x(stop), panel.y(model.seconds(problem, stop))
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'


def power(number):
    """Return 10^k with a superscript."""
    return (
        f'10<tspan dy="-5" font-size="9">{round(math.log10(number))}</tspan><tspan dy="5"> </tspan>'
    )


def draw(networks, problems):
    width, height = WIDTH * len(problems), TOP + HEIGHT + BOTTOM + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, problem in enumerate(problems):
        lines += draw_panel(number, networks, problem)
    x = LEFT
    for colour, name in zip(COLOURS, networks):
        lines.append(f'<path d="M{x} {height - 24}h24" stroke="{colour}" stroke-width="2"/>')
        lines.append(text(x + 30, height - 20, name))
        x += 56 + 7 * len(name)
    lines.append(f'<path d="M{x} {height - 24}h24" stroke="#222" stroke-dasharray="6 4"/>')
    lines.append(text(x + 30, height - 20, "4 n (1 - 1 / ranks) in place of 2 n log2(ranks)"))
    lines.append(
        text(LEFT, height - 4, "dotted: all shared out; dots: more ranks are slower", colour="#555")
    )
    return "\n".join([*lines, "</svg>", ""])
