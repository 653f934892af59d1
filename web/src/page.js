// Brings the page to life: charts are drawn as they come near.

import { SectionView } from "./section.js";
import { setUpTheme } from "./theme.js";
import { setUpCopyButtons } from "./tools.js";

const data = JSON.parse(document.getElementById("data").textContent);
const places = [...document.querySelectorAll("main > section")];
const views = places.map((place, i) => new SectionView(place, data.sections[i], data.strokes));

const nearby = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      views[places.indexOf(target)].draw();
    }
  },
  { rootMargin: "800px" },
);
places.forEach((place) => nearby.observe(place));

setUpTheme(document.getElementById("theme"), () => {
  for (const view of views) if (view.drawn) view.draw();
});
setUpCopyButtons();
