/**
 * The line that the film is at, drawn behind the text. It is no decoration of CodeMirror: it moves at every step, and CodeMirror would lay
 * out and measure the code anew each time.
 */
import { BlockType, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { EditorMarks } from "./marks";

class FilmLine {
  private readonly bar = document.createElement("div");
  private readonly view: EditorView;
  private current: EditorMarks["current"] = null;

  constructor(view: EditorView) {
    this.view = view;
    this.bar.hidden = true;
    view.scrollDOM.append(this.bar);
    this.measure();
  }

  update(update: ViewUpdate): void {
    if (!update.geometryChanged) return;
    this.place();
    this.measure();
  }

  destroy(): void {
    this.bar.remove();
  }

  show(current: EditorMarks["current"]): void {
    this.current = current;
    this.place();
  }

  private place(): void {
    const { bar, view } = this;
    const current = this.current;
    const { doc } = view.state;
    bar.hidden = current === null || current.line < 1 || current.line > doc.lines;
    if (current === null || bar.hidden) return;
    const block = view.lineBlockAt(doc.line(current.line).from);
    // Without what a cell shows below its last line.
    const { top, height } = Array.isArray(block.type) ? (block.type.find(({ type }) => type === BlockType.Text) ?? block) : block;
    bar.className = `film-line ${current.tone}`;
    bar.style.top = `${top + view.documentPadding.top}px`;
    bar.style.height = `${height}px`;
  }

  /** It is as wide as the longest line. */
  private measure(): void {
    this.view.requestMeasure({
      key: this,
      read: ({ contentDOM }) => [contentDOM.offsetLeft, contentDOM.offsetWidth] as const,
      write: ([left, width]) => {
        this.bar.style.left = `${left}px`;
        this.bar.style.width = `${width}px`;
      },
    });
  }
}

export const filmLine = ViewPlugin.fromClass(FilmLine);
