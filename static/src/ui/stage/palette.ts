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

const palettes = new WeakMap<HTMLElement, { readonly theme: string; readonly palette: Palette }>();

/** Read once per theme: reading makes the browser compute the styles of the page. */
export function paletteOf(host: HTMLElement): Palette {
  const theme = `${document.documentElement.dataset.theme} ${matchMedia("(prefers-color-scheme: dark)").matches}`;
  const known = palettes.get(host);
  if (known?.theme === theme) return known.palette;
  const palette = readPalette(host);
  palettes.set(host, { theme, palette });
  return palette;
}

function readPalette(host: HTMLElement): Palette {
  const probes = names.map(name => {
    const probe = document.createElement("span");
    probe.hidden = true;
    probe.style.setProperty("forced-color-adjust", "none");
    probe.style.color = `var(--${name})`;
    return probe;
  });
  host.append(...probes);
  const colours = probes.map((probe, at) => [names[at], getComputedStyle(probe).color] as const);
  for (const probe of probes) probe.remove();
  return Object.fromEntries(colours) as Palette;
}
