/** Takes out what colours text in a terminal and in a notebook's tracebacks: no editor shows it, and no program has it. */
const ESC = "\u001b";
/** CSI sequences (`ESC [ 0;31 m`) and OSC sequences (`ESC ] … BEL`, or `ESC \`), as ECMA-48 has them. */
const SEQUENCE = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007${ESC}]{0,2000}(?:\u0007|${ESC}\\\\))`, "g");

export function withoutColours(text: string): string {
  return text.includes(ESC) ? text.replaceAll(SEQUENCE, "") : text;
}
