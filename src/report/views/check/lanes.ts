import { counted } from "../../../model/counted.ts";
import { isJsonObject, type Json, listMember, member, stringMember } from "../../../model/json.ts";
import { isSeenWhole } from "../../../model/judged.ts";
import type { Grade, Result } from "../../../model/result.ts";
import { unseenPhrase } from "../../../model/unseen.ts";
import type { Lane, Tone } from "../../report.ts";

/** The scores of a result, as far as it has them: one saved by an older mcptest may have only its grade. */
export const lanesOf = (result: Result): readonly Lane[] =>
  [
    complianceLane(result),
    // A server that never answered has no other score.
    ...(result.server.outcome === "unreachable"
      ? []
      : [
          conformanceLane(member(result, "conformance"), result),
          invariantsLane(member(result, "invariants"), result),
          discoverabilityLane(member(result, "discoverability"), result),
          upgradeLane(member(result, "upgrade")),
        ]),
  ].flatMap((lane) => (lane ? [lane] : []));

const GRADE_TONES: Readonly<Record<Grade, Tone>> = {
  "A+": "pass",
  A: "pass",
  B: "warn",
  C: "warn",
  D: "fail",
  F: "fail",
};

const complianceLane = (result: Result): Lane => {
  const { grade } = result.compliance;
  return {
    name: "compliance",
    mark: result.spoken === false || result.partial ? "—" : (grade ?? "?"),
    tone: grade === null ? "none" : GRADE_TONES[grade],
    words: complianceWords(result),
  };
};

const complianceWords = (result: Result): string => {
  const { compliance, revision, spoken, server } = result;
  const { score, passed, failed } = compliance;
  if (spoken === false) return `no grade: the server does not speak ${revision}`;
  if (score !== null) return `${passed} of ${passed + failed} rules hold, score ${score}`;
  if (!result.partial || !isSeenWhole(server.outcome))
    return `no grade: ${unseenPhrase(server.outcome) ?? "nothing could be judged"}`;
  const judged = passed + failed > 0 ? `${passed} of ${passed + failed} judged rules hold` : "nothing could be judged";
  return `${judged}; ${counted(result.left_out ?? 0, "rule")} left out, so no grade`;
};

const conformanceLane = (block: Json | undefined, { server }: Result): Lane | undefined => {
  if (!isJsonObject(block)) return undefined;
  const tier = stringMember(block, "tier");
  const share = (level: string): string | undefined => {
    const [passed, total] = [figure(member(block, level), "passed"), figure(member(block, level), "total")];
    return passed === undefined || total === undefined ? undefined : `${level.toUpperCase()} ${passed}/${total}`;
  };
  const coverage = member(block, "coverage");
  const [exercised, checks] = [figure(coverage, "exercised"), figure(coverage, "checks")];
  const behind =
    exercised === undefined || checks === undefined ? undefined : `${exercised} of ${checks} checks exercised`;
  const words = [share("must"), share("should"), behind].flatMap((part) => part ?? []).join(", ");
  return {
    name: "conformance",
    mark: stringMember(block, "badge") ?? "?",
    tone: tier === "fail" ? "fail" : tier === "tier-1" ? "pass" : tier === undefined ? "none" : "warn",
    words: tier === undefined ? `no tier: ${unseenPhrase(server.outcome) ?? "no check was exercised"}` : words,
  };
};

const invariantsLane = (block: Json | undefined, { server }: Result): Lane | undefined => {
  const rows = Array.isArray(block) ? block : member(block, "invariants");
  if (!Array.isArray(rows) || rows.length === 0) return undefined;
  const count = (state: string): number => rows.filter((row) => stringMember(row, "state") === state).length;
  const [held, failed] = [count("pass"), count("fail")];
  // That the little which was seen holds would look like a result.
  if (failed === 0 && !isSeenWhole(server.outcome)) return undefined;
  return {
    name: "invariants",
    mark: failed > 0 ? "✗" : held > 0 ? "✓" : "–",
    tone: failed > 0 ? "fail" : held > 0 ? "pass" : "none",
    words: failed > 0 ? `${held} held, ${failed} failed` : `${held} held`,
  };
};

const discoverabilityLane = (block: Json | undefined, { partial, server }: Result): Lane | undefined => {
  if (partial && !isSeenWhole(server.outcome)) return undefined;
  const grade = stringMember(block, "grade");
  if (grade === undefined) return partial ? criteriaLane(block) : undefined;
  const capped =
    stringMember(block, "honesty_cap") === undefined ? "" : ", capped: no tool was seen to deliver content";
  return {
    name: "discoverability",
    mark: grade,
    tone: grade === "A" ? "pass" : grade === "D" ? "fail" : "warn",
    words: `${figure(block, "passes") ?? "?"} of 10 criteria${capped}`,
  };
};

/** Of a part: the criteria that it shows, without a grade. */
const criteriaLane = (block: Json | undefined): Lane | undefined => {
  const asked = listMember(block, "criteria").length;
  if (asked === 0) return undefined;
  return {
    name: "discoverability",
    mark: "—",
    tone: "none",
    words: `${figure(block, "passes") ?? "?"} of the ${asked} criteria that were asked about hold; no grade`,
  };
};

const upgradeLane = (block: Json | undefined): Lane | undefined => {
  const to = stringMember(block, "to");
  if (to === undefined) return undefined;
  const [breaks, build] = [listMember(block, "breaks").length, listMember(block, "build").length];
  const ready = member(block, "ready") === true;
  return {
    name: `upgrade to ${to}`,
    mark: ready ? "✓" : "✗",
    tone: ready ? "pass" : "warn",
    words: ready
      ? `nothing breaks, ${counted(build, "thing")} to build`
      : `${counted(breaks, "break")}, ${counted(build, "thing")} to build`,
  };
};

const figure = (value: unknown, name: string): number | undefined => {
  const found = member(value, name);
  return typeof found === "number" ? found : undefined;
};
