/**
 * One cell of a program in an embed that opens at it: its lines alone, under a button that shows the whole program, where it is marked.
 *
 * Its rows carry `data-asked`: `height.ts` measures them.
 */
import { linesOfCell } from "../../trace/cell-lines";
import type { CodeCell } from "../../trace/cells";

export interface OneCell {
  /** Of the file that is shown, leave what is outside the cell out. */
  readonly show: (rows: readonly HTMLElement[], file: number) => void;
  readonly setWhole: (isWhole: boolean) => void;
}

export function createOneCell(host: HTMLElement, list: HTMLElement, cell: CodeCell | undefined, onChange: () => void): OneCell {
  const button = host.querySelector<HTMLElement>(".whole");
  let isWhole = cell === undefined || button === null;
  let within: (outside: boolean) => void = () => {};
  const setWhole = (next: boolean): void => {
    isWhole = next;
    button?.setAttribute("aria-pressed", `${next}`);
    within(!next);
    onChange();
  };
  button?.addEventListener("click", () => setWhole(!isWhole));
  return {
    show: (rows, file) => {
      if (button === null || cell === undefined) return;
      const isFile = file === (cell.file ?? 0);
      button.hidden = !isFile;
      const lines = rows.map(row => row.textContent ?? "");
      const [first, last] = isFile ? linesOfCell(cell, lines) : [1, lines.length];
      const own = rows.slice(first - 1, last);
      const others = rows.filter((_, at) => at < first - 1 || at >= last);
      for (const row of own) row.toggleAttribute("data-asked", isFile);
      within = areOut => {
        for (const row of others) row.hidden = areOut;
        list.style.counterReset = `line ${areOut ? first - 1 : 0}`;
      };
      within(!isWhole);
    },
    setWhole,
  };
}
