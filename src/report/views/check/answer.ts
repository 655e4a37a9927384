import { counted } from "../../../model/counted.ts";
import { partialSentence } from "../../../model/partial.ts";
import type { Result } from "../../../model/result.ts";
import { unseenSentence } from "../../../model/unseen.ts";
import { type SplitCauses, splitCauses } from "./baseline.ts";
import { blockedSentences } from "./blocked.ts";
import { originSentence, splitOrigins } from "./origin.ts";

/** Whether it works, and what to fix first, in a sentence each. Words of a server are quoted in it, and short. */
export const answerOf = (result: Result, causes: SplitCauses = splitCauses(result)): string[] => {
  if (result.server.blocked) return [...blockedSentences(result.server.blocked)];
  const fix = fixFirst(result, causes);
  return [verdictSentence(result), ...(fix === undefined ? [] : [fix])];
};

/** Whether it works. */
export const verdictSentence = (result: Result): string =>
  result.spoken === false
    ? `The server does not speak ${result.revision}, so no failure here counts against it.`
    : (brokenTools(result)?.verdict ??
      [worksSentence(result), noToolSeenToWork(result), originSentence(result)]
        .filter((sentence) => sentence !== undefined)
        .join(" "));

/** What to fix first; undefined where there is nothing. */
export const fixFirst = (result: Result, { fresh, known }: SplitCauses): string | undefined => {
  if (result.spoken === false) return undefined;
  const broken = brokenTools(result);
  if (broken) return broken.fix;
  // What comes with the SDK is told once, above; whoever can fix something is told that.
  const { yours } = splitOrigins(fresh);
  const [first] = yours;
  const isWarning = first !== undefined && [first.verdict, ...first.follows].every(({ advisory }) => advisory);
  if (known.length > 0 && (!first || isWarning)) return "Every failure that counts is known: the baseline lists it.";
  if (!first) return undefined;
  const { verdict, follows } = first;
  const also = follows.length > 0 ? ` (it also causes ${counted(follows.length, "other failure")})` : "";
  return `Fix ${verdict.id} first${also}: ${firstStep(verdict.fix)}`;
};

/** A server whose tools do not work does not work, however well it keeps to the specification. */
const brokenTools = (result: Result): { readonly verdict: string; readonly fix: string } | undefined => {
  const { tools } = (result.lanes as Result["lanes"] | undefined) ?? {};
  const first = result.tool_findings?.find(({ severity }) => severity === "error");
  if (tools?.state !== "fail" || !first || unseenSentence(result.server.outcome) !== undefined) return undefined;
  const { failed } = result.counts.levels.MUST;
  const also =
    failed === 0 ? "" : ` ${counted(failed, "requirement")} (MUST) ${failed === 1 ? "is" : "are"} broken, too.`;
  return {
    verdict: `It does not work: ${tools.summary}.${also}`,
    fix: `Fix ${first.id} first: ${firstStep(first.fix)}`,
  };
};

/** Where no call brought a result, nobody knows whether the tools do what they are for. */
const noToolSeenToWork = ({ tools = [] }: Result): string | undefined => {
  const called = tools.filter((tool) => tool.called);
  if (called.length === 0 || called.some(({ outcome }) => outcome === "ok")) return undefined;
  const which = called.length === 1 ? "The one tool that was called" : `None of the ${called.length} tools called`;
  return `${which} was ${called.length === 1 ? "not " : ""}seen to work; call one with arguments of your own.`;
};

const worksSentence = (result: Result): string => {
  const { levels, states, advisory_failed } = result.counts;
  const works = noToolSeenToWork(result) === undefined ? "It works" : "It keeps to the specification";
  const unseen = unseenSentence(result.server.outcome);
  if (unseen !== undefined) return [unseen, ...seenSoFar(result)].join(" ");
  const partial = partialSentence(result);
  if (partial !== undefined) return `${partial} ${judgedPart(result)}`;
  if (states.pass + states.fail === 0) return "Nothing could be judged.";
  const broken = levels.MUST.failed;
  if (result.verdicts.some(({ basic, state }) => basic && state === "fail"))
    return `It does not work: ${counted(broken, "requirement")} broken, including a basic one.`;
  if (broken > 0)
    return `${works} in part: ${counted(broken, "requirement")} (MUST) ${broken === 1 ? "is" : "are"} broken.`;
  const softer = levels.SHOULD.failed + levels.MAY.failed;
  if (softer > 0)
    return `${works}: every requirement holds, but ${counted(softer, "recommendation")} ${softer === 1 ? "does" : "do"} not.`;
  if (advisory_failed > 0) return `${works}: everything that counts holds; ${counted(advisory_failed, "warning")}.`;
  return `${works}: everything that could be judged holds.`;
};

/** Nothing is said about the server as a whole. */
const judgedPart = ({ counts: { levels, states, advisory_failed } }: Result): string => {
  if (states.pass + states.fail === 0) return "Of what was asked nothing could be judged.";
  const broken = levels.MUST.failed;
  if (broken > 0) return `In it ${counted(broken, "requirement")} (MUST) ${broken === 1 ? "is" : "are"} broken.`;
  const softer = levels.SHOULD.failed + levels.MAY.failed;
  if (softer > 0)
    return `In it every requirement holds, but ${counted(softer, "recommendation")} ${softer === 1 ? "does" : "do"} not.`;
  return `Everything that counts in it holds${advisory_failed > 0 ? `; ${counted(advisory_failed, "warning")}` : ""}.`;
};

/** Of the other outcomes everything has been said. */
const SAYS_WHY: readonly Result["server"]["outcome"][] = ["no-handshake", "limit-exceeded", "stopped-serving"];

/** How the entry failed, and what was found all the same. */
const seenSoFar = ({ server, counts: { levels } }: Result): string[] => {
  const { failed } = levels.MUST;
  return [
    ...(server.era?.verdict === "none" && SAYS_WHY.includes(server.outcome) ? [`Why: ${server.era.reason}.`] : []),
    ...(failed === 0
      ? []
      : [`In what was seen ${counted(failed, "requirement")} (MUST) ${failed === 1 ? "is" : "are"} broken.`]),
  ];
};

/** What to do, without the conditions and exceptions that follow. */
const firstStep = (fix: string): string => {
  const [first = fix] = fix.split(/(?<=[.;])\s/);
  return `${first.replace(/[.;]$/, "")}.`;
};
