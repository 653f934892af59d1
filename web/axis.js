// The choice between logarithmic and linear iterations, one for each section.

/** Adds it to the legend. */
export function addAxisChoice(section, charts) {
  if (!charts.some((chart) => chart.x.log)) return;
  const label = document.createElement("label");
  label.className = "axis-choice";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.addEventListener("change", () => {
    section.classList.toggle("linear", box.checked);
    charts.forEach((chart) => chart.setLinear(box.checked));
  });
  label.append(box, "linear axis");
  section.querySelector(".legend").append(label);
}
