import { untrusted } from "../../../base/untrusted.ts";
import {
  CHANGE_CLASSES,
  type ChangeClass,
  type LockResult,
  type ServerDrift,
  type SurfaceChange,
} from "../../../scores/lock/lock.ts";
import {
  countWords,
  cueWords,
  FIXES,
  lockHeadline,
  PART_WORDS,
  placeOf,
  valueDiff,
} from "../../findings/lock-words.ts";
import type { FindingsReport, ReportFinding, Severity } from "../../findings-report.ts";

const SEVERITIES = {
  breaking: "error",
  meaning: "warning",
  compatible: "note",
  cosmetic: "note",
  environment: "note",
} as const satisfies Record<ChangeClass, Severity>;

export const lockReport = (result: LockResult): FindingsReport => {
  const { servers, counts, tool } = result;
  const worst = CHANGE_CLASSES.find((name) => name !== "environment" && counts[name] > 0);
  const unseen = servers.find(({ state }) => state === "unseen");
  return {
    title: "mcptest lock",
    tool,
    target: untrusted(result.after),
    headline: lockHeadline(result),
    badge: {
      label: "MCP lock",
      message: unseen ? "unknown" : (worst ?? "unchanged"),
      color: unseen ? "lightgrey" : worst === "breaking" ? "red" : worst === "meaning" ? "orange" : "brightgreen",
    },
    summary: [
      ["before", result.before],
      ["after", result.after],
      ["changes", countWords(result) || "none"],
    ],
    findings: servers.flatMap((server) => findingsOf(server, servers.length > 1)),
    exchanges: [],
    notes: servers.flatMap(({ server, notes }) =>
      notes.map((note) => (servers.length > 1 ? `${server}: ${note}` : note)),
    ),
    ...(unseen
      ? {
          unseen: `The surface of ${servers.length > 1 ? "a server" : "the server"} could not be seen, so nothing can be said about it.`,
        }
      : {}),
  };
};

const findingsOf = ({ server, state, changes }: ServerDrift, isNamed: boolean): readonly ReportFinding[] => {
  if (state === "same")
    return [
      {
        id: "lock",
        title: "the surface is as it was locked",
        group: "lock",
        state: "pass",
        severity: "note",
        evidence: [],
        ...(isNamed ? { actual: untrusted(server) } : {}),
      },
    ];
  if (state === "new")
    return [
      {
        id: "lock-new",
        title: "a server that is not in the lock",
        group: "lock",
        state: "fail",
        severity: "warning",
        evidence: [],
        actual: untrusted(server),
        fix: "Read what it offers, then take it over with mcptest lock --accept.",
      },
    ];
  return changes
    .filter((change) => change.class !== "environment")
    .map((change) => changeFinding(change, isNamed ? server : undefined));
};

const changeFinding = (change: SurfaceChange, server: string | undefined): ReportFinding => {
  const diff = valueDiff(change);
  const place = [...(server === undefined ? [] : [`${server}:`]), placeOf(change)].join(" ");
  const isCounted = change.class === "breaking" || change.class === "meaning";
  const remarks = [
    ...(change.undecided ? ["it cannot be decided whether this breaks a caller"] : []),
    ...(change.cues ? [`beware: ${cueWords(change.cues)}`] : []),
  ];
  return {
    id: `lock-${change.class}`,
    title: [`${PART_WORDS[change.part]}: ${change.what}`, ...remarks].join("; "),
    group: change.class,
    state: isCounted ? "fail" : "not-applicable",
    severity: SEVERITIES[change.class],
    actual: untrusted(diff === undefined ? place : `${place}: ${diff}`),
    evidence: [],
    fix: FIXES[change.class],
  };
};
