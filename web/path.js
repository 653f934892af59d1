// What belongs together is lit up together: a radius in all pictures and in the table, a coefficient in its picture and
// among the bars. The page tells the same without.

import { setUpTheme } from "./theme.js";
import { setUpCopyButtons } from "./tools.js";

/** Elements with the same value of the attribute get the class "here" while the pointer is on one of them. */
function link(attribute) {
  const others = (element) =>
    [...document.querySelectorAll(`[${attribute}]`)].filter((other) => other.getAttribute(attribute) === element.getAttribute(attribute));
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    element.addEventListener("pointerenter", () => others(element).forEach((other) => other.classList.add("here")));
    element.addEventListener("pointerleave", () => others(element).forEach((other) => other.classList.remove("here")));
  }
}

link("data-fit");
link("data-name");
setUpTheme(document.getElementById("theme"));
setUpCopyButtons();
