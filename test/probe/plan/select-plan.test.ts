// A part of the plan: which steps and conversations are left when few rules are asked for, or little is to be asked.

import { describe, expect, test } from "vitest";
import { FACTS } from "../../../src/areas/all-facts.ts";
import { ALL_PLANS } from "../../../src/areas/plans.ts";
import type { AskedPart, TransportName } from "../../../src/capture/capture.ts";
import { factsWithOccasions } from "../../../src/judge/core/occasions.ts";
import { embeddedRuleset } from "../../../src/judge/corpus-files/embedded.ts";
import { chooseRules, planPart } from "../../../src/judge/session/rule-choice.ts";
import { conversationsOf, questionsAsked } from "../../../src/probe/plan/describe-plan.ts";
import type { PlanPart } from "../../../src/probe/run-context.ts";
import type { QuestionName } from "../../../src/protocol/question.ts";
import { REVISIONS, type Revision } from "../../../src/protocol/revision.ts";
import { DEFAULT_LIMITS } from "../../../src/wire/limits.ts";

const TRANSPORTS: readonly TransportName[] = ["streamable-http", "http+sse", "stdio"];
const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];

/** The steps by conversation. */
const shapeOf = (revision: Revision, transport: TransportName, part: PlanPart): Record<string, QuestionName[]> =>
  Object.fromEntries(
    conversationsOf(ALL_PLANS, { revision, transport, limits: DEFAULT_LIMITS }, part)
      .filter((one) => one.transport === "any" || one.transport === (transport === "stdio" ? "stdio" : "http"))
      .map(({ name, steps }) => [name, steps.map(({ question }) => question)]),
  );

const only = (...words: string[]): PlanPart => planPart({ only: words });

const wanting = (...questions: QuestionName[]): PlanPart => ({
  asked: { only: [] },
  wants: () => new Set(questions),
});

describe("quick", () => {
  test.each(REVISIONS.flatMap((revision) => TRANSPORTS.map((transport) => [revision, transport] as const)))(
    "%s over %s is one conversation, and nothing in it is wrong on purpose",
    (revision, transport) => {
      const held = conversationsOf(
        ALL_PLANS,
        { revision, transport, limits: DEFAULT_LIMITS },
        { asked: { quick: true } },
      );
      expect(held).toHaveLength(1);
      const steps = held.flatMap((one) => one.steps);
      expect(steps.filter(({ deliberate }) => deliberate)).toEqual([]);
      expect(steps.map(({ question }) => question)).toEqual(expect.arrayContaining([...LISTS, "call"]));
    },
  );

  test("with rules, both count", () => {
    const asked: AskedPart = { quick: true, only: ["TOOL-002"] };
    expect(shapeOf("2025-11-25", "stdio", planPart(asked))).toEqual({ stateful: LISTS });
  });
});

describe("a rule and its steps", () => {
  test("only what it rests on is asked, after the lists", () => {
    expect(shapeOf("2025-11-25", "stdio", only("TOOL-002"))).toEqual({ stateful: [...LISTS, "unknown-tool"] });
    expect(shapeOf("2026-07-28", "stdio", only("TOOL-002"))).toEqual({ stateless: [...LISTS, "unknown-tool"] });
  });

  test("a rule that any message bears on finds one in the handshake and the lists", () => {
    expect(shapeOf("2025-11-25", "stdio", only("PROTO-003"))).toEqual({ stateful: LISTS });
  });

  test("skip leaves out what only the skipped rules need", () => {
    const asked = questionsAsked(ALL_PLANS, "2025-11-25", "stdio", planPart({ skip: ["TOOL", "tools"] }));
    expect(asked).toContain("unknown-method");
    expect(asked).not.toContain("flipped-case");
    const all = questionsAsked(ALL_PLANS, "2025-11-25", "stdio");
    expect([...asked].filter((question) => !all.has(question))).toEqual([]);
  });

  test.each(REVISIONS)("every rule of %s has a part that asks what it rests on", (revision) => {
    const whole = questionsAsked(ALL_PLANS, revision, "streamable-http");
    for (const { id } of embeddedRuleset(revision).rules) {
      const wanted = [...(only(id).wants?.(revision) ?? [])].filter((question) => whole.has(question));
      const asked = questionsAsked(ALL_PLANS, revision, "streamable-http", only(id));
      expect([id, wanted.filter((question) => !asked.has(question))]).toEqual([id, []]);
    }
  });

  test("the facts with occasions of their own exist", () => {
    expect(factsWithOccasions().filter((name) => !FACTS.has(name))).toEqual([]);
  });
});

