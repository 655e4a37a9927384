import { type Json, member, stringMember } from "../../base/json.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { parseStrict } from "../../capture/parse-strict.ts";
import { gradeVerdicts } from "../compliance/grade.ts";
import { badge, scoreTier, type Tier } from "../conformance/tier.ts";
import type { Result } from "./result.ts";
import { resultProblem } from "./result-shape.ts";

/**
 * Reads what `--reporter json` wrote, strictly: a report on anything else would be wrong. A result of a version that wrote other
 * members is refused, because its capture can be judged again. Throws CaptureError with one line.
 */
export const readResult = (content: string, file: string): Result => {
  const json = content.startsWith("\u{feff}") ? content.slice(1) : content;
  if (/^\s*$/.test(json))
    throw new CaptureError(`${file}: the file is empty; write a result with mcptest check --reporter json`);
  const value = parseStrict(json, file, 1);
  const format = stringMember(value, "format");
  if (format !== "mcptest-result/1") throw new CaptureError(`${file}: ${otherFormat(format)}`);
  const problem = resultProblem(value);
  if (problem)
    throw new CaptureError(
      `${file}: at ${problem.pointer || "the top"}: expected ${problem.expected}; ${writerOf(value)}, so judge its capture again with mcptest judge`,
    );
  return value as unknown as Result;
};

/** Only what looks like a version is repeated: the file may hold anything. */
const writerOf = (value: Json): string => {
  const version = stringMember(member(value, "tool"), "version") ?? "";
  const by = /^\d[\w.+-]{0,40}$/.test(version) ? `mcptest ${version}` : "another version";
  return `${by} wrote it, or it was edited`;
};

const otherFormat = (format: string | undefined): string => {
  if (format === undefined)
    return 'no "format": "mcptest-result/1", so this is not a result; judge a capture with mcptest judge';
  if (format.startsWith("mcptest-capture/")) return "this is a capture; judge it with mcptest judge";
  if (format.startsWith("mcptest-result/"))
    return `format ${JSON.stringify(format)} was written by a newer mcptest; update mcptest to read it`;
  return `format ${JSON.stringify(format)} is not a result; expected "mcptest-result/1"`;
};

/**
 * Where the marks of a saved result do not follow from what it holds: somebody has edited one or the other. A mark that is
 * missing may have been withheld for reasons that the verdicts do not show.
 */
export const resultDisagreements = ({ verdicts, compliance, conformance }: Result): string[] => {
  const own = gradeVerdicts(verdicts);
  const differing = (["passed", "failed", "failed_must"] as const).filter((name) => compliance[name] !== own[name]);
  const tier = conformance ? tierOf(conformance) : undefined;
  return [
    ...(compliance.grade !== null && compliance.grade !== own.grade
      ? [`the grade ${compliance.grade} does not follow from its verdicts, which give ${own.grade ?? "none"}`]
      : []),
    ...differing.map((name) => `${name} is ${compliance[name]}, but the verdicts count ${own[name]}`),
    ...(conformance && conformance.tier !== null && conformance.tier !== tier
      ? [`${conformance.tier} does not follow from its counts, which give ${tier ?? "none"}`]
      : []),
    ...(conformance?.tier && conformance.badge !== badge(conformance.tier)
      ? [`the badge ${conformance.badge ?? "none"} is not that of ${conformance.tier}`]
      : []),
  ];
};

/** Undefined: more passed than there are, which no count says. */
const tierOf = ({ must, should }: NonNullable<Result["conformance"]>): Tier | undefined =>
  must.passed > must.total || should.passed > should.total
    ? undefined
    : scoreTier({
        must_passed: must.passed,
        must_total: must.total,
        should_passed: should.passed,
        should_total: should.total,
      });
