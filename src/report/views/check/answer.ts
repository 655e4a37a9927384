import { counted } from "../../../base/counted.ts";
import { isBroughtAlong } from "../../../judge/core/origin.ts";
import { unseenSentence } from "../../../judge/unseen-words.ts";
import { partialSentence } from "../../../scores/result/partial.ts";
import { isUnspoken, type Result } from "../../../scores/result/result.ts";
import { type SplitCauses, splitCauses } from "./baseline.ts";
import { blockedSentences } from "./blocked.ts";
import { failedGates } from "./gates.ts";
import { originSentence, splitOrigins } from "./origin.ts";

/** Whether it works, and what to fix first, in a sentence each. Words of a server are quoted in it, and short. */
export const answerOf = (result: Result, causes: SplitCauses = splitCauses(result)): string[] => {
  if (result.server.blocked) return [...blockedSentences(result.server.blocked)];
  const first = firstToFix(result, causes);
  return [verdictSentence(result), ...(first === undefined ? [] : [first.words])];
};

/** Whether it works. */
export const verdictSentence = (result: Result): string => {
  if (isUnspoken(result)) return `The server does not speak ${result.revision}, so no failure here counts against it.`;
  const broken = brokenTools(result);
  return [
    ...failedGates(result).map(({ sentence }) => sentence),
    ...(broken ? [broken.verdict] : [worksSentence(result), noToolSeenToWork(result), originSentence(result)]),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
};

/** What to fix first, in words and by its id; undefined where there is nothing. */
export const firstToFix = (
  result: Result,
  { fresh, known }: SplitCauses,
): { readonly words: string; readonly id?: string } | undefined => {
  if (isUnspoken(result)) return undefined;
  const broken = brokenTools(result);
  if (broken) return { words: broken.fix, id: broken.id };
  // What comes with the SDK is told once, above; whoever can fix something is told that.
  const { yours } = splitOrigins(fresh);
  const [first] = yours;
  const isWarning = first !== undefined && [first.verdict, ...first.follows].every(({ advisory }) => advisory);
  if (known.length > 0 && (!first || isWarning))
    return { words: "Every failure that counts is known: the baseline lists it." };
  if (!first) return undefined;
  const { verdict, follows } = first;
  const also = follows.length > 0 ? ` (it also causes ${counted(follows.length, "other failure")})` : "";
  // Nobody has to do anything about a warning.
  const words = isWarning
    ? `Worth a look: ${verdict.id}${also}. ${firstStep(verdict.fix)}`
    : `Fix ${verdict.id} first${also}: ${firstStep(verdict.fix)}`;
  return { words, id: verdict.id };
};

/** A server whose tools do not work does not work, however well it keeps to the specification. */
const brokenTools = (result: Result): Record<"verdict" | "fix" | "id", string> | undefined => {
  if (result.role !== undefined) return undefined;
  const { tools } = result.lanes;
  const first = result.tool_findings?.find(({ severity }) => severity === "error");
  const unseen = unseenSentence(result.server.outcome, result.role);
  // Of a server that was not seen as a whole this is said only where a call is the reason.
  const isReason = result.server.outcome === "stopped-serving" && first?.id === "WORK-004";
  if (tools?.state !== "fail" || !first || (unseen !== undefined && !isReason)) return undefined;
  // What comes with the SDK is told elsewhere: here it would only draw away from the tools.
  const failed = result.verdicts.filter(
    (one) => one.state === "fail" && one.level === "MUST" && !one.advisory && !isBroughtAlong(one.origin),
  ).length;
  const also =
    failed === 0 ? "" : ` ${counted(failed, "requirement")} (MUST) ${failed === 1 ? "is" : "are"} broken, too.`;
  return {
    verdict: `It does not work: ${tools.summary}.${also}${isReason ? " Nothing after it was answered, so there is no grade." : ""}`,
    fix: `Fix ${first.id} first: ${firstStep(first.fix)}`,
    id: first.id,
  };
};

/** Where no call brought a result, nobody knows whether the tools do what they are for. */
const noToolSeenToWork = (result: Result): string | undefined => {
  const { tools = [] } = result.role === undefined ? result : {};
  const called = tools.filter((tool) => tool.called);
  if (called.length === 0 || called.some(({ outcome }) => outcome === "ok")) return undefined;
  const which = called.length === 1 ? "The one tool that was called" : `None of the ${called.length} tools called`;
  return `${which} was ${called.length === 1 ? "not " : ""}seen to work; call one with arguments of your own.`;
};

/** Where something else failed, that comes first, and this is only the rest. */
const worksWords = (result: Result): string => {
  // Of a client nobody saw what it is for.
  const isSeen = result.role !== "client" && noToolSeenToWork(result) === undefined;
  const words = isSeen ? "works" : "keeps to the specification";
  return failedGates(result).length === 0 ? `It ${words}` : `Apart from that it ${words}`;
};

const worksSentence = (result: Result): string => {
  const { levels, states, advisory_failed } = result.counts;
  const works = worksWords(result);
  const unseen = unseenSentence(result.server.outcome, result.role);
  if (unseen !== undefined) return [unseen, ...seenSoFar(result)].join(" ");
  const partial = partialSentence(result);
  if (partial !== undefined) return `${partial} ${judgedPart(result)}`;
  if (states.pass + states.fail === 0) return "Nothing could be judged.";
  const broken = levels.MUST.failed;
  if (result.verdicts.some(({ basic, state }) => basic && state === "fail"))
    return `It does not ${result.role === "client" ? "keep to the specification" : "work"}: ${counted(broken, "requirement")} broken, including a basic one.`;
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
