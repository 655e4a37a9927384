import { isJsonObject, type JsonObject, member, stringMember } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import { oppositeWord } from "../../capture/tool-safety.ts";
import type { View } from "../../judge/core/fact.ts";
import { tools as listedTools } from "../../judge/core/facts/listed.ts";
import type { CallOutcome } from "./call-outcome.ts";
import { callsByTool } from "./tool-calls.ts";
import type { ToolOutcome, ToolRow } from "./tool-outcomes.ts";

/** A tool of the list with its calls. */
export interface WorkedTool {
  readonly name: string;
  readonly tool: JsonObject;
  readonly calls: readonly CallOutcome[];
}

/** Every tool of the list, each name once. */
export const workedTools = (view: View): readonly WorkedTool[] => view.once(gather);

const gather = (view: View): readonly WorkedTool[] => {
  const listed = view.read(listedTools);
  const calls = callsByTool(view);
  const named = (listed.seen ? listed.items : []).flatMap(({ value }) => {
    const name = stringMember(value, "name");
    return name === undefined || !isJsonObject(value) ? [] : [[name, value] as const];
  });
  return [...new Map(named)].map(([name, tool]) => ({ name, tool, calls: calls.get(name) ?? [] }));
};

const LONGEST_REASON = 300;

export const toolRows = (view: View): readonly ToolRow[] => {
  const worked = workedTools(view);
  const hasEnded = worked.some(({ calls }) => calls.some(({ outcome }) => outcome === "died"));
  const called = worked.filter(({ calls }) => calls.length > 0).length;
  return worked.map(({ name, tool, calls }) => {
    const call = telling(calls);
    return {
      name: untrusted(shorten(name, 200)),
      called: call !== undefined,
      outcome: call?.outcome ?? "not-called",
      reason: toReason(call ? call.message : whyNotCalled(tool, view, { hasEnded, called })),
      ms: call?.ms ?? null,
      bytes: call?.bytes ?? null,
    };
  });
};

const toReason = (text: string | null): ToolRow["reason"] =>
  text === null ? null : untrusted(shorten(text, LONGEST_REASON));

/** The call that says most about a tool: whether it can end the process, then whether it works at all. */
const MOST_TELLING: readonly ToolOutcome[] = ["died", "ok", "error", "protocol-error", "timed-out", "cancelled"];

export const telling = (calls: readonly CallOutcome[]): CallOutcome | undefined => {
  const outcome = MOST_TELLING.find((one) => calls.some((call) => call.outcome === one));
  return calls.find((call) => call.outcome === outcome);
};

interface SoFar {
  readonly hasEnded: boolean;
  readonly called: number;
}

/** So many tools the probe calls in one run. */
const MANY = 20;

/** As the probe decides, read from what the tool says of itself. */
const whyNotCalled = (tool: JsonObject, { capture }: View, { hasEnded, called }: SoFar): string => {
  const annotations = member(tool, "annotations");
  const [readOnly, destructive] = [member(annotations, "readOnlyHint"), member(annotations, "destructiveHint")];
  if (destructive === true)
    return readOnly === true
      ? "it declares itself read-only and destructive at once"
      : "it declares itself destructive";
  if (readOnly === false) return "it declares that it changes things";
  if (readOnly !== true) return "it does not declare readOnlyHint: true";
  const word = oppositeWord(tool);
  if (word !== undefined) return `it declares that it only reads, but its name or description says ${word}`;
  const left = (capture.not_probed ?? []).find(({ step }) => step === "call");
  if (left) return left.detail;
  if (hasEnded) return "a call of another tool had ended the process";
  if (called === 0) return "no tool was called in this session";
  return called >= MANY
    ? `no more than ${MANY} tools are called in a run`
    : "no arguments could be made from its inputSchema";
};
