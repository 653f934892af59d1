// Buttons.

export function addButton(place, text, pressed) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", pressed);
  place.append(button);
  return button;
}

async function copy(text, source) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection().selectAllChildren(source);
    document.execCommand("copy");
  }
}

/** Each copies the text of the code before it, and says so for a while. */
export function setUpCopyButtons() {
  for (const button of document.querySelectorAll("button.copy")) {
    const code = button.previousElementSibling;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copy(code.textContent, code);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
  }
}

/** Saves the picture in a figure as a file. */
export function savePicture(figure, name) {
  const text = figure.querySelector(".picture").innerHTML;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
