// The numbers of curves, as panels need them.

/** A copy of a curve with what the first and last panel show, its measure, as one more column. */
export function withMeasure(curve, optimum) {
  const measure =
    optimum === null ? curve.gap : curve.value.map((value) => (value === null ? null : value - optimum));
  return { ...curve, measure };
}

/** Which columns of a curve a panel shows. */
export function columnsOf(panel) {
  return {
    gap: { x: "iteration", y: "measure" },
    lipschitz: { x: "iteration", y: "lipschitz" },
    time: { x: "seconds", y: "measure" },
  }[panel];
}

/** Points in order of x; those without an x are left out, and y is null where it cannot be drawn. */
function points(curve, columns, log) {
  const xs = [];
  const ys = [];
  const rows = curve[columns.x].map((_, row) => row).filter((row) => curve[columns.x][row] !== null);
  rows.sort((a, b) => curve[columns.x][a] - curve[columns.x][b] || a - b);
  for (const row of rows) {
    const y = curve[columns.y][row];
    xs.push(curve[columns.x][row]);
    ys.push(y === null || (log && y <= 0) ? null : y);
  }
  return [xs, ys];
}

/** All curves over the union of their x, as uPlot wants them. */
export function aligned(curves, columns, log) {
  if (curves.length === 0) return [[]];
  return uPlot.join(curves.map((curve) => points(curve, columns, log)));
}

/** The row of a curve whose x is nearest; -1 in a curve without rows. */
export function nearestRow(xs, x) {
  let best = -1;
  let low = 0;
  let high = xs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (best < 0 || Math.abs(xs[middle] - x) < Math.abs(xs[best] - x)) best = middle;
    if (xs[middle] < x) low = middle + 1;
    else high = middle - 1;
  }
  return best;
}
