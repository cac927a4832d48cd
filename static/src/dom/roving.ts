/** One stop of the Tab key for a row of buttons: the arrow keys, Home and End move among them. */
export interface Roving {
  /** Draw the buttons anew; the one that had the focus keeps it by its name, else by its place. */
  readonly keep: (draw: () => void) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function createRoving(row: HTMLElement): Roving {
  let stop = 0;
  const buttons = () => [...row.children] as HTMLElement[];
  const put = (next: number) => {
    const all = buttons();
    stop = Math.max(0, Math.min(all.length - 1, next));
    for (const [at, button] of all.entries()) button.tabIndex = at === stop ? 0 : -1;
  };
  row.addEventListener("keydown", event => {
    const by = STEPS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    put(stop + by);
    buttons()[stop]?.focus();
  });
  row.addEventListener("focusin", ({ target }) => put(buttons().indexOf(target as HTMLElement)));
  return {
    keep: draw => {
      const focused = buttons().indexOf(document.activeElement as HTMLElement);
      const name = buttons()[focused]?.getAttribute("aria-label");
      draw();
      const same = focused < 0 ? -1 : buttons().findIndex(button => button.getAttribute("aria-label") === name);
      put(same >= 0 ? same : stop);
      if (focused >= 0) buttons()[stop]?.focus();
    },
  };
}
