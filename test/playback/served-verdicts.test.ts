// The judge's verdict on a served recording is that on the recording, for every rule that the recording decides. Where it
// is not, golden/served-verdicts.json says so, with a reason of not-reproduced.ts; any other difference fails.
//   UPDATE=1 writes the list; ONLY=<part of a name> picks.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import { formOf } from "../../src/features/playback/request-form.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { BY_RULE, type NotReproduced, RACES, REASONS, type Reason } from "./not-reproduced.ts";
import { serveCapture } from "./serve-capture.ts";

const { ONLY, UPDATE } = process.env;

const GOLDEN = fileURLToPath(new URL("../golden/served-verdicts.json", import.meta.url));
const golden: NotReproduced = existsSync(GOLDEN) ? (JSON.parse(readFileSync(GOLDEN, "utf8")) as NotReproduced) : {};

const pathOf = (name: string): string => fileURLToPath(new URL(`../captures/${name}`, import.meta.url));

/** Of the SDKs the newest version of each line, over both transports. */
const NEWEST = /^(?:fastmcp-4|go-1\.8|mcp-go-1|python-2|typescript-(?:1\.32|2\.4)).*-all\.json$|^rust-3.*\.json$/;

const FILES = [
  ...readdirSync(pathOf("real")).map((file) => `real/${file}`),
  ...readdirSync(pathOf("sdks"))
    .filter((file) => NEWEST.test(file))
    .map((file) => `sdks/${file}`),
].filter((file) => file.endsWith(".json") && (ONLY === undefined || file.includes(ONLY)));

const readCapture = (file: string): Capture => {
  const [capture] = holdCaptureFile(pathOf(file)).sessions;
  if (!capture) throw new Error(`${file} holds no session`);
  return capture;
};

const DECIDED = new Set<Verdict["state"]>(["pass", "fail", "not-applicable"]);

/** The rules that the recording decides and the served one does not decide likewise. */
const compare = async (file: string): Promise<Record<string, Reason | string>> => {
  const capture = readCapture(file);
  const served = await serveCapture(capture);
  try {
    const again = await probeTarget(served.target, {
      client: { name: "mcptest", version: "0.1.0" },
      // Calls that the recorded server never answered are not answered again.
      limits: { toolMs: 1_000 },
      waitsForTools: false,
      tools: "read-only",
      baseEnv: { PATH: process.env.PATH ?? "" },
    });
    const [before, after] = await Promise.all([judgeRules(capture), judgeRules(again)]);
    const now = new Map(after.verdicts.map((verdict) => [verdict.id, verdict]));
    const asked = new Set(capture.exchanges.map(askedIn));
    const isNew = (id: Verdict["evidence"][number]["exchange"]): boolean => {
      const exchange = again.exchanges.find((one) => one.id === id);
      return exchange !== undefined && !asked.has(askedIn(exchange));
    };
    const isOpenRace = (id: string): boolean => RACES.has(id) && now.get(id)?.state === "inconclusive";
    const different = before.verdicts.filter(
      ({ id, state }) => DECIDED.has(state) && now.get(id)?.state !== state && !isOpenRace(id),
    );
    return Object.fromEntries(
      different.map(({ id, state }) => {
        const isNotAsked = now.get(id)?.evidence.some(({ exchange }) => isNew(exchange)) ?? false;
        return [id, BY_RULE[id] ?? (isNotAsked ? "not-asked" : `${state} became ${now.get(id)?.state ?? "nothing"}`)];
      }),
    );
  } finally {
    await served.stop();
  }
};

/** What was sent, as far as it can decide an answer. */
const askedIn = ({ request, request_raw, http }: Exchange): string => {
  const { kind, whole } = formOf(request, request_raw?.data);
  const named = (http?.request_headers ?? []).filter(([name]) => /^mcp-(?:method|name|param)/i.test(name));
  return JSON.stringify([kind, whole, named]);
};

const isExplained = (reason: string): boolean => Object.hasOwn(REASONS, reason);

/** A race may leave something open on a busy machine: what has no reason is looked at again, and must be there again. */
const compareTwice = async (file: string): Promise<Record<string, string>> => {
  const first = await compare(file);
  if (Object.values(first).every(isExplained)) return first;
  const second = await compare(file);
  return Object.fromEntries(Object.entries(second).filter(([id, reason]) => isExplained(reason) || id in first));
};

const found: Record<string, Record<string, string>> = {};

describe.concurrent("a served recording", () => {
  test.each(FILES)(
    "%s is judged as the recording is",
    async (file) => {
      found[file] = await compareTwice(file);
      expect(found[file]).toEqual(UPDATE === undefined ? (golden[file] ?? {}) : expect.anything());
    },
    240_000,
  );
});

afterAll(() => {
  if (UPDATE === undefined) return;
  const merged = { ...(ONLY === undefined ? {} : golden), ...found };
  const listed = Object.entries(merged).filter(([, rules]) => Object.keys(rules).length > 0);
  writeFileSync(GOLDEN, `${JSON.stringify(Object.fromEntries(listed.sort()), null, 2)}\n`);
});
