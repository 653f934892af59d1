// A chart as it is drawn: its axes, and its curves read back from their paths.

const space = "http://www.w3.org/2000/svg";

/** Positions in the view box from values, and back. */
class Axis {
  constructor(text) {
    const [from, to, low, high, growth] = text.split(" ");
    Object.assign(this, { from: +from, to: +to, low: +low, high: +high, log: growth === "log" });
  }

  part(value, log = this.log) {
    const onto = log ? Math.log : (x) => x;
    return (onto(value) - onto(this.low)) / (onto(this.high) - onto(this.low));
  }

  value(position, log = this.log) {
    const part = (position - this.from) / (this.to - this.from);
    return log ? this.low * (this.high / this.low) ** part : this.low + part * (this.high - this.low);
  }
}

/** "M1 2l3 4-1.5 0" as lists of points, one for each piece: each number is relative to the point before. */
function piecesOf(path) {
  return path.split("M").slice(1).map((piece) => {
    const [at, points] = [[0, 0], []];
    piece.match(/-?[\d.]+/g).forEach((number, i) => {
      at[i % 2] += Number(number);
      if (i % 2) points.push([...at]);
    });
    return points;
  });
}

/** Path data of such lists; those of a band are closed. */
function pathOf(pieces, closed) {
  return pieces.map((points) => "M" + points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")).join("") + (closed ? "z" : "");
}

export class Chart {
  constructor(figure) {
    this.figure = figure;
    this.svg = figure.querySelector(":scope > svg");
    this.x = new Axis(this.svg.dataset.x);
    this.y = new Axis(this.svg.dataset.y);
    this.linear = false;
    this.curves = [...this.svg.querySelectorAll(".curve")];
    for (const path of this.svg.querySelectorAll(".curve path")) {
      path.drawn = path.getAttribute("d");
      path.pieces = piecesOf(path.drawn);
    }
  }

  /** What a curve is at this place: between two of its points what a line through them is; null outside of it. */
  height(curve, position) {
    const line = curve.querySelector("path[class^=ink]");
    const shown = line && getComputedStyle(curve).display !== "none";
    for (const points of shown ? line.pieces : []) {
      const next = points.findIndex(([x]) => x >= position);
      if (next < 0 || (next === 0 && points[0][0] > position + 0.5)) continue;
      const [x1, y1] = points[Math.max(0, next - 1)];
      const [x2, y2] = points[next];
      return this.y.value(x2 > x1 ? y1 + ((position - x1) / (x2 - x1)) * (y2 - y1) : y2);
    }
    return null;
  }

  /** Draws the curves over a linear axis, or the logarithmic one that they came with. */
  setLinear(linear) {
    if (!this.x.log) return;
    this.linear = linear;
    for (const path of this.svg.querySelectorAll(".curve path")) {
      path.pieces = linear ? this.moved(piecesOf(path.drawn)) : piecesOf(path.drawn);
      path.setAttribute("d", linear ? pathOf(path.pieces, path.drawn.endsWith("z")) : path.drawn);
    }
    for (const dot of this.svg.querySelectorAll(".curve circle")) {
      dot.drawn ??= Number(dot.getAttribute("cx"));
      dot.setAttribute("cx", linear ? this.move(dot.drawn) : dot.drawn);
    }
  }

  move(position) {
    return this.x.from + this.x.part(this.x.value(position), false) * (this.x.to - this.x.from);
  }

  /** Straight lines become curves: they get points in between. */
  moved(pieces) {
    return pieces.map((points) => points.flatMap(([x, y], i) => {
      const [x0, y0] = points[i - 1] ?? [x, y];
      const steps = Math.max(1, Math.ceil(Math.abs(x - x0) / 4));
      return Array.from({ length: steps }, (_, k) => [this.move(x0 + ((k + 1) / steps) * (x - x0)), y0 + ((k + 1) / steps) * (y - y0)]);
    }));
  }

  /** The vertical line at a place; none where it is null. */
  mark(position) {
    if (!this.line) {
      this.line = document.createElementNS(space, "path");
      this.line.setAttribute("class", "cursor");
      this.svg.append(this.line);
    }
    this.line.setAttribute("d", position === null ? "" : `M${position} ${this.y.from}V${this.y.to}`);
  }
}
