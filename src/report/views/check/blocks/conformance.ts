import type { Level } from "../../../../judge/core/rule.ts";
import type { ClientResult, ServerResult } from "../../../../scores/result/result.ts";
import type { Block, Tone } from "../../../report.ts";

const WORDS =
  "The requirements of the revision and of the SEPs (Specification Enhancement Proposals, the documents by which the protocol is changed), each as one check. The tier is T1 only if every MUST holds and 95 % of the SHOULDs; one failed MUST makes it F.";

/** The checks that failed, and the rules that decide them. */
export const conformanceBlock = ({ conformance }: ServerResult | ClientResult): Block | undefined => {
  if (!conformance || (conformance.tier === null && conformance.failed.length === 0)) return undefined;
  return {
    id: "conformance",
    title: "Conformance",
    words: WORDS,
    tables: [
      {
        caption: "checks that fail",
        empty: "Every check that was exercised passes.",
        columns: ["", "check", "SEP", "decided by"],
        rows: conformance.failed.map(({ check, sep, level, rules: [rule, ...others] }) => [
          { text: level ?? "", as: "chip", tone: level === null ? "none" : LEVEL_TONES[level] },
          { text: check, as: "code" },
          { text: sep === null ? "core" : `SEP-${sep}` },
          {
            text: `${rule ?? ""}${others.length > 0 ? ` and ${others.length} more` : ""}`,
            ...(rule === undefined ? {} : { finding: rule }),
          },
        ]),
      },
    ],
  };
};

const LEVEL_TONES: Readonly<Record<Level, Tone>> = { MUST: "fail", SHOULD: "warn", MAY: "none" };
