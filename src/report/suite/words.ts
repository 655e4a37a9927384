import type { SuiteResult } from "../../model/suite-result.ts";
import { counted } from "../capture-head.ts";

/** The whole run in one line. */
export const suiteHeadline = ({ ok, lanes, gates }: SuiteResult): string => {
  const of = (state: (typeof lanes)[number]["state"]): number => lanes.filter((lane) => lane.state === state).length;
  const failed = gates.filter(({ pass }) => !pass).length;
  return [
    ok ? "passed" : "not passed",
    ...(lanes.length > 0 ? [`${of("pass")} of ${counted(lanes.length, "lane")} green`] : []),
    ...(["fail", "inconclusive", "unreachable", "error"] as const).flatMap((state) =>
      of(state) > 0 ? [`${of(state)} ${WORDS[state]}`] : [],
    ),
    ...(gates.length > 0 ? [`${gates.length - failed} of ${counted(gates.length, "gate")} met`] : []),
  ].join(" · ");
};

const WORDS = {
  fail: "failed",
  inconclusive: "inconclusive",
  unreachable: "unreachable",
  error: "with an error of mcptest",
};
