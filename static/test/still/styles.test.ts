// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { serialize } from "../../src/still/serialize";
import { applyStyles, readStyles } from "../../src/still/styles";

const CSS = `
:root { --ink: light-dark(#111, #eee); --line: light-dark(#222, #ddd); }
/* a comment with { braces } and @rules */
@media print { .box { fill: red; } }
@keyframes spin { from { fill: red } to { fill: blue } }
.box { fill: var(--ink); stroke-width: 1.5px; transition: fill 1s; }
svg.stage .thing.is-now .box { stroke: var(--line); }
.thing:is(.is-now, .is-old) :is(.box, text) { opacity: 0.5; }
.thing:not(.is-now) .box { fill: green; }
.box:hover { fill: pink; }
text { fill: var(--ink); font: 12px serif; }
`;

const drawing = (): Element => {
  const holder = document.createElement("div");
  holder.innerHTML =
    '<svg class="stage"><g class="thing is-now"><rect class="box"/><text>a</text></g><g class="thing"><rect class="box"/></g></svg>';
  return holder.firstElementChild as Element;
};

const attributes = (element: Element | null | undefined): Record<string, string> =>
  Object.fromEntries([...(element?.attributes ?? [])].filter(({ name }) => name !== "class").map(({ name, value }) => [name, value]));

describe("styles as attributes", () => {
  it("are what a browser would have computed, for one theme", () => {
    const svg = drawing();
    applyStyles(svg, readStyles(CSS, "light"));
    const [now, other] = [...svg.querySelectorAll("rect")];
    expect(attributes(now)).toEqual({ fill: "#111", "stroke-width": "1.5", stroke: "#222", opacity: "0.5" });
    expect(attributes(other)).toEqual({ fill: "green", "stroke-width": "1.5" });
    expect(attributes(svg.querySelector("text"))).toEqual({ fill: "#111", opacity: "0.5" });
  });

  it("apply where a list of selectors holds others", () => {
    const svg = drawing();
    const css = `
      text { fill: blue; }
      svg.stage :is(.thing:not(.is-old) text, .other:is(.a, .b) .box) { display: none; }
      .stage .thing:not(:is(.is-now, .is-old)) .box { fill: red; }
      svg.stage .thing :is(.box) { fill: green; }
    `;
    applyStyles(svg, readStyles(css, "light"));
    expect(attributes(svg.querySelector("text"))).toEqual({ fill: "blue", display: "none" });
    expect([...svg.querySelectorAll("rect")].map(attributes)).toEqual([{ fill: "green" }, { fill: "red" }]);
  });

  it("follow the theme", () => {
    const svg = drawing();
    applyStyles(svg, readStyles(CSS, "dark"));
    expect(svg.querySelector("rect")?.getAttribute("stroke")).toBe("#ddd");
  });
});

describe("a drawing as XML", () => {
  it("is well-formed with any text", () => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.setAttribute("aria-label", `<"&'> \u0000`);
    text.textContent = "</text><script>\u0007\ud800 张";
    svg.append(text);
    const parsed = new DOMParser().parseFromString(serialize(svg), "image/svg+xml").documentElement;
    expect(parsed.querySelector("parsererror")).toBeNull();
    expect(parsed.firstElementChild?.getAttribute("aria-label")).toBe(`<"&'> \ufffd`);
    expect(parsed.textContent).toBe("</text><script>\ufffd\ufffd 张");
  });
});
