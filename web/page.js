// What a page can do beside being read: tell numbers at the pointer, draw over a linear axis, turn dark.

import { addAxisChoice } from "./axis.js";
import { Chart } from "./chart.js";
import { addReadout } from "./readout.js";
import { setUpTheme } from "./theme.js";
import { setUpCopyButtons } from "./tools.js";

for (const section of document.querySelectorAll("main > section:has(.legend)")) {
  const charts = [...section.querySelectorAll("[data-panel]")].map((figure) => new Chart(figure));
  charts.forEach(addReadout);
  addAxisChoice(section, charts);
}
setUpTheme(document.getElementById("theme"));
setUpCopyButtons();
