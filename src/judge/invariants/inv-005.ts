import { counted } from "../../base/counted.ts";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import { addEvidence, type PlacedEvidence, placedEvidence } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { callOutcome, isStateless } from "./turn.ts";

interface State {
  readonly wrong: number;
  readonly good: readonly PlacedEvidence[];
  readonly bad: readonly PlacedEvidence[];
  /** What is wrong with the first bad result. */
  readonly words: string;
}

export const toolResultsHaveShape: Invariant<State> = {
  id: "INV-005",
  category: "result-shape",
  title: "a successful tools/call result has a content array or a structuredContent object, and isError is a boolean",
  scope: "conversation",
  initial: { wrong: 0, good: [], bad: [], words: "" },
  step: (state, turn, digest) =>
    foldOver(turn.calls, state, (known, call, order) => {
      if (call.method !== "tools/call" || call.answer === undefined || callOutcome(call) !== "result") return known;
      const result = member(call.answer.message, "result") ?? null;
      if (!isFinal(result)) return known;
      const problem = problemOf(result, isStateless(call));
      const place = { index: turn.index, order };
      const at = `${call.answer.at}/result`;
      if (!problem) {
        const good = addEvidence(known.good, place, () => placedEvidence(turn, at, result, digest, order), 1);
        return good === known.good ? known : { ...known, good };
      }
      const pointer = `${at}${problem.at}`;
      const value = problem.at === "" ? result : member(result, problem.at.slice(1));
      const bad = addEvidence(known.bad, place, () => placedEvidence(turn, pointer, value, digest, order));
      const first = bad[0];
      const words = first?.index === turn.index && first.order === order ? problem.words : known.words;
      return { ...known, wrong: known.wrong + 1, bad, words };
    }),
  end: ({ wrong, good, bad, words }) => {
    if (wrong > 0) return failed(`${counted(wrong, "tool result")} without the shape: ${words}`, bad);
    if (good.length > 0) return passed("every tool result has its shape", good);
    return notApplicable("no tool call succeeded");
  },
};

/** Not final: the server asks for input first (stateless), or returns a task that will have the result. */
const isFinal = (result: Json): boolean => {
  const type = member(result, "resultType");
  if (typeof type === "string" && type !== "complete") return false;
  return !(isJsonObject(member(result, "task")) && member(result, "content") === undefined);
};

interface Problem {
  readonly at: "" | "/isError";
  readonly words: string;
}

const problemOf = (result: Json, stateless: boolean): Problem | undefined => {
  if (!isJsonObject(result)) return { at: "", words: "the result is not an object" };
  const isError = member(result, "isError");
  if (isError !== undefined && typeof isError !== "boolean")
    return { at: "/isError", words: "isError is not a boolean" };
  if (Array.isArray(member(result, "content"))) return undefined;
  const structured = member(result, "structuredContent");
  // The stateless era lets it be any JSON value.
  if (stateless ? structured !== undefined : isJsonObject(structured)) return undefined;
  return {
    at: "",
    words: `neither a content array nor ${stateless ? "structuredContent" : "a structuredContent object"}`,
  };
};
