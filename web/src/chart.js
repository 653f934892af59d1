// One panel: a uPlot in a figure.

import { ticksOf, xRange, yRange } from "./axes.js";
import { aligned, columnsOf } from "./curves.js";
import { isDark } from "./theme.js";
import { followFingers } from "./touch.js";

const height = 300;

/** Ticks as uPlot asks for them: positions first, then a label for each. */
function axis(label, log, pixels, style) {
  let ticks = [];
  return {
    label,
    labelSize: 22,
    labelGap: 0,
    labelFont: style.font,
    font: style.font,
    stroke: style.text,
    gap: 4,
    grid: { stroke: style.grid, width: 1 },
    ticks: { stroke: style.grid, width: 1, size: 5 },
    splits: (u, index, low, high) => {
      const room = u.bbox[index === 0 ? "width" : "height"] / devicePixelRatio;
      ticks = ticksOf(low, high, Math.max(2, Math.floor(room / pixels)), log);
      return ticks.map((tick) => tick.value);
    },
    filter: (u, splits) => splits,
    values: (u, splits) => splits.map((split) => ticks.find((tick) => tick.value === split)?.label ?? ""),
  };
}

/** Room for the longest label beside the vertical axis. */
function labelRoom(u, labels) {
  const longest = Math.max(0, ...(labels ?? []).map((label) => label.length));
  return Math.max(44, 16 + 7 * longest);
}

/** Points that have no neighbour to be joined with are drawn as dots. */
function lonely(u, series) {
  const ys = u.data[series];
  const drawn = [];
  let run = [];
  const close = () => {
    if (run.length === 1) drawn.push(run[0]);
    run = [];
  };
  for (let i = 0; i < ys.length; ++i) {
    if (ys[i] === null) close();
    else if (ys[i] !== undefined && run.length < 2) run.push(i);
  }
  close();
  return drawn;
}

function seriesOf(curve, strokes, shown) {
  const { light, dark, dash } = strokes[curve.stroke];
  const colour = isDark() ? dark : light;
  return {
    label: curve.name,
    show: shown,
    stroke: colour,
    width: 1.4,
    dash,
    points: { show: false, filter: lonely, size: 6, fill: colour, stroke: colour },
  };
}

function styleOf(figure) {
  const computed = getComputedStyle(figure);
  const page = getComputedStyle(document.documentElement).backgroundColor;
  return { font: `12px ${computed.fontFamily}`, text: computed.color, grid: computed.borderTopColor, page };
}

/** Draws a panel, with the curves and hidden names of a section's state; moved is told where the cursor is. */
export function makeChart(figure, panel, state, strokes, moved) {
  const columns = columnsOf(panel.name);
  const style = styleOf(figure);
  const { log } = state;
  const target = figure.querySelector(".chart");
  const options = {
    width: target.clientWidth,
    height,
    legend: { show: false },
    scales: {
      x: { time: false, range: (u, low, high) => xRange(low, high) },
      y: { distr: log ? 3 : 1, range: (u, low, high) => yRange(low, high, log) },
    },
    axes: [
      { ...axis(panel.xLabel, false, 60, style), size: 30 },
      { ...axis(panel.yLabel, log, 40, style), size: labelRoom },
    ],
    series: [{}, ...state.curves.map((curve) => seriesOf(curve, strokes, !state.hidden.has(curve.name)))],
    cursor: {
      y: false,
      drag: { x: true, y: false, dist: 5 },
      points: { size: 9, width: 1.5, stroke: style.page, fill: (u, i) => u.series[i].stroke(u, i) },
      sync: columns.x === "iteration" ? { key: state.key, setSeries: false } : undefined,
    },
    hooks: {
      setCursor: [(u) => moved(columns.x, u.cursor.left >= 0 ? u.posToVal(u.cursor.left, "x") : null)],
    },
  };
  const chart = new uPlot(options, aligned(state.curves, columns, log), target);
  followFingers(chart.over);
  figure.chart = chart;
  return chart;
}

/** As wide as its figure, always. */
export function followWidth(figure) {
  new ResizeObserver(() => {
    const width = figure.querySelector(".chart").clientWidth;
    if (figure.chart && width > 0 && width !== figure.chart.width) figure.chart.setSize({ width, height });
  }).observe(figure);
}
