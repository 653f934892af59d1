// A section: three charts that share their curves, a read-out and buttons.

import { followWidth, makeChart } from "./chart.js";
import { withMeasure } from "./curves.js";
import { Readout } from "./readout.js";
import { addButton, savePicture } from "./tools.js";

export class SectionView {
  constructor(place, section, strokes) {
    this.place = place;
    this.section = section;
    this.strokes = strokes;
    this.figures = [...place.querySelectorAll("figure[data-panel]")];
    this.state = {
      key: place.id,
      log: true,
      hidden: new Set(),
      curves: section.curves.map((curve) => withMeasure(curve, section.optimum)),
    };
    this.addTools();
    this.figures.forEach(followWidth);
  }

  addTools() {
    const tools = this.place.querySelector(".tools");
    this.logButton = addButton(tools, "Log scale", () => this.switchScale());
    this.logButton.setAttribute("aria-pressed", "true");
    addButton(tools, "Reset zoom", () => this.resetZoom());
    const hint = document.createElement("span");
    hint.textContent = "Drag across a chart to zoom, double-click to reset. Click a name to hide its curve.";
    tools.append(hint);
    for (const figure of this.figures) {
      const name = `${this.place.id.replace(/^run-/, "")}-${figure.dataset.panel}.svg`;
      const button = addButton(figure.querySelector("figcaption"), "SVG", () => savePicture(figure, name));
      button.title = "Save as a picture";
      figure.addEventListener("keydown", (event) => this.step(figure, event));
      figure.tabIndex = 0;
    }
  }

  /** Draws everything anew, in the present theme and scale; zooms stay. */
  draw() {
    this.drawn = true;
    this.place.classList.add("live");
    this.figures.forEach((figure, i) => {
      const before = figure.chart;
      const zoom = before && { min: before.scales.x.min, max: before.scales.x.max };
      before?.destroy();
      const panel = this.section.panels[i];
      const chart = makeChart(figure, panel, this.state, this.strokes, (column, x) => this.move(column, x));
      if (zoom) chart.setScale("x", zoom);
    });
    const place = this.place.querySelector(".readout");
    this.readout = new Readout(place, this.section, this.state, this.strokes, (name) => this.toggle(name));
  }

  move(column, x) {
    this.readout?.show(column, x);
    this.place.classList.toggle("reading", x !== null);
  }

  toggle(name) {
    const { hidden, curves } = this.state;
    if (!hidden.delete(name)) hidden.add(name);
    for (const { chart } of this.figures) {
      chart.batch(() => {
        curves.forEach((curve, i) => {
          if (curve.name === name) chart.setSeries(i + 1, { show: !hidden.has(name) });
        });
      });
    }
    this.readout.updateButtons();
  }

  switchScale() {
    this.state.log = !this.state.log;
    this.logButton.setAttribute("aria-pressed", String(this.state.log));
    this.draw();
  }

  resetZoom() {
    for (const { chart } of this.figures) {
      const xs = chart.data[0];
      chart.setScale("x", { min: xs[0] ?? null, max: xs[xs.length - 1] ?? null });
    }
  }

  /** Arrow keys move the cursor of a chart. */
  step(figure, event) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction || event.target !== figure) return;
    event.preventDefault();
    const { chart } = figure;
    const width = chart.over.clientWidth;
    const from = chart.cursor.left >= 0 ? chart.cursor.left : width / 2;
    const left = Math.min(width - 1, Math.max(0, from + direction * (event.shiftKey ? 20 : 2)));
    chart.setCursor({ left, top: chart.over.clientHeight / 2 });
  }
}
