// Light and dark: what the reader's system says, until a button says otherwise.

const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}

/** Sets up the button, which offers the other theme. */
export function setUpTheme(button) {
  const update = () => (button.textContent = isDark() ? "Light" : "Dark");
  button.hidden = false;
  update();
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    update();
  });
  system.addEventListener("change", update);
}
