// Makes the captures of test/upgrade/captures: for every row of the change tables a session of the older revision in
// which something is not as the later one wants it, cut down to the exchanges that show it.
//   UPDATE=1 npx vitest run test/upgrade/rows.test.ts     records what is missing; delete a file to have it made again

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { digestOf, digestOfRaw } from "../../src/capture/digest.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { toJson } from "../../src/capture/serialize.ts";
import { loadRegex } from "../../src/check/judge-session.ts";
import { embeddedRuleset } from "../../src/corpus-io/embedded.ts";
import { judgeCapture } from "../../src/judge/rules/judge-capture.ts";
import type { Capture, Exchange } from "../../src/model/capture.ts";
import type { Revision } from "../../src/model/revision.ts";
import { checkSchemas } from "../../src/schema-check/check-schemas.ts";
import { record } from "../../src/index.ts";
import { judgeServer } from "../rules/judge-server.ts";
import { readMatrix } from "../rules/mutants/kill-matrix.ts";
import { CONTEXTS, type Context } from "../servers/mutants/context.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { MUTANT_TABLES, mutantOptions } from "../servers/mutants/mutants.ts";
import { withVice } from "./edits.ts";

export interface Row {
  readonly id: string;
  readonly from: Revision;
  readonly to: Revision;
  readonly expectation: boolean;
  readonly level?: readonly string[];
}

const FOLDER = fileURLToPath(new URL("./captures/", import.meta.url));

const fileOf = ({ id, from }: Row): string => `${FOLDER}${id}-${from}.json`;

/** The capture that breaks a row; undefined when none has been made. */
export const brokenCapture = (row: Row): Capture | undefined => {
  if (!existsSync(fileOf(row))) return undefined;
  return readCaptures(readFileSync(fileOf(row), "utf8"), fileOf(row)).sessions[0];
};

/** Looks for a session that breaks the row, and keeps what shows it. */
export async function makeCapture(row: Row): Promise<boolean> {
  for await (const capture of sessionsFor(row)) {
    if (!(await isBroken(capture, row))) continue;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(fileOf(row), toJson(await cutDown(capture, row)));
    return true;
  }
  return false;
}

/** Correct servers, which a new era breaks anyway; the same with a small vice; servers with a vice the rule is known to see. */
async function* sessionsFor({ id, from }: Row): AsyncGenerator<Capture> {
  const contexts = CONTEXTS.filter((context) => context.endsWith(from));
  for (const context of contexts) {
    const correct = await recorded(context, undefined);
    if (correct) yield withVice(correct, `${id} ${from}`) ?? correct;
  }
  for (const mutant of mutantsOf(id))
    for (const context of contexts) {
      const capture = await recorded(context, mutant);
      if (capture) yield capture;
    }
}

/** The few that fail least beside it. */
const mutantsOf = (id: string): readonly string[] =>
  Object.keys(MUTANT_TABLES)
    .flatMap((area) => Object.entries(readMatrix(area)))
    .filter(([, killed]) => Object.values(killed).some((ids) => ids.includes(id)))
    .sort(([, left], [, right]) => most(left) - most(right))
    .slice(0, 4)
    .map(([mutant]) => mutant);

const most = (killed: Record<string, string[]>): number => Math.max(...Object.values(killed).map((ids) => ids.length));

const RECORDED = new Map<string, Promise<Capture | undefined>>();

/** One that cannot be had (a mutant that is not for this revision) is passed over. */
function recorded(context: Context, mutant: string | undefined): Promise<Capture | undefined> {
  const key = `${context} ${mutant ?? ""}`;
  const known = RECORDED.get(key) ?? recordOne(context, mutant).catch(() => undefined);
  RECORDED.set(key, known);
  return known;
}

/** Tools of the first revision cannot declare that they only read, so all of them are called there. */
async function recordOne(context: Context, mutant: string | undefined): Promise<Capture> {
  if (context !== "http+sse/2024-11-05") return (await judgeServer(context, mutant)).capture;
  const server = await startHttpServer({
    era: "http+sse",
    slowMs: 400,
    ...(mutant === undefined ? {} : mutantOptions(mutant)),
  });
  try {
    const target = { kind: "http", url: server.url, headers: [], origin: "user" } as const;
    return await record(target, { revision: "2024-11-05", tools: "all", limits: { toolMs: 4_000 } });
  } finally {
    await server.close();
  }
}

async function isBroken(capture: Capture, { id, from, to }: Row): Promise<boolean> {
  const rules = embeddedRuleset(to).rules.filter((rule) => rule.id === id);
  const tools = { digests: { value: digestOf, raw: digestOfRaw }, regex: await loadRegex() };
  const schemas = id.startsWith("SCHEMA-") ? { schemas: await checkSchemas(capture) } : {};
  const [verdict] = judgeCapture(capture, { revision: to, rules }, tools, { spoken: from, ...schemas });
  return verdict?.state === "fail";
}

/** Takes away what is not needed for the rule to fail: halves first, then one at a time. */
async function cutDown(capture: Capture, row: Row): Promise<Capture> {
  let kept = capture;
  const keepIfBroken = async (next: Capture): Promise<boolean> => {
    if (!(await isBroken(next, row))) return false;
    kept = next;
    return true;
  };
  for (let size = Math.ceil(kept.exchanges.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.exchanges.length; ) {
      const rest = [...kept.exchanges.slice(0, at), ...kept.exchanges.slice(at + size)];
      if (!(await keepIfBroken({ ...kept, exchanges: rest }))) at += size;
    }
  const used = new Set(kept.exchanges.map(({ conversation }) => conversation));
  await keepIfBroken({ ...kept, conversations: (kept.conversations ?? []).filter(({ id }) => used.has(id)) });
  for (const key of ["unsolicited", "not_probed", "limits", "era", "target", "started_at", "redaction"] as const) {
    const { [key]: _gone, ...rest } = kept;
    await keepIfBroken(rest);
  }
  await keepIfBroken({ ...kept, exchanges: kept.exchanges.map(withoutTimes) });
  return kept;
}

const withoutTimes = ({ timing: _timing, ...exchange }: Exchange): Exchange => exchange;
