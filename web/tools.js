// Buttons that copy.

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
