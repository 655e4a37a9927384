import { counted } from "../../../base/counted.ts";
import { isBroughtAlong } from "../../../judge/core/origin.ts";
import type { RecognisedSdk } from "../../../judge/corpus/sdk.ts";
import type { Result } from "../../../scores/result/result.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { countsForGrade, type Failed, type FailureCause } from "./causes.ts";

/** Causes that are the author's to mend, or nobody knows whose, and those that come with the SDK or the launcher. */
export const splitOrigins = (
  causes: readonly FailureCause[],
): { readonly yours: readonly FailureCause[]; readonly brought: readonly FailureCause[] } => ({
  yours: causes.filter((cause) => !isBrought(cause)),
  brought: causes.filter(isBrought),
});

const isBrought = ({ verdict, follows }: FailureCause): boolean =>
  [verdict, ...follows].every(({ origin }) => isBroughtAlong(origin));

/** What fails and comes with the SDK or the launcher, without warnings. */
const broughtBy = ({ verdicts }: Result, kind: "sdk" | "launcher"): readonly Failed[] =>
  verdicts.filter(
    (verdict): verdict is Failed => verdict.state === "fail" && !verdict.advisory && verdict.origin?.kind === kind,
  );

/** The second figure: the grade without what the SDK brings. Undefined where it brings nothing that counts. */
export const originSentence = (result: Result): string | undefined => {
  const { grade, grade_yours: yours } = result.compliance;
  const brought = broughtBy(result, "sdk").length + broughtBy(result, "launcher").length;
  if (brought === 0 || grade === null || yours === null) return undefined;
  const left = result.verdicts.filter(
    (verdict) => verdict.state === "fail" && !verdict.advisory && !isBroughtAlong(verdict.origin),
  ).length;
  const who = broughtBy(result, "sdk").length > 0 ? "the SDK" : "the launcher";
  const todo = left === 0 ? "nothing for you to fix" : `${counted(left, "failure")} for you to fix`;
  return `Without what ${who} brings: ${yours} · ${todo}.`;
};

/** Once and short: what comes with the SDK, and what helps. Our own words and ids only. */
export const broughtSentences = (result: Result): readonly string[] => {
  const fromSdk = broughtBy(result, "sdk");
  const fromLauncher = broughtBy(result, "launcher");
  const sdk = result.role === undefined ? result.sdk : null;
  return [
    ...(fromSdk.length > 0 && sdk ? [sdkSentence(sdk, fromSdk)] : []),
    ...(fromLauncher.length > 0
      ? [`Comes with the launcher: ${ids(fromLauncher)}; start the installed program instead of the launcher.`]
      : []),
  ];
};

const sdkSentence = ({ name, versions, newest }: RecognisedSdk, brought: readonly Failed[]): string => {
  const mended = newest ? brought.filter(({ id }) => newest.mends.includes(id)) : [];
  const helps =
    newest && mended.length > 0
      ? `upgrade to ${newest.version}${mended.length < brought.length ? ` (mends ${ids(mended)})` : ""}, or accept with a baseline`
      : "no later version that was recorded mends it; accept with a baseline (--baseline)";
  return `Comes with ${name} ${versions}: ${ids(brought)}; ${helps}.`;
};

const ids = (verdicts: readonly Failed[]): string => verdicts.map(({ id }) => id).join(", ");

/** The same for a terminal, with a line for each. */
export const broughtLines = (
  result: Result,
  causes: readonly FailureCause[],
  terminal: Terminal,
): readonly string[] => {
  const sentences = broughtSentences(result);
  if (sentences.length === 0) return [];
  const verdicts = causes.filter(countsForGrade).flatMap(({ verdict, follows }) => [verdict, ...follows]);
  return [
    "",
    ...sentences.flatMap((sentence) => terminal.paragraph(show(sentence, 600), 2, 0)).map(terminal.bold),
    ...verdicts.flatMap(({ id, level, advisory, title, origin }) => {
      const note = origin?.note === undefined ? "" : ` (${show(origin.note, 200)})`;
      return terminal
        .paragraph(`${show(id, 40)} ${advisory ? "warning" : level} ${show(title, 200)}${note}`, 4, 2)
        .map(terminal.dim);
    }),
  ];
};
