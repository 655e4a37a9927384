import { counted } from "../../../model/counted.ts";
import { partialSentence } from "../../../model/partial.ts";
import type { Result } from "../../../model/result.ts";
import { unseenSentence } from "../../../model/unseen.ts";
import { type SplitCauses, splitCauses } from "./baseline.ts";

/** Whether it works, and what to fix first, in a sentence each. Our own words only. */
export const answerOf = (result: Result, { fresh, known }: SplitCauses = splitCauses(result)): string[] => {
  if (result.spoken === false)
    return [`The server does not speak ${result.revision}, so no failure here counts against it.`];
  const works = worksSentence(result);
  const [first] = fresh;
  const isWarning = first !== undefined && [first.verdict, ...first.follows].every(({ advisory }) => advisory);
  if (known.length > 0 && (!first || isWarning))
    return [works, "Every failure that counts is known: the baseline lists it."];
  if (!first) return [works];
  const { verdict, follows } = first;
  const also = follows.length > 0 ? ` (it also causes ${counted(follows.length, "other failure")})` : "";
  return [works, `Fix ${verdict.id} first${also}: ${firstStep(verdict.fix)}`];
};

const worksSentence = (result: Result): string => {
  const { levels, states, advisory_failed } = result.counts;
  const unseen = unseenSentence(result.server.outcome);
  if (unseen !== undefined) return [unseen, ...seenSoFar(result)].join(" ");
  const partial = partialSentence(result);
  if (partial !== undefined) return `${partial} ${judgedPart(result)}`;
  if (states.pass + states.fail === 0) return "Nothing could be judged.";
  const broken = levels.MUST.failed;
  if (result.verdicts.some(({ basic, state }) => basic && state === "fail"))
    return `It does not work: ${counted(broken, "requirement")} broken, including a basic one.`;
  if (broken > 0)
    return `It works in part: ${counted(broken, "requirement")} (MUST) ${broken === 1 ? "is" : "are"} broken.`;
  const softer = levels.SHOULD.failed + levels.MAY.failed;
  if (softer > 0)
    return `It works: every requirement holds, but ${counted(softer, "recommendation")} ${softer === 1 ? "does" : "do"} not.`;
  if (advisory_failed > 0) return `It works: everything that counts holds; ${counted(advisory_failed, "warning")}.`;
  return "It works: everything that could be judged holds.";
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
