// Light and dark: what the reader's system says, until a button says otherwise.

const system = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}

/** Sets up the button, which offers the other theme; calls back after each change. */
export function setUpTheme(button, changed) {
  const update = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    changed();
  };
  button.hidden = false;
  button.textContent = isDark() ? "Light" : "Dark";
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    update();
  });
  system.addEventListener("change", update);
}
