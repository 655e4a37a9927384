// Committed files that a text is compared with. UPDATE=1 writes them.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

export const UPDATE = process.env["UPDATE"] === "1";

/** For the files of one folder below test/golden. */
export const openGolden = (folder: string): ((name: string, text: string) => void) => {
  const place = new URL(`golden/${folder}/`, import.meta.url);
  return (name, text) => {
    const file = new URL(name, place);
    if (UPDATE) {
      mkdirSync(place, { recursive: true });
      writeFileSync(file, text);
    }
    expect(existsSync(file), `${name} is missing; UPDATE=1 writes it`).toBe(true);
    expect(text).toBe(readFileSync(file, "utf8"));
  };
};
