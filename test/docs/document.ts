// Documents that are made from the code. UPDATE=1 (npm run docs) writes them.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export function expectDocument(name: string, text: string): void {
  const path = pathOf(name);
  if (process.env.UPDATE !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path) ? readFileSync(path, "utf8") : "", `${name} is out of date: npm run docs`).toBe(text);
}

/** Numbers in a page written by hand, each between `<!-- name -->` and `<!-- -->`. */
export function expectFigures(name: string, figures: Readonly<Record<string, number>>): void {
  const page = readFileSync(pathOf(name), "utf8");
  for (const figure of Object.keys(figures))
    expect(page, `${name} has no place for ${figure}`).toContain(`<!-- ${figure} -->`);
  const filled = page.replace(/(<!-- (\w+) -->)\d*(?=<!-- -->)/g, (_place, mark: string, figure: string) => {
    expect(Object.keys(figures), `${name} asks for a figure that nobody counts`).toContain(figure);
    return `${mark}${figures[figure]}`;
  });
  expectDocument(name, filled);
}
