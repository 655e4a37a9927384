// Whatever a plan files in a capture, the table of questions knows: facts find answers by that name.

import { expect, test } from "vitest";
import { questionNames, questionRow, sendsOf, stepName } from "../../../src/protocol/question.ts";
import { recordServer } from "../../rules/record-server.ts";

/** What the talk itself sends: answers to the server, a look at a silent process, and cancellations, named after their message. */
const TALK = ["answer", "still-there"];
const CANCELLATION = /-cancel$/;

const known = new Set([
  ...TALK,
  ...questionNames().flatMap((name) =>
    ["", ...sendsOf(name), ...(questionRow(name).besides ?? [])].map((message) => stepName(name, message)),
  ),
]);

const isKnown = (step: string): boolean =>
  [step, step.replaceAll(/\d+/g, "#"), `${step}-#`].some((name) => known.has(name)) ||
  (CANCELLATION.test(step) && isKnown(step.replace(CANCELLATION, "")));

test.each([
  "http/2026-07-28",
  "http/2025-11-25",
  "http/2025-03-26",
  "http+sse/2024-11-05",
  "stdio/2026-07-28",
  "stdio/2025-11-25",
] as const)("over %s", async (context) => {
  const { exchanges, not_probed = [] } = await recordServer(context, undefined, {});
  const steps = [...exchanges.flatMap(({ step }) => step ?? []), ...not_probed.map(({ step }) => step)];
  expect(steps.length).toBeGreaterThan(100);
  expect([...new Set(steps)].filter((step) => !isKnown(step))).toEqual([]);
});
