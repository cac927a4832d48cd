/**
 * Draws what badges say of a line: the last of them in the margin, as an icon with a version or a count, and in words where the pane is
 * wide (theme.ts); all of them in a tooltip, and all in words for a screen reader.
 */
import { GutterMarker, WidgetType } from "@codemirror/view";
import { icon } from "../dom/icons";
import type { Badge } from "./marks";

const ICONS = { save: "lock", edit: "pen", sil: "pen", bad: "cross" } as const;

/** One badge for each line, `+2` where there are more. */
export class BadgeMarker extends GutterMarker {
  readonly badges: readonly Badge[];

  constructor(badges: readonly Badge[]) {
    super();
    this.badges = badges;
  }

  override eq(other: BadgeMarker): boolean {
    return JSON.stringify(this.badges) === JSON.stringify(other.badges);
  }

  override toDOM(): Node {
    const last = this.badges.at(-1);
    const more = this.badges.length > 1 ? [spanOf("badge more", `+${this.badges.length - 1}`)] : [];
    return spanOf("badges", ...(last ? [marginBadge(last)] : []), ...more);
  }
}

/** A margin is hidden from screen readers, so the line ends with what its badges say, not drawn. */
export class SpokenBadges extends WidgetType {
  readonly text: string;

  constructor(badges: readonly Badge[]) {
    super();
    this.text = badges.map(({ text, parts }) => [text, ...parts].join(", ")).join("; ");
  }

  override eq(other: SpokenBadges): boolean {
    return this.text === other.text;
  }

  override toDOM(): HTMLElement {
    return spanOf("spoken-badges", ` ${this.text}`);
  }
}

/** Every badge, with what it stands for. */
export function allBadges(badges: readonly Badge[]): HTMLElement {
  const host = document.createElement("div");
  host.className = "all-badges";
  for (const badge of badges) {
    host.append(badgeOf(badge));
    for (const part of badge.parts) host.append(spanOf("part", part));
  }
  return host;
}

/** With words in it that are drawn where there is room. */
function marginBadge({ tone, text, short }: Badge): HTMLElement {
  return spanOf(`badge ${tone}`, icon(ICONS[tone]), spanOf("short", short), spanOf("in-words", text));
}

function badgeOf({ tone, text }: Badge): HTMLElement {
  return spanOf(`badge ${tone}`, text);
}

function spanOf(className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const span = document.createElement("span");
  span.className = className;
  span.append(...content);
  return span;
}
