/** Turns the colours of the style sheet into colours that a canvas understands, in the palette that is shown now. */
const names = [
  "paper",
  "panel",
  "lane",
  "line2",
  "ink",
  "mute",
  "fwd",
  "fwd-bg",
  "edit",
  "edit-bg",
  "bwd",
  "bwd-bg",
  "bad",
  "bad-bg",
  "save",
] as const;
export type ColourName = (typeof names)[number];
export type Palette = Readonly<Record<ColourName, string>>;

export function paletteOf(host: HTMLElement): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  host.append(probe);
  const style = getComputedStyle(probe);
  const colours = names.map(name => {
    probe.style.color = `var(--${name})`;
    return [name, style.color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}
