import type { CertificateComparison } from "../../../scores/discoverability/discoverability.ts";
import { changeSentence } from "../../findings/lock-words.ts";
import type { Style } from "../../terminal/style.ts";
import { show } from "../../terminal/terminal.ts";

/** How the certified criteria fare in a new audit. */
export const comparisonLines = (
  { criteria, grade, surface, changes, subject, standard, holds }: CertificateComparison,
  { green, red, yellow }: Style,
): string[] => {
  const changed = criteria.filter(({ certified, now }) => certified !== now);
  return [
    holds
      ? green("the certificate still holds: every certified pass passes again")
      : red("the certificate no longer holds"),
    ...(subject === "other" ? [red("the certificate is for another server than the one audited")] : []),
    `${criteria.length - changed.length} of ${criteria.length} criteria are as certified; grade ${grade.certified} then, ${grade.now ?? "none"} now`,
    ...changed
      .filter(({ certified }) => certified)
      .map(({ id }) => `${red("✗")} ${id} was certified and does not pass now`),
    ...changed.filter(({ now }) => now).map(({ id }) => `${green("✓")} ${id} passes now and did not then`),
    SURFACES[surface],
    ...(surface === "changed" ? (changes ?? []).map((change) => `  ${show(changeSentence(change), 600)}`) : []),
    ...(standard.certified === standard.now
      ? []
      : [yellow(`certified under version ${standard.certified} of the standard, audited under ${standard.now}`)]),
  ];
};

const SURFACES = {
  same: "the tools are the ones that were certified",
  changed: "the tools have changed since: the certificate is about other tools",
  unknown: "mcptest cannot tell whether these are the certified tools: one side has no surface digest",
} as const satisfies Record<CertificateComparison["surface"], string>;
