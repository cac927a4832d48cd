/**
 * Stands in for d3-drag, of which d3-zoom wants two functions around a drag of the view: the stage's style sheet forbids selecting text, so
 * what is left is that the click which ends a drag selects nothing.
 */
export function dragDisable(): void {}

export function dragEnable(view: Window, moved: boolean): void {
  if (!moved) return;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  view.addEventListener("click", stop, { capture: true });
  setTimeout(() => view.removeEventListener("click", stop, { capture: true }), 0);
}
