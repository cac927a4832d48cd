/** Reads what the extension needs from a film's HTML file, and prepares that file for a panel. */

import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";

const FILM = /<template id="film">([^<]*)<\/template>/;
/** Of a film as JSON, as `gradreel.film.bounds` has it: a small file may unpack to gigabytes. */
const MAX_BYTES = 96 * 1024 * 1024;
const POLICY = /(<meta http-equiv="Content-Security-Policy" content="[^"]*script-src )/;

/** Paths of the film's files, as the film shows them: the number of each is its place here. */
export function filesOf(html: string): readonly string[] {
  const packed = FILM.exec(html)?.[1]?.trim();
  if (!packed) throw new Error("this is no film of Gradreel");
  const run = JSON.parse(unpacked(packed)) as { files: readonly { path: string }[] };
  return run.files.map(({ path }) => path);
}

function unpacked(packed: string): string {
  try {
    return gunzipSync(Buffer.from(packed, "base64"), { maxOutputLength: MAX_BYTES }).toString("utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") throw error;
    throw new Error(`this film unpacks to more than ${MAX_BYTES} bytes, which is the most that is read: record less of the program`);
  }
}

/** What the panel tells the editor: the line of the step that the film shows. */
export interface FilmMessage {
  readonly file: number;
  readonly line: number;
}

/**
 * Runs in the panel. The film marks the row of its step with aria-current, and goes to the step of a row that is pressed: the same rows
 * are followed and pressed here, so that the film needs to know of no editor.
 */
function bridge(): void {
  const api = (globalThis as unknown as { acquireVsCodeApi(): { postMessage(message: FilmMessage): void } }).acquireVsCodeApi();
  const code = document.getElementById("code");
  if (!code) return;
  // The editor's styles for pages put a box behind every piece of code; the film has its own.
  document.getElementById("_defaultStyles")?.remove();
  const file = (): number => Number(code.querySelector("[role=tab][aria-selected=true]")?.id.replace("file-", "") ?? 0);
  const rows = (): readonly Element[] => [...code.querySelectorAll(".lines > li")];
  let told = "";
  const follow = (): void => {
    const line = rows().findIndex(row => row.getAttribute("aria-current") === "step") + 1;
    const message = { file: file(), line };
    if (line === 0 || told === JSON.stringify(message)) return;
    told = JSON.stringify(message);
    api.postMessage(message);
  };
  new MutationObserver(follow).observe(code, { subtree: true, attributes: true, attributeFilter: ["aria-current"], childList: true });
  addEventListener("message", ({ data }: MessageEvent<FilmMessage>) => {
    if (typeof data?.line !== "number" || typeof data.file !== "number") return;
    document.getElementById(`file-${data.file}`)?.click();
    if (file() === data.file) (rows()[data.line - 1] as HTMLElement | undefined)?.click();
  });
}

/** The film with the script that joins it to the editor; its policy allows that one script besides its own. */
export function forPanel(html: string): string {
  const script = `(${bridge.toString()})()`;
  const hash = createHash("sha256").update(script).digest("base64");
  return html.replace(POLICY, `$1'sha256-${hash}' `).replace("</body>", () => `<script>${script}</script></body>`);
}
