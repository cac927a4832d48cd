/** The editor's look, from the page's tokens: CSS variables reach into its shadow tree. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const tint = (tone: string) => ({
  backgroundColor: `color-mix(in srgb, var(--${tone}) 13%, transparent)`,
  "--ground": `color-mix(in srgb, var(--${tone}) 13%, var(--panel))`,
});
const badge = (tone: string) => ({ backgroundColor: `var(--${tone}-bg)`, color: `var(--${tone})` });

export const look = [
  EditorView.theme({
    "&": { color: "var(--ink)", backgroundColor: "transparent", height: "100%", fontSize: "12.5px" },
    "&.cm-focused": { outline: "none" },
    // A shadow at the right edge while a line is longer than the pane; the cover that hides it scrolls with the text.
    ".cm-scroller": {
      fontFamily: "var(--mono)",
      lineHeight: "22px",
      overflow: "auto",
      background: [
        "linear-gradient(to left, var(--panel) 50%, transparent) right / 44px 100% no-repeat local",
        "linear-gradient(to left, color-mix(in srgb, var(--ink) 15%, transparent), transparent) right / 12px 100% no-repeat scroll",
      ].join(),
    },
    ".cm-content": { padding: "10px 0", caretColor: "var(--ink)" },
    ".cm-line": { padding: "0 12px 0 2px" },
    ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
    ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
    ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 8px", minWidth: "30px" },
    ".cm-lineNumbers .cm-gutterElement:hover": { color: "var(--ink)", cursor: "pointer" },
    ".cm-activeLine": { backgroundColor: "transparent" },
    "&.cm-focused .cm-activeLine:not(.film-line)": { backgroundColor: "color-mix(in srgb, var(--ink) 4%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
      backgroundColor: "color-mix(in srgb, var(--fwd) 22%, transparent) !important",
    },
    ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--fwd) 18%, transparent)", outline: "none" },
    ".cm-placeholder": { color: "var(--faint)" },
    ".signs": { width: "18px" },
    ".sign": { display: "flex", alignItems: "center", justifyContent: "center", height: "22px" },
    ".sign .icon": { width: "12px", height: "12px", stroke: "currentColor", strokeWidth: "1.7" },
    ".sign.saved": { color: "var(--save)" },
    ".sign.edited": { color: "var(--edit)" },
    ".sign.raises": { color: "var(--bad)" },
    // On a line too long for the pane the badges stay at its right edge.
    ".badges": {
      display: "inline-flex",
      gap: "5px",
      paddingLeft: "11px",
      verticalAlign: "top",
      position: "sticky",
      right: "0",
      paddingRight: "8px",
      background: "linear-gradient(to right, transparent, var(--ground, var(--panel)) 11px)",
    },
    ".badge": {
      font: "600 11px/17px var(--sans)",
      marginTop: "2.5px",
      height: "17px",
      padding: "0 6px",
      borderRadius: "5px",
      whiteSpace: "nowrap",
    },
    ".badge.save": badge("save"),
    ".badge.edit": badge("edit"),
    ".badge.sil": badge("sil"),
    ".badge.bad": badge("bad"),
    ".film-line.fwd": tint("fwd"),
    ".film-line.edit": tint("edit"),
    ".film-line.bwd": tint("bwd"),
    ".film-line.bad": tint("bad"),
    ".squiggle": { textDecoration: "underline wavy var(--bad) 1.2px", textUnderlineOffset: "4px", textDecorationSkipInk: "none" },
    "&.edited-since .badges, &.edited-since .sign": { opacity: "0.5" },
    "&.edited-since .film-line": { backgroundColor: "transparent" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--fwd)" },
      { tag: [tags.number, tags.string, tags.special(tags.string)], color: "var(--edit)" },
      { tag: [tags.comment, tags.meta], color: "var(--faint)", fontStyle: "italic" },
      { tag: [tags.definition(tags.variableName), tags.function(tags.definition(tags.variableName))], color: "var(--ink)" },
      { tag: [tags.className], color: "var(--bwd)" },
    ]),
  ),
];
