/** Turns the commands of a notebook into comments: `!pip install torch`, `%matplotlib inline`, `torch.add?`, and `pip install` itself. */
import { withoutMarkers } from "./cells";
import { scan } from "./scan";

const COMMAND = /^(\s*)([!%?].*|\$ .*|[\w.]+\?{1,2}\s*|(?:pip3?|conda|mamba) (?:install|uninstall)\b.*)$/;

export function withoutCommands(code: string): string {
  const lines = scan(code).lines.map(({ text, fresh }) => {
    const [, indent = "", command] = (fresh && COMMAND.exec(text)) || [];
    if (command === undefined) return text;
    // In a block of its own something must be left.
    return indent === "" ? withoutMarkers(`# ${command}`) : `${indent}pass  # ${command}`;
  });
  return lines.join("\n");
}
