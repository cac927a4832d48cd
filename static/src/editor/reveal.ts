/**
 * Scrolls the code as little as brings a line into view. Whether it is there already is known without asking the browser, which in the
 * middle of a step would lay out the page.
 */
import { EditorView } from "@codemirror/view";

/** Between the line and the edge of the pane. */
const MARGIN_PX = 22;

export function createReveal(view: EditorView): (line: number) => void {
  const { scrollDOM } = view;
  let height = 0;
  let last = 1;
  /** Null while the code is about to be scrolled. */
  let top: number | null = null;
  const know = () => {
    top = scrollDOM.scrollTop;
  };
  const startOf = (line: number) => view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line))).from;
  const isInView = (line: number, margin: number, room: number) => {
    const block = view.lineBlockAt(startOf(line));
    const y = block.top + view.documentPadding.top;
    return top !== null && top + margin <= y && y + block.height + margin <= top + room;
  };
  const scrollTo = (line: number) => {
    top = null;
    view.dispatch({ effects: EditorView.scrollIntoView(startOf(line), { y: "nearest", yMargin: MARGIN_PX }) });
    // CodeMirror scrolls in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(know));
  };
  scrollDOM.addEventListener("scroll", know, { passive: true });
  new ResizeObserver(entries => {
    const before = height;
    height = entries.at(-1)?.contentRect.height ?? 0;
    know();
    // A diagnosis that comes up below the code must not cover its line; where the reader has scrolled to is left alone.
    if (height < before && isInView(last, 0, before) && !isInView(last, MARGIN_PX, height)) scrollTo(last);
  }).observe(scrollDOM);
  return line => {
    last = line;
    if (!isInView(line, MARGIN_PX, height)) scrollTo(line);
  };
}