describe("what a step builds on is asked too", () => {
  test.each<readonly [QuestionName, Revision, TransportName, Record<string, string[]>]>([
    ["unsubscribe", "2025-11-25", "stdio", { stateful: [...LISTS, "subscribe", "unsubscribe"] }],
    ["set-level", "2025-11-25", "stdio", { stateful: [...LISTS, "set-level", "usual-level"] }],
    ["busy-ping", "2025-11-25", "stdio", { stateful: [...LISTS, "call", "busy-ping"] }],
    [
      "withheld-initialized",
      "2025-11-25",
      "stdio",
      { stateful: LISTS, early: ["strange-initialize", "withheld-initialized"] },
    ],
    [
      "session-renewed",
      "2025-11-25",
      "streamable-http",
      {
        stateful: ["open-stream", ...LISTS],
        "second-client": ["second-client"],
        sessions: ["session-ended", "session-renewed"],
      },
    ],
    [
      "client-task",
      "2025-11-25",
      "stdio",
      {
        stateful: [...LISTS, "call"],
        "client-features": ["call"],
        "url-elicitation": ["url-elicitation", "client-task"],
      },
    ],
    ["no-meta", "2026-07-28", "stdio", { stateless: LISTS, metadata: ["settle-era", "no-meta"] }],
    ["input-kinds", "2026-07-28", "stdio", { stateless: LISTS, input: ["input", "input-kinds"] }],
  ])("%s (%s over %s)", (question, revision, transport, expected) => {
    expect(shapeOf(revision, transport, wanting(question))).toEqual(expected);
  });

  test("a stream is opened beside other questions, and is no reason to hold a conversation", () => {
    expect(shapeOf("2025-11-25", "streamable-http", wanting("open-stream"))).toEqual({
      stateful: ["open-stream", ...LISTS],
    });
    const held = shapeOf("2025-11-25", "streamable-http", wanting("call"));
    expect(held["client-features"]).toEqual(["open-stream", "call"]);
  });
});

describe("what can be said of a part", () => {
  const choice = (revision: Revision, asked: AskedPart) => chooseRules(embeddedRuleset(revision), asked, "stdio");

  test("only and skip choose by id, by its first part and by section, in any case", () => {
    const ids = (asked: AskedPart) => choice("2025-11-25", asked).ruleset.rules.map(({ id }) => id);
    expect(ids({ only: ["TOOL-002"] })).toEqual(["TOOL-002"]);
    expect(ids({ only: ["PING"] }).every((id) => id.startsWith("PING-"))).toBe(true);
    expect(ids({ only: ["client-features"], skip: ["elicit"] })).toContain("ROOTS-001");
    expect(ids({ only: ["client-features"], skip: ["elicit"] })).not.toContain("ELICIT-001");
    expect(ids({ only: ["TOOL-002"] }).length + ids({ skip: ["TOOL-002"] }).length).toBe(
      embeddedRuleset("2025-11-25").rules.length,
    );
  });

  test("an id that the revision does not have is named", () => {
    expect(choice("2025-11-25", { only: ["DISC-001", "PING", "tools"] }).absent).toEqual(["DISC-001"]);
  });

  test("a rule is decided where everything was asked that it rests on", () => {
    const quick = choice("2025-11-25", { quick: true });
    expect(quick.isWhole("PING-001")).toBe(true);
    expect(quick.isWhole("TOOL-002")).toBe(false);
    expect(quick.isWhole("PROTO-003")).toBe(false);
    expect(choice("2025-11-25", { only: ["TOOL-002"] }).isWhole("TOOL-002")).toBe(true);
  });
});
