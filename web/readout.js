// What curves are at the pointer, or where arrow keys have moved to.

function shown(value, whole) {
  if (whole) return String(Math.round(value));
  return value >= 1e-3 && value < 1e5 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
}

function nameOf(chart, curve) {
  const place = [...curve.classList].find((name) => name.startsWith("curve-")).slice(6);
  return chart.figure.closest("section").querySelector(`.legend input[value="${place}"]`).parentElement;
}

/** Tells it in a box beside the pointer; one box for each chart, made when it is needed. */
class Readout {
  constructor(chart) {
    this.chart = chart;
    this.place = null;
    this.box = document.createElement("div");
    this.box.className = "readout";
    this.box.setAttribute("role", "status");
    this.box.hidden = true;
    chart.figure.append(this.box);
  }

  show(place) {
    const { chart } = this;
    this.place = place;
    chart.mark(place);
    this.box.hidden = place === null;
    if (place === null) return;
    const time = chart.figure.dataset.panel === "time";
    const at = chart.x.value(place, chart.x.log && !chart.linear);
    const head = document.createElement("div");
    head.textContent = time ? `${shown(at)} s` : `iteration ${shown(at, true)}`;
    this.box.replaceChildren(head, ...chart.curves.flatMap((curve) => this.row(curve, place)));
    this.box.classList.toggle("left", place > (chart.x.from + chart.x.to) / 2);
  }

  row(curve, place) {
    const height = this.chart.height(curve, place);
    if (height === null) return [];
    const label = nameOf(this.chart, curve);
    const row = document.createElement("div");
    const name = document.createElement("span");
    name.append(label.querySelector("svg").cloneNode(true), " ", label.querySelector("span").textContent);
    const value = document.createElement("span");
    value.textContent = shown(height);
    row.append(name, value);
    return [row];
  }
}

export function addReadout(chart) {
  const { svg, x } = chart;
  const readout = new Readout(chart);
  const within = (place) => Math.min(x.to, Math.max(x.from, place));
  svg.addEventListener("pointermove", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    readout.show(within(((event.clientX - left) / width) * svg.viewBox.baseVal.width));
  });
  svg.addEventListener("pointerleave", () => readout.show(null));
  svg.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
    if (event.key === "Escape") readout.show(null);
    if (!step) return;
    event.preventDefault();
    const from = readout.place ?? (step > 0 ? x.from : x.to);
    readout.show(within(from + step * (event.shiftKey ? 20 : 4)));
  });
  svg.addEventListener("blur", () => readout.show(null));
}
