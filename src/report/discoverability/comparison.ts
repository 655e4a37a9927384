import type { CertificateComparison } from "../../model/certificate.ts";
import { createStyle } from "../style.ts";

/** What became of a certificate's booleans, for a person at a terminal. */
export const renderComparison = (comparison: CertificateComparison, { color }: { readonly color: boolean }): string => {
  const { criteria, grade, surface, subject, standard, holds } = comparison;
  const style = createStyle(color);
  const changed = criteria.filter(({ certified, now }) => certified !== now);
  const lost = changed.filter(({ certified }) => certified);
  return `${[
    holds
      ? style.green("the certificate still holds: every certified pass passes again")
      : style.red("the certificate no longer holds"),
    ...(subject === "other" ? [style.red("it is about another server than the one audited")] : []),
    `${criteria.length - changed.length} of ${criteria.length} booleans are as certified; grade ${grade.certified} then, ${grade.now} now`,
    ...lost.map(({ id }) => `${style.red("✗")} ${id} was certified and does not pass now`),
    ...changed.filter(({ now }) => now).map(({ id }) => `${style.green("✓")} ${id} passes now and did not then`),
    SURFACES[surface],
    ...(standard.certified === standard.now
      ? []
      : [style.yellow(`certified under version ${standard.certified} of the standard, audited under ${standard.now}`)]),
  ].join("\n")}\n`;
};

const SURFACES = {
  same: "the tools are the certified ones",
  changed: "the tools have changed since: whatever was certified was certified for others",
  unknown: "whether the tools are the certified ones cannot be told (one of the two has no surface digest)",
} as const satisfies Record<CertificateComparison["surface"], string>;
