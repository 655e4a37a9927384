import { isBroughtAlong, type Origin } from "../../../judge/core/origin.ts";
import { isKnown } from "../../findings/baseline.ts";
import type { ReportFinding } from "../../findings-report.ts";
import type { Cause } from "../../report.ts";

export interface CauseGroup {
  readonly kind: "fix" | "brought" | "older" | "warnings" | "known";
  readonly title: string;
  readonly words?: string;
  readonly causes: readonly Cause[];
}

/** What is the author's to fix comes first; the rest is told apart, so that nobody takes it for the same. */
export const groupCauses = (causes: readonly Cause[]): readonly CauseGroup[] => {
  const rest = new Set(causes);
  const take = (belongs: (cause: Cause) => boolean): readonly Cause[] => {
    const taken = [...rest].filter(belongs);
    for (const cause of taken) rest.delete(cause);
    return taken;
  };
  const known = take((cause) => all(cause, isKnown));
  const warnings = take((cause) => all(cause, ({ advisory }) => advisory === true));
  const older = take(({ finding }) => finding.revision !== undefined);
  const brought = take((cause) => all(cause, ({ advisory, origin }) => advisory === true || isBroughtAlong(origin)));
  const groups: readonly CauseGroup[] = [
    { kind: "fix", title: "", causes: [...rest] },
    ...bySource(brought),
    {
      kind: "older",
      title: "In older revisions",
      words: "The server negotiates these revisions too, so they are promised; they count in no grade.",
      causes: older,
    },
    {
      kind: "warnings",
      title: "Warnings",
      words: "They rest on explanatory text or inference, not on a stated requirement, and change no grade.",
      causes: warnings,
    },
    {
      kind: "known",
      title: "Known to fail",
      words: "The baseline lists them, so they do not fail the run.",
      causes: known,
    },
  ];
  return groups.filter(({ causes: own }) => own.length > 0);
};

const all = ({ finding, follows }: Cause, test: (finding: ReportFinding) => boolean): boolean =>
  [finding, ...follows].every(test);

/** One group for each SDK, and one for what started the server. */
const bySource = (causes: readonly Cause[]): readonly CauseGroup[] => {
  const groups = new Map<string, Cause[]>();
  for (const cause of causes) {
    const title = sourceOf([cause.finding, ...cause.follows].find(({ origin }) => isBroughtAlong(origin))?.origin);
    groups.set(title, [...(groups.get(title) ?? []), cause]);
  }
  return [...groups].map(([title, own]) => ({
    kind: "brought",
    title,
    words:
      "The smallest faultless server built the same way fails like this too. Upgrade it, or accept it with a baseline.",
    causes: own,
  }));
};

const sourceOf = (origin: Origin | undefined): string =>
  origin?.kind === "sdk" ? `Comes with ${origin.sdk}` : "Comes with what starts the server";
