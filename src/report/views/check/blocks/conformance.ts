import { listMember, member, stringMember } from "../../../../base/json.ts";
import type { Result } from "../../../../scores/result/result.ts";
import type { Block, Tone } from "../../../report.ts";

const WORDS =
  "The requirements of the revision and of the SEPs (Specification Enhancement Proposals, the documents by which the protocol is changed), each as one check. The tier is T1 only if every MUST holds and 95 % of the SHOULDs; one failed MUST makes it F.";

/** The checks that failed, and the rules that decide them. */
export const conformanceBlock = (result: Result): Block | undefined => {
  const block = member(result, "conformance");
  const failed = listMember(block, "failed");
  if (stringMember(block, "tier") === undefined && failed.length === 0) return undefined;
  return {
    id: "conformance",
    title: "Conformance",
    words: WORDS,
    tables: [
      {
        caption: "checks that fail",
        empty: "Every check that was exercised passes.",
        columns: ["", "check", "SEP", "decided by"],
        rows: failed.map((check) => {
          const sep = member(check, "sep");
          const level = stringMember(check, "level") ?? "";
          const [rule, ...others] = listMember(check, "rules").map(String);
          return [
            { text: level, as: "chip", tone: LEVEL_TONES[level] ?? "none" },
            { text: stringMember(check, "check") ?? "", as: "code" },
            { text: typeof sep === "number" ? `SEP-${sep}` : "core" },
            {
              text: `${rule ?? ""}${others.length > 0 ? ` and ${others.length} more` : ""}`,
              ...(rule === undefined ? {} : { finding: rule }),
            },
          ];
        }),
      },
    ],
  };
};

const LEVEL_TONES: Readonly<Record<string, Tone>> = { MUST: "fail", SHOULD: "warn", MAY: "none" };
