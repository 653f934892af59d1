// Ranges and ticks of axes.

import { powerLabel, tickLabel } from "./numbers.js";

/** From the smallest to the largest value and a little more, whatever they are. */
export function yRange(low, high, log) {
  if (low === null || high === null || low === undefined || high === undefined) return log ? [0.1, 10] : [0, 1];
  const a = log ? Math.log10(low) : low;
  const b = log ? Math.log10(high) : high;
  const close = log ? 0.1 : 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-300);
  const air = b - a < close ? (log ? 0.5 : Math.max(0.5 * Math.abs(a), 0.5)) : 0.04 * (b - a);
  return log ? [10 ** Math.max(a - air, -323), 10 ** Math.min(b + air, 308)] : [a - air, b + air];
}

/** From the first to the last x, and never a single point. */
export function xRange(low, high) {
  if (low === null || high === null || low === undefined || high === undefined) return [0, 1];
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

function decades(low, high, wanted) {
  const step = Math.max(1, Math.ceil((high - low) / wanted));
  const ticks = [];
  for (let e = Math.ceil(low / step - 1e-9) * step; e <= high + 1e-9; e += step) {
    ticks.push({ value: 10 ** e, label: powerLabel(e) });
  }
  return ticks;
}

function withinDecades(low, high) {
  const ticks = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.floor(Math.log10(high)); ++e) {
    for (const factor of [1, 2, 5]) {
      const value = factor * 10 ** e;
      if (value >= low && value <= high) ticks.push({ value, label: tickLabel(value, 10 ** e) });
    }
  }
  return ticks;
}

function evenly(low, high, wanted) {
  const least = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9));
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k <= high / step + 1e-9 && ticks.length < 2 * wanted; ++k) {
    ticks.push({ value: k * step, label: tickLabel(k * step, step) });
  }
  return ticks;
}

/** Round values inside a range, about as many as wanted, with their labels. */
export function ticksOf(low, high, wanted, log) {
  if (!(low < high) || !Number.isFinite(high - low)) return [];
  if (!log) return evenly(low, high, wanted);
  const width = Math.log10(high) - Math.log10(low);
  const powers = decades(Math.log10(low), Math.log10(high), wanted);
  if (powers.length >= 3 || width >= 3) return powers;
  const finer = withinDecades(low, high);
  return finer.length >= 2 ? finer : evenly(low, high, wanted);
}
