/** What is copied with formulas in it has each as one line, as films and files have it: a browser would leave out what only lines say. */

/** What begins on a line of its own. */
const BLOCKS = "p, li, h1, h2, h3, dt, dd, pre, div, section, summary, tr";

export function copyFormulasAsText(): void {
  document.addEventListener("copy", event => {
    const selection = document.getSelection();
    if (selection === null || selection.rangeCount === 0 || event.clipboardData === null || event.defaultPrevented) return;
    const text = textWithFormulas(selection);
    if (text === null) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  });
}

/** The selected text; null where it holds no formula, and where all of it is inside one. */
function textWithFormulas(selection: Selection): string | null {
  const formulas = [...document.querySelectorAll(".formula")].filter(formula => selection.containsNode(formula, true));
  const { commonAncestorContainer } = selection.getRangeAt(0);
  if (formulas.length === 0 || formulas.some(formula => formula.contains(commonAncestorContainer))) return null;
  const copy = document.createElement("div");
  copy.append(selection.getRangeAt(0).cloneContents());
  for (const formula of copy.querySelectorAll(".formula")) formula.replaceWith(formula.getAttribute("aria-label") ?? "");
  for (const block of copy.querySelectorAll(BLOCKS)) block.append("\n");
  return copy.textContent?.trimEnd() ?? null;
}
