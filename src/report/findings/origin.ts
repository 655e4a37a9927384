import type { ReportFinding } from "../findings-report.ts";

/** Where a failure comes from, where that is not the server's own code. */
export const originWords = ({ origin }: Pick<ReportFinding, "origin">): string | undefined => {
  switch (origin?.kind) {
    case "sdk":
      return `comes with ${origin.sdk} ${origin.versions}${origin.note === undefined ? "" : `: ${origin.note}`}`;
    case "launcher":
      return "comes with the launcher that starts the server";
    case "yours":
    case "unknown":
    case undefined:
      return undefined;
  }
};
