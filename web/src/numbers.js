// Numbers as text.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function superscript(number) {
  return [...String(number)].map((c) => (c === "-" ? "⁻" : superscripts[c])).join("");
}

/** Ten to a whole power. */
export function powerLabel(exponent) {
  return "10" + superscript(exponent);
}

/** A number on an axis, to the digits that tell it from others a step away. */
export function tickLabel(value, step) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const lastDigit = Math.floor(Math.log10(step) + 1e-9);
  if (size >= 1e-3 * (1 - 1e-9) && size < 1e6) return value.toFixed(Math.min(20, Math.max(0, -lastDigit)));
  const exponent = Math.floor(Math.log10(size) + 1e-9);
  const digits = Math.min(6, Math.max(0, exponent - lastDigit));
  return (value / 10 ** exponent).toFixed(digits) + "·" + powerLabel(exponent);
}

/** A number in a cell; a dash where there is none. */
export function cellText(value, digits) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e6 ? value.toPrecision(digits) : value.toExponential(digits - 1);
}
