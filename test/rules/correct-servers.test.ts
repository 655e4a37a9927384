// Correct servers fail no rule, at any level, in any context, whatever choices they make; and every rule is passed live
// by one of them.
//   ONLY=<part of a name> picks; AREA=<PROTO> prints every verdict of an area.

import { describe, expect, test } from "vitest";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { CONTEXTS, type Context } from "../areas/contexts.ts";
import { APPS_SERVER, SKILLS_SERVER } from "../areas/skill-edits.ts";
import { WITH_ROWS } from "../corpus/compliance.ts";
import type { Hooks } from "../servers/hooks.ts";
import { judgeServer, type ServerChoices } from "./judge-server.ts";

const { ONLY, AREA } = process.env;

/** The challenge need not say where the metadata is: there are well-known places. */
const withoutPointer: NonNullable<Hooks["httpAnswer"]> = (answer) => {
  const { "WWW-Authenticate": challenge, ...headers } = answer.headers;
  if (challenge === undefined) return undefined;
  const shorter = challenge.replace(/,? ?resource_metadata="[^"]*"/, "").replace(/^Bearer, /, "Bearer ");
  return { ...answer, headers: { ...headers, "WWW-Authenticate": shorter } };
};

/** What most servers are: two tools that read. */
const TOOLS_ONLY: NonNullable<ServerChoices["without"]> = [
  "rich-tools",
  "resources",
  "prompts",
  "completions",
  "logging",
  "tasks",
];

/** Servers that make other choices than the usual one; some rules apply to nobody else. */
const CHOICES: readonly (readonly [string, Context, ServerChoices])[] = [
  ["answers with event streams", "http/2026-07-28", { sse: true }],
  ["answers with event streams", "http/2025-11-25", { sse: true }],
  ["answers with event streams", "http/2025-06-18", { sse: true }],
  ["answers with event streams", "http/2025-03-26", { sse: true }],
  ["closes connections early and lets the client come back", "http/2025-11-25", { sse: true, polling: true }],
  ["keeps the endpoints of the old transport", "http/2025-11-25", { withHttpSse: true }],
  ["speaks both eras", "http/2026-07-28", { era: "dual" }],
  ["speaks both eras", "http/2025-11-25", { era: "dual" }],
  ["speaks both eras", "stdio/2026-07-28", { era: "dual" }],
  // Ten pings in five seconds are too many, however long a busy machine makes the run.
  ["pings its client", "http/2025-11-25", { pingIntervalMs: 600 }],
  ["publishes new lists", "http/2025-11-25", { newEdition: true }],
  ["asks its client for tasks", "http/2025-11-25", { clientTasks: true }],
  ["publishes new lists", "http+sse/2024-11-05", { newEdition: true }],
  ["does not log and has no tasks", "http/2025-11-25", { without: ["logging", "tasks"] }],
  ["uses nothing deprecated", "http/2026-07-28", { without: ["deprecated"] }],
  ["has two tools and nothing else", "http/2025-11-25", { without: TOOLS_ONLY }],
  ["has two tools and nothing else", "http/2026-07-28", { without: TOOLS_ONLY }],
  ["has no tools", "http/2025-11-25", { without: ["tools"] }],
  ["has no tools", "http/2026-07-28", { without: ["tools"] }],
  ["completes and announces nothing", "http/2025-11-25", { without: ["completions", "subscribe", "list-changed"] }],
  ["completes and announces nothing", "http/2026-07-28", { without: ["completions", "subscribe", "list-changed"] }],
  ["serves skills", "http/2026-07-28", SKILLS_SERVER],
  ["serves skills", "stdio/2026-07-28", SKILLS_SERVER],
  ["shows apps", "http/2026-07-28", APPS_SERVER],
  ["shows apps", "http/2025-11-25", APPS_SERVER],
  ["shows apps", "stdio/2026-07-28", APPS_SERVER],
  ["asks a stranger for credentials", "http/2026-07-28", { auth: {} }],
  ["asks a stranger for credentials", "http/2025-11-25", { auth: {} }],
  ["asks a stranger for credentials", "http/2025-03-26", { auth: {} }],
  ["has default endpoints and no metadata", "http/2025-03-26", { auth: { discovery: "default-endpoints" } }],
  ["leaves its metadata to be found", "http/2026-07-28", { auth: {}, hooks: { httpAnswer: withoutPointer } }],
  ["knows its owner", "http/2026-07-28", { auth: { caller: "owner" } }],
  ["knows its owner", "http/2025-11-25", { auth: { caller: "owner" } }],
  ["gives a reader too few rights", "http/2026-07-28", { auth: { caller: "reader" } }],
  ["gives a reader too few rights", "http/2025-11-25", { auth: { caller: "reader" } }],
];

const ALL: readonly (readonly [string, Context, ServerChoices])[] = [
  ...CONTEXTS.map((context) => ["is the usual one", context, {}] as const),
  ...CHOICES,
];

/** Rules that no correct server of ours gives occasion for, each with the reason. */
const SIGNED_IN = "It needs tokens or users made for the test; signed-in.test.ts passes it live.";
const NOWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["AUTH-014", "AUTH-018", "AUTH-019", "CACHE-014", "ELICIT-025", "MRTR-015", "RES-014", "SEC-002", "SEC-007"].map(
      (id) => [id, SIGNED_IN],
    ),
  ),
  "TASK-040": SIGNED_IN,
  "AUTH-042": "It applies to a token of somebody else's that says how long it lives; a near-miss passes it.",
  "ELICIT-015": "It applies to two users one of whom is asked; a near-miss passes it.",
  "PROMPT-016": "It applies to a listed prompt that fails every time, and ours do not; a near-miss passes it.",
  "RES-012": "It applies to a listed resource that fails every time, and ours do not; a near-miss passes it.",
  "RES-016":
    "It applies to a resource that changes by itself while somebody watches it, and ours changes when told to.",
  "TASK-035": "It applies to a task method that fails every time, and ours do not; a near-miss passes it.",
  "ELICIT-016":
    "It applies to a server that answers with -32042, and ours asks during the call; a near-miss passes it.",
  "STDIO-007": "It applies to a server that does not leave when its input is closed, and ours does.",
};

const passed = new Set<string>();

describe("a correct server fails nothing", () => {
  for (const [choice, context, options] of ALL) {
    const name = `${choice} (${context})`;
    if (ONLY !== undefined && !name.includes(ONLY)) continue;
    test(name, async () => {
      const { verdicts } = await judgeServer(context, undefined, options);
      if (AREA !== undefined) for (const verdict of verdicts) if (verdict.id.startsWith(`${AREA}-`)) print(verdict);
      for (const { id, state } of verdicts) if (state === "pass") passed.add(id);
      expect(verdicts.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    });
  }
});

test.skipIf(ONLY !== undefined)("every rule is passed live by a correct server", () => {
  expect([...WITH_ROWS].filter((id) => !passed.has(id) && NOWHERE[id] === undefined).sort()).toEqual([]);
});

function print(verdict: Verdict): void {
  const why = "detail" in verdict ? `${verdict.reason}: ${verdict.detail}` : "";
  console.log(`${verdict.id} ${verdict.state} ${why}`);
}
