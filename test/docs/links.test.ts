// Links between the pages lead somewhere: to a file that exists, and to a heading in it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../e2e/cli.ts";

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].sort();

const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");

/** As GitHub names the headings of a page. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

const broken = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/(?<!\\)\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, file))) return [link];
    return anchor === undefined || anchorsOf(file).has(anchor) ? [] : [link];
  });

test.each(PAGES)("%s", (page) => {
  expect(broken(page)).toEqual([]);
});

test("the index of docs/ has every page", () => {
  const index = readFileSync(join(ROOT, "docs/README.md"), "utf8");
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(pages.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});
