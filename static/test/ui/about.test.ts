// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import type { Health } from "../../src/page/api";
import { blankPage, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import { createAbout } from "../../src/ui/about";
import { words } from "../support/catalogue";

afterEach(() => document.body.replaceChildren());

test.each([
  ["en", "Licenses of the packages that this page contains"],
  ["zh", "本页面所含第三方软件包的许可证"],
] as const)("the about dialog in %s links to the licenses of what the page contains", (lang, text) => {
  const host = document.createElement("dialog");
  document.body.append(host);
  createAbout(host, createStore({ ...blankPage(words(lang)), lang }));
  const link = [...host.querySelectorAll("a")].find(({ textContent }) => textContent === text);
  expect(link?.getAttribute("href")).toBe("/static/THIRD_PARTY_LICENSES.txt");
});

test.each([
  ["mailto:abuse@example.org", 1],
  ["", 0],
] as const)("where its operator says how to be reached (%j), the about dialog links there", (contact, links) => {
  const host = document.createElement("dialog");
  document.body.append(host);
  const health: Health = { version: "1", sandbox: { tier: "N", layers: [] }, contact };
  createAbout(host, createStore<Page>({ ...blankPage(words("en")), health }));
  const found = [...host.querySelectorAll("a")].filter(({ textContent }) => textContent?.startsWith("Report a link"));
  expect(found.map(each => each.getAttribute("href"))).toEqual(links ? [contact] : []);
});
