// Legend and read-out in one table: a row for each curve, with its record at the cursor.

import { nearestRow } from "./curves.js";
import { cellText } from "./numbers.js";
import { isDark } from "./theme.js";

const svgSpace = "http://www.w3.org/2000/svg";

function element(tag, text, parent) {
  const made = document.createElement(tag);
  made.textContent = text;
  parent?.append(made);
  return made;
}

/** A piece of the line that a curve is drawn with. */
function sample({ light, dark, dash }) {
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("viewBox", "0 0 32 8");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(svgSpace, "path");
  line.setAttribute("d", "M0 4H32");
  line.setAttribute("stroke", isDark() ? dark : light);
  line.setAttribute("stroke-dasharray", dash.join(" "));
  line.setAttribute("stroke-width", "2.5");
  svg.append(line);
  return svg;
}

function columnsFor(section) {
  return [
    { label: "iteration", column: "iteration", digits: 7 },
    { label: "seconds", column: "seconds", digits: 4 },
    { label: "value", column: "value", digits: 8 },
    ...(section.optimum === null ? [] : [{ label: section.panels[0].yLabel, column: "measure", digits: 4 }]),
    { label: section.measure, column: "gap", digits: 4 },
    { label: "step", column: "step", digits: 4 },
    { label: "L", column: "lipschitz", digits: 4 },
    { label: "backtracks", column: "backtracks", digits: 4 },
  ];
}

/** Fills the place given; toggled is told the name of the curve whose button was pressed. */
export class Readout {
  constructor(place, section, state, strokes, toggled) {
    this.state = state;
    this.columns = columnsFor(section);
    const table = document.createElement("table");
    this.caption = element("caption", "", table);
    const head = table.createTHead().insertRow();
    for (const { label } of [{ label: "curve" }, ...this.columns]) element("th", label, head).scope = "col";
    const body = table.createTBody();
    this.rows = state.curves.map((curve) => this.makeRow(body, curve, strokes, toggled));
    place.replaceChildren(table);
    this.show("iteration", null);
  }

  makeRow(body, curve, strokes, toggled) {
    const row = body.insertRow();
    const head = element("th", "", row);
    head.scope = "row";
    const button = element("button", "", head);
    button.type = "button";
    button.title = `Show or hide ${curve.name}`;
    button.setAttribute("aria-pressed", String(!this.state.hidden.has(curve.name)));
    button.append(sample(strokes[curve.stroke]), curve.name);
    button.addEventListener("click", () => toggled(curve.name));
    return { curve, button, cells: this.columns.map(() => row.insertCell()) };
  }

  /** The records nearest to x in this column, or the last ones where there is no x. */
  show(column, x) {
    const where = column === "seconds" ? `At ${cellText(x, 4)} s` : `At iteration ${Math.round(x)}`;
    this.caption.textContent = x === null ? "At the end of each run" : where;
    for (const { curve, cells } of this.rows) {
      const at = x === null ? curve.iteration.length - 1 : nearestRow(curve[column], x);
      this.columns.forEach(({ column: name, digits }, i) => {
        cells[i].textContent = cellText(curve[name][at], digits);
      });
    }
  }

  updateButtons() {
    for (const { curve, button } of this.rows) {
      button.setAttribute("aria-pressed", String(!this.state.hidden.has(curve.name)));
    }
  }
}
