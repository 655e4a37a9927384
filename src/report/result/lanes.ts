import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import type { Grade, Result } from "../../model/result.ts";
import { counted } from "../capture-head.ts";

export type Tone = "pass" | "warn" | "fail" | "none";

/** One mark beside the others: what it is about, the letter, and the figures that stand behind it. */
export interface Lane {
  readonly name: string;
  readonly mark: string;
  readonly tone: Tone;
  readonly words: string;
}

/** The marks of a result, as far as it has them: an older one may have none but its grade. */
export const lanesOf = (result: Result): readonly Lane[] =>
  [
    complianceLane(result),
    // Of a server that never answered, no mark says anything.
    ...(result.server.outcome === "unreachable"
      ? []
      : [
          conformanceLane(member(result, "conformance")),
          invariantsLane(member(result, "invariants")),
          discoverabilityLane(member(result, "discoverability")),
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

const complianceLane = ({ compliance: { grade, score, passed, failed }, revision, spoken }: Result): Lane => ({
  name: "compliance",
  mark: spoken === false ? "—" : (grade ?? "?"),
  tone: grade === null ? "none" : GRADE_TONES[grade],
  words:
    spoken === false
      ? `no grade: the server does not speak ${revision}`
      : score === null
        ? "nothing could be judged"
        : `${passed} of ${passed + failed} rules hold, score ${score}`,
});

const conformanceLane = (block: Json | undefined): Lane | undefined => {
  if (!isJsonObject(block)) return undefined;
  const tier = stringMember(block, "tier");
  const share = (level: string): string | undefined => {
    const [passed, total] = [figure(member(block, level), "passed"), figure(member(block, level), "total")];
    return passed === undefined || total === undefined ? undefined : `${level.toUpperCase()} ${passed}/${total}`;
  };
  const words = [share("must"), share("should")].flatMap((part) => (part === undefined ? [] : [part])).join(", ");
  return {
    name: "conformance",
    mark: stringMember(block, "badge") ?? "?",
    tone: tier === "fail" ? "fail" : tier === "tier-1" ? "pass" : tier === undefined ? "none" : "warn",
    words: tier === undefined ? "no check was exercised" : words,
  };
};

const invariantsLane = (block: Json | undefined): Lane | undefined => {
  const rows = Array.isArray(block) ? block : member(block, "invariants");
  if (!Array.isArray(rows)) return undefined;
  const count = (state: string): number => rows.filter((row) => stringMember(row, "state") === state).length;
  const [held, failed] = [count("pass"), count("fail")];
  return {
    name: "invariants",
    mark: failed > 0 ? "✗" : held > 0 ? "✓" : "–",
    tone: failed > 0 ? "fail" : held > 0 ? "pass" : "none",
    words: failed > 0 ? `${held} held, ${failed} failed` : `${held} held`,
  };
};

const discoverabilityLane = (block: Json | undefined): Lane | undefined => {
  const grade = stringMember(block, "grade");
  if (grade === undefined) return undefined;
  const capped = stringMember(block, "honesty_cap") === undefined ? "" : ", capped: no tool proved to deliver";
  return {
    name: "discoverability",
    mark: grade,
    tone: grade === "A" ? "pass" : grade === "D" ? "fail" : "warn",
    words: `${figure(block, "passes") ?? "?"} of 10 criteria${capped}`,
  };
};

const upgradeLane = (block: Json | undefined): Lane | undefined => {
  const to = stringMember(block, "to");
  if (to === undefined) return undefined;
  const length = (name: string): number => {
    const list = member(block, name);
    return Array.isArray(list) ? list.length : 0;
  };
  const [breaks, build] = [length("breaks"), length("build")];
  const ready = member(block, "ready") === true;
  return {
    name: `upgrade to ${to}`,
    mark: ready ? "✓" : "✗",
    tone: ready ? "pass" : "warn",
    words: ready ? `nothing breaks, ${counted(build, "thing")} to build` : `${breaks} would break, ${build} to build`,
  };
};

const figure = (value: unknown, name: string): number | undefined => {
  const found = member(value, name);
  return typeof found === "number" ? found : undefined;
};
