/**
 * Tells the article how high the frame would like to be, whenever that changes; `embed.js` there listens, if the article has it.
 *
 * The height depends on the frame's width alone, so that granting it cannot change it.
 */
import { listHeight, stageHeight } from "../../stage/frame";

type Extent = () => { readonly width: number; readonly height: number; readonly compact?: boolean } | null;

/** What is above and below film and code; the diagnosis opens over them. */
const BARS = ".narration, .author-note, .embed-bar, .why";
const QUESTION = ".question";
/** Of a question whose answers stand in one row: its room is there before it is asked. */
const QUESTION_PX = 84;

export function announceHeight(host: HTMLElement, id: string | null, extent: Extent): void {
  let last = 0;
  // The room of the highest question stays: the article does not move with each of them.
  let asked = host.querySelector(QUESTION) === null ? 0 : QUESTION_PX;
  const announce = (): void => {
    asked = Math.max(asked, host.querySelector<HTMLElement>(QUESTION)?.offsetHeight ?? 0);
    const height = Math.ceil(preferredHeight(host, extent())) + asked;
    if (height === last) return;
    last = height;
    parent.postMessage({ type: "gradreel:resize", v: 1, id, height }, "*");
  };
  const observer = new ResizeObserver(announce);
  for (const child of [host, ...host.querySelectorAll(`${BARS}, ${QUESTION}, .embed-code`)]) observer.observe(child);
  addEventListener("message", event => {
    if (event.source !== parent || event.data?.type !== "gradreel:ask") return;
    last = 0;
    announce();
  });
}

function preferredHeight(host: HTMLElement, extent: ReturnType<Extent>): number {
  const rest = [...host.querySelectorAll<HTMLElement>(BARS)].reduce((sum, part) => sum + part.offsetHeight, 0);
  const above = [...host.querySelectorAll<HTMLElement>(".file-tabs, .whole")].reduce((sum, part) => sum + part.offsetHeight, 0);
  const code = above + codeHeight(host.querySelector<HTMLElement>(".embed-code:not([hidden]) ol"));
  const panes = host.querySelector(".embed-panes");
  const beside = panes !== null && getComputedStyle(panes).flexDirection === "row";
  const stage = extent ? stageHeight(extent, host.querySelector(".stage")?.clientWidth ?? host.clientWidth) : 0;
  return rest + (beside ? Math.max(stage, code) : stage + code) + 2;
}

/** What all lines need, or those of the cell that is asked for; the list itself is as high as it is allowed to be. */
function codeHeight(list: HTMLElement | null): number {
  const asked = list?.querySelectorAll("[data-asked]");
  const rows = asked?.length ? asked : list?.children;
  const [first, last] = [rows?.[0], rows?.[rows.length - 1]];
  return first && last ? listHeight(last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) : 0;
}
