/** Puts the fences of Markdown in place of what opens and closes listings in other markup: Org, Jekyll, Hugo, wikis, Jira, AsciiDoc, LaTeX, HTML. */

const WORD = "([\\w+#-]+)";
/** Each with the language, where it is named; what follows on the line is the first line of code. */
const OPENS = new RegExp(
  [
    `^\\s*#\\+BEGIN_SRC\\s+${WORD}.*$`,
    "^\\s*#\\+BEGIN_(?:EXAMPLE|SRC)\\s*$",
    `^\\s*\\{%-?\\s*highlight\\s+${WORD}.*%\\}`,
    `^\\s*\\{\\{[<%]\\s*highlight\\s+"?${WORD}.*[>%]\\}\\}`,
    `^\\s*<(?:syntaxhighlight|source)\\s+lang="?${WORD}[^>]*>`,
    `^\\s*\\{code(?::(?:title=[^|}]*\\|)?(?:language=)?${WORD})?[^}]*\\}`,
    "^\\s*\\{noformat\\}",
    `^\\s*\\[(?:sourcecode|code|cc)\\s+(?:language|lang)="?${WORD}[^\\]]*\\]`,
    `^\\s*\\\\begin\\{(?:lstlisting|verbatim|Verbatim)\\}(?:\\[.*?language=${WORD}.*?\\]|\\[.*?\\])?`,
    `^\\s*\\\\begin\\{minted\\}(?:\\[.*?\\])?\\{${WORD}\\}`,
    `^\\s*\\{\\{\\{(?:#!${WORD})?\\s*$`,
    `^\\s*<pre[^>]*>\\s*<code(?:[^>]*class="[^"]*?(?:language-|lang-)?${WORD}[^"]*")?[^>]*>`,
    "^\\s*<(?:pre|code)(?:\\s[^>]*)?>(?!.*</code>)",
  ].join("|"),
  "i",
);
const CLOSES =
  /(?<!\s)\s*(?:#\+END_(?:SRC|EXAMPLE)|\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}|<\/(?:syntaxhighlight|source)>|\{(?:code|noformat)\}|\[\/(?:sourcecode|code|cc)\]|\\end\{(?:lstlisting|verbatim|Verbatim|minted)\}|\}\}\}|<\/code>\s*<\/pre>|<\/pre>|<\/code>)\s*$/i;
/** The source block of AsciiDoc, whose rules open and close. */
const ASCIIDOC = /^\s*\[(?:source|listing)(?:,\s*([\w+#-]+))?.*\]\s*$/i;

export function withPlainFences(lines: readonly string[]): readonly string[] {
  if (!lines.some(line => OPENS.test(line) || ASCIIDOC.test(line))) return lines;
  const plain: string[] = [];
  let [isOpen, isFenced] = [false, false];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const rule = ASCIIDOC.exec(line);
    if (!isOpen && /^\s*(?:`{3,}|~{3,})/.test(line)) isFenced = !isFenced;
    const opened = isOpen || isFenced ? null : OPENS.exec(line);
    if (!isOpen && !isFenced && rule !== null && /^-{4,}\s*$/.test(lines[at + 1] ?? "")) {
      const end = lines.findIndex((each, next) => next > at + 1 && /^-{4,}\s*$/.test(each));
      const last = end < 0 ? lines.length : end;
      plain.push(`\`\`\`${rule[1] ?? ""}`, ...lines.slice(at + 2, last), "```");
      at = last;
    } else if (opened !== null) {
      plain.push(`\`\`\`${opened.slice(1).find(Boolean) ?? (/EXAMPLE|noformat/i.test(opened[0]) ? "text" : "")}`);
      const rest = line.slice(opened[0].length);
      isOpen = !CLOSES.test(rest);
      if (rest.trim() !== "") plain.push(rest.replace(CLOSES, ""));
      if (!isOpen) plain.push("```");
    } else if (isOpen && CLOSES.test(line)) {
      const rest = line.replace(CLOSES, "");
      if (rest.trim() !== "") plain.push(rest);
      plain.push("```");
      isOpen = false;
    } else plain.push(line);
  }
  return plain;
}
