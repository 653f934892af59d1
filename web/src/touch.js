// Fingers on a chart: sideways they mark a range as the mouse does, up and down they scroll.

const mouseEvents = { pointerdown: "mousedown", pointermove: "mousemove", pointerup: "mouseup" };

export function followFingers(over) {
  const pass = (event) => {
    if (event.pointerType !== "touch") return;
    const target = event.type === "pointerup" ? document : over;
    const { clientX, clientY } = event;
    // uPlot passes over moves by nothing.
    const init = { clientX, clientY, movementX: 1, button: 0, bubbles: true, view: window };
    if (event.type === "pointerdown") over.dispatchEvent(new MouseEvent("mousemove", init));
    target.dispatchEvent(new MouseEvent(mouseEvents[event.type], init));
  };
  for (const type of Object.keys(mouseEvents)) over.addEventListener(type, pass);
  over.addEventListener("pointercancel", (event) => {
    document.dispatchEvent(new MouseEvent("mouseup", { clientX: event.clientX, clientY: event.clientY, button: 0 }));
  });
}
