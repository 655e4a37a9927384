// Captures of servers nobody here wrote, judged again: what fails is what was read by hand, and is written down with its
// evidence in docs/field-notes.md.
//   UPDATE=1 writes the golden file; ONLY=<part of a name> picks.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { judgeRules } from "../../src/library/judge.ts";

const { ONLY, UPDATE } = process.env;

/** The failed rules of one server, by how much they weigh. */
interface Failed {
  readonly revision: string;
  readonly MUST: readonly string[];
  readonly SHOULD: readonly string[];
  readonly MAY: readonly string[];
  readonly advisory: readonly string[];
}

const FOLDER = new URL("../captures/real/", import.meta.url);
const GOLDEN = fileURLToPath(new URL("../golden/real-servers.json", import.meta.url));
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length))
  .sort();

const golden = existsSync(GOLDEN) ? (JSON.parse(readFileSync(GOLDEN, "utf8")) as Record<string, Failed>) : {};
const notes = readFileSync(fileURLToPath(new URL("../../docs/field-notes.md", import.meta.url)), "utf8");

const idsOf = (verdicts: readonly Verdict[], fits: (verdict: Verdict) => boolean): string[] =>
  verdicts.filter((verdict) => verdict.state === "fail" && fits(verdict)).map(({ id }) => id);

const failedIn = (revision: string, verdicts: readonly Verdict[]): Failed => {
  const at = (level: string) => idsOf(verdicts, (verdict) => !verdict.advisory && verdict.level === level);
  return {
    revision,
    MUST: at("MUST"),
    SHOULD: at("SHOULD"),
    MAY: at("MAY"),
    advisory: idsOf(verdicts, ({ advisory }) => advisory),
  };
};

const readCapture = (name: string): Capture => {
  const [capture] = holdCaptureFile(fileURLToPath(new URL(`${name}.json`, FOLDER))).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  return capture;
};

/** The ids the section of a server speaks of. */
const notedFor = (name: string): ReadonlySet<string> => {
  const section =
    notes.split(/^### /m).find((part) => part.startsWith(`${name}\n`) || part.startsWith(`${name} `)) ?? "";
  return new Set(section.match(/[A-Z]+-\d{3}/g) ?? []);
};

const picked = NAMES.filter((name) => ONLY === undefined || name.includes(ONLY));

describe("a server of somebody else", () => {
  const found: Record<string, Failed> = {};

  test.each(picked)("%s fails what was read by hand, and nothing else", async (name) => {
    const { revision, verdicts } = await judgeRules(readCapture(name));
    found[name] = failedIn(revision ?? "unknown", verdicts);
    expect(verdicts.filter(({ state }) => state === "error")).toEqual([]);
    if (UPDATE === undefined) expect(found[name]).toEqual(golden[name]);
  });

  afterAll(() => {
    if (UPDATE === undefined) return;
    const merged = ONLY === undefined ? found : { ...golden, ...found };
    writeFileSync(GOLDEN, `${JSON.stringify(merged, null, 2)}\n`);
  });
});

test("every capture has its golden entry, and every entry its capture", () => {
  expect(Object.keys(golden).sort()).toEqual(NAMES);
  expect(NAMES.length).toBeGreaterThanOrEqual(15);
});

test.each(NAMES)("what %s fails is told in the field notes", (name) => {
  const { MUST = [], SHOULD = [] } = golden[name] ?? {};
  const noted = notedFor(name);
  expect([...MUST, ...SHOULD].filter((id) => !noted.has(id))).toEqual([]);
});

test("no capture tells where it was made", () => {
  for (const name of NAMES) {
    const text = readFileSync(fileURLToPath(new URL(`${name}.json`, FOLDER)), "utf8");
    expect(text.match(/["\s:](\/tmp|\/root|\/work|\/Users|\/home\/[a-z]+)\/[^"\\]*/g) ?? [], name).toEqual([]);
  }
});
