/** Says what the boxes of an overview are called, and how large they are. */
import type { Chip } from "../trace/index";
import type { BoxTexts, Group, GroupContent, Vertex } from "./graph";
import { groupBox, groupCount, groupLabel, markRoom } from "./group-sizes";
import { keepStart, monoWidth, proseWidth } from "./measure";
import type { Wording } from "./sizes";

const MIN_WIDTH = 76;
const BRIEF_HEIGHT = 44;
const DETAILED_HEIGHT = 56;
const MIRRORED_HEIGHT = 40;
/** The name is bold, so it is wider than its size says; the mark that a box opens is beside it. */
const NAME_SIZE = 14.5;
const OPENS_WIDTH = 18;
const MAX_RANGE_LETTERS = 24;

export interface BoxSizes {
  readonly box: (group: Group, chips: readonly Chip[]) => Pick<Vertex, "width" | "height" | "reach" | "above">;
  /** The nodes of a group. */
  readonly mirrored: (group: Group, count: number, failing: string) => Pick<Vertex, "width" | "height" | "reach">;
}

/** The three lines of a closed group in an overview: its name, what it is, and how much is in it; the last may be empty. */
export function boxTexts(group: Group, word: Wording): BoxTexts {
  const { content, kind, ops, members = 0, sample, mixed = false } = group;
  const name = group.kind === "range" ? rangeName(group, word) : groupLabel(group, word);
  if (content === undefined) return { name, count: groupCount(group, word), detail: "" };
  const parameters = content.parameters === 0 ? "" : word("overview-parameters", { count: content.parameters });
  const edits = editsText(content, word);
  if (kind === "tensors")
    return { name, count: parameters === "" ? word("overview-tensors", { count: content.tensors }) : parameters, detail: "" };
  if (kind === "call" && edits !== "") return { name, count: edits, detail: "" };
  if (kind === "cell" && ops === 0 && edits === "") return { name, count: bareText(group, content, word), detail: "" };
  const opCount = ops === 0 ? edits : word("stage-ops", { count: ops });
  const what = kind === "roll" ? rolledText(members, sample, mixed ? ops : null, word) : keepStart(content.className, 16);
  const onlyEdits = sample?.ops === 0 && (sample.content?.className ?? "") === "" && edits !== "";
  if (kind === "roll") return { name, count: onlyEdits ? edits : what, detail: parameters };
  const counted = what === "" ? opCount : ops === 1 ? what : `${what} · ${opCount}`;
  // The parameters of a cell are mostly leaves that it made for itself.
  return { name, count: counted, detail: group.cells === undefined ? parameters : "" };
}

/** A cell in which nothing is drawn made a few tensors, or failed at once. */
function bareText({ cells }: Group, { tensors }: GroupContent, word: Wording): string {
  const type = cells?.[0]?.failure?.exception_type;
  return type ?? (tensors === 0 ? "" : word("overview-tensors", { count: tensors }));
}

function rangeName({ label, lines = "" }: Group, word: Wording): string {
  return label === "" ? word("overview-lines", { lines }) : keepStart(label, MAX_RANGE_LETTERS);
}

/** `4 × Block`, `4 × 12 ops`; where not the same happens in all of them, `total` ops. */
function rolledText(members: number, sample: Group | undefined, total: number | null, word: Wording): string {
  const name = sample?.content?.className ?? "";
  if (name !== "") return `${members} × ${keepStart(name, 16)}`;
  return total === null ? `${members} × ${word("stage-ops", { count: sample?.ops ?? 0 })}` : word("stage-ops", { count: total });
}

function editsText({ edited, editedParameters }: GroupContent, word: Wording): string {
  if (edited === 0) return "";
  return editedParameters > 0
    ? word("overview-edits-parameters", { count: editedParameters })
    : word("overview-edits-tensors", { count: edited });
}

export function boxSizes(word: Wording): BoxSizes {
  return {
    box: (group, chips) => {
      const stack = group.kind === "roll" ? groupBox.stack * 2 : 0;
      const { name, count, detail } = boxTexts(group, word);
      const text = Math.max(proseWidth(name, NAME_SIZE) + OPENS_WIDTH + markRoom(group), proseWidth(count, 12), proseWidth(detail, 12));
      const width = Math.ceil(Math.max(MIN_WIDTH, text + 24));
      const badge = chips.length > 0 ? groupBox.badge + 6 : 0;
      const badgeWidth = Math.max(0, ...chips.map(chip => monoWidth(keepStart(chip.text, 18), 11.5) + 34));
      const height = detail === "" ? BRIEF_HEIGHT : DETAILED_HEIGHT;
      return { width, height, reach: Math.max(width + stack * 2, badgeWidth), above: Math.max(stack, badge) };
    },
    mirrored: (group, count, failing) => {
      const second = Math.max(proseWidth(word("stage-nodes", { count }), 12), monoWidth(keepStart(failing, 24), 12));
      const width = Math.ceil(Math.max(MIN_WIDTH, proseWidth(boxTexts(group, word).name, 12.5) + 22, second + 22));
      return { width, height: MIRRORED_HEIGHT, reach: width };
    },
  };
}
