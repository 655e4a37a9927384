// Makes the captures of test/upgrade/captures: for every row of the change tables a session of the older revision in
// which something is not as the later one wants it, cut down to the exchanges that show it.
//   UPDATE=1 npx vitest run test/upgrade/rows.test.ts     records what is missing; delete a file to have it made again
//   UPDATE=1 ONLY=TOOL-020 npx vitest run …               the same for the rows whose name has this in it

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { digestOf, digestOfRaw } from "../../src/capture/digest.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { toJson } from "../../src/capture/serialize.ts";
import { embeddedRuleset } from "../../src/judge/corpus-files/embedded.ts";
import { checkSchemas } from "../../src/judge/preparation/schemas/check-schemas.ts";
import { judgeRuleset, openJudgeContext } from "../../src/judge/rules/judge-ruleset.ts";
import { record } from "../../src/library/index.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { CONTEXTS, type Context } from "../areas/contexts.ts";
import { AREAS, mutantOptions } from "../areas/tables.ts";
import { judgeServer } from "../rules/judge-server.ts";
import { type KillMatrix, readMatrix } from "../rules/proof/kill-matrix.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { withVice } from "./edits.ts";

export interface Row {
  readonly id: string;
  readonly from: Revision;
  readonly to: Revision;
  readonly expectation: boolean;
  readonly level?: readonly string[];
}

/** By id and the older revision. */
export const keyOf = ({ id, from }: Row): string => `${id} ${from}`;

/**
 * Rows that no session of the older revision can break, what the session shows today, and where the doctor names them.
 */
export const ELSEWHERE: Readonly<
  Record<string, { today: "pass" | "fail"; named: "build" | "meets"; because: string }>
> = {
  "PROTO-037 2025-11-25": { today: "fail", named: "build", because: "there is no server/discover to carry it" },
  "LOG-003 2025-11-25": { today: "pass", named: "build", because: "no request names a level in its _meta" },
  "CANCEL-001 2025-11-25": { today: "pass", named: "build", because: "a lost connection could be resumed" },
  "TOOL-026 2025-11-25": { today: "fail", named: "meets", because: "any value is allowed now" },
};

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
    if (!(await showsIt(capture, row))) continue;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(fileOf(row), toJson(await cutDown(capture, row)));
    return true;
  }
  return false;
}

/** Correct servers, which a new era breaks anyway; the same with a small vice; servers with a vice the rule is known to see. */
async function* sessionsFor(row: Row): AsyncGenerator<Capture> {
  const { id, from } = row;
  const contexts = CONTEXTS.filter((context) => context.endsWith(from));
  for (const context of contexts) {
    const correct = await recorded(context, undefined);
    if (correct) yield withVice(correct, keyOf(row)) ?? correct;
  }
  for (const mutant of mutantsOf(id))
    for (const context of contexts) {
      const capture = await recorded(context, mutant);
      if (capture) yield capture;
    }
}

/** The few that fail least beside it. */
const mutantsOf = (id: string): readonly string[] =>
  Object.entries(Object.assign({}, ...AREAS.map(readMatrix)) as KillMatrix)
    .filter(([, killed]) => Object.values(killed).some((ids) => ids.includes(id)))
    .sort(([, left], [, right]) => most(left) - most(right))
    .slice(0, 6)
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

/** The capture shows what the row is about: the later revision's failure, or for a row that has none, today's state. */
async function showsIt(capture: Capture, row: Row): Promise<boolean> {
  const other = ELSEWHERE[keyOf(row)];
  return other
    ? (await stateBy(row.from, capture, row)) === other.today
    : (await stateBy(row.to, capture, row)) === "fail";
}

/** What the rules of a revision say of the row's rule. */
export async function stateBy(revision: Revision, capture: Capture, { id, from }: Row): Promise<string | undefined> {
  const rules = embeddedRuleset(revision).rules.filter((rule) => rule.id === id);
  const schemas = id.startsWith("SCHEMA-") ? await checkSchemas(capture) : undefined;
  const context = openJudgeContext(capture, from, { value: digestOf, raw: digestOfRaw }, schemas);
  const [verdict] = judgeRuleset(context, { revision, rules });
  return verdict?.state;
}

/** Takes away what is not needed for the rule to fail: halves first, then one at a time. */
async function cutDown(capture: Capture, row: Row): Promise<Capture> {
  let kept = capture;
  const keepIfShown = async (next: Capture): Promise<boolean> => {
    if (!(await showsIt(next, row))) return false;
    kept = next;
    return true;
  };
  for (let size = Math.ceil(kept.exchanges.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.exchanges.length; ) {
      const rest = [...kept.exchanges.slice(0, at), ...kept.exchanges.slice(at + size)];
      if (!(await keepIfShown({ ...kept, exchanges: rest }))) at += size;
    }
  const used = new Set(kept.exchanges.map(({ conversation }) => conversation));
  await keepIfShown({ ...kept, conversations: (kept.conversations ?? []).filter(({ id }) => used.has(id)) });
  for (const key of ["unsolicited", "not_probed", "limits", "era", "target", "started_at", "redaction"] as const) {
    const { [key]: _gone, ...rest } = kept;
    await keepIfShown(rest);
  }
  await keepIfShown({ ...kept, exchanges: kept.exchanges.map(withoutTimes) });
  // Where the server ran is of no interest, and differs from machine to machine.
  return { ...kept, server_label: "example-server" };
}

const withoutTimes = ({ timing: _timing, ...exchange }: Exchange): Exchange => exchange;
