import type { Result } from "../../model/result.ts";
import { counted } from "../capture-head.ts";
import { type SplitCauses, splitCauses } from "./known.ts";

/** Does it work, in one sentence; and what to fix first, in another. Our own words only. */
export const answerOf = (result: Result, { fresh, known }: SplitCauses = splitCauses(result)): string[] => {
  if (result.spoken === false)
    return [`The server does not speak ${result.revision}, so nothing that fails here is held against it.`];
  const works = worksSentence(result);
  const [first] = fresh;
  const isWarning = first !== undefined && [first.verdict, ...first.follows].every(({ advisory }) => advisory);
  if (known.length > 0 && (!first || isWarning))
    return [works, "Everything that fails and counts is known: the baseline lists it."];
  if (!first) return [works];
  const { verdict, follows } = first;
  const also = follows.length > 0 ? ` (${counted(follows.length, "other rule")} with it)` : "";
  return [works, `Fix first ${verdict.id}${also}: ${firstStep(verdict.fix)}`];
};

const worksSentence = ({ counts: { levels, states, advisory_failed }, server, verdicts }: Result): string => {
  if (server.outcome === "unreachable") return "Nothing answered, so nothing can be said.";
  if (server.outcome === "auth-required" && levels.MUST.failed === 0)
    return "The server wants credentials first; most of it could not be judged.";
  if (states.pass + states.fail === 0) return "Nothing could be judged.";
  const broken = levels.MUST.failed;
  if (verdicts.some(({ basic, state }) => basic && state === "fail"))
    return `It does not work: ${counted(broken, "requirement")} broken, a basic one among them.`;
  if (broken > 0)
    return `It works in part: ${counted(broken, "requirement")} (MUST) ${broken === 1 ? "is" : "are"} broken.`;
  const softer = levels.SHOULD.failed + levels.MAY.failed;
  if (softer > 0)
    return `It works: every requirement holds, ${counted(softer, "recommendation")} ${softer === 1 ? "does" : "do"} not.`;
  if (advisory_failed > 0) return `It works: everything that counts holds; ${counted(advisory_failed, "warning")}.`;
  return "It works: everything that could be judged holds.";
};

/** What to do, without the conditions and exceptions that follow. */
const firstStep = (fix: string): string => {
  const [first = fix] = fix.split(/(?<=[.;])\s/);
  return `${first.replace(/[.;]$/, "")}.`;
};
