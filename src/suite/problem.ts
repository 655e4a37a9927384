import { nearestNames } from "../base/nearest-names.ts";
import { plainLine } from "../base/plain-line.ts";
import type { YamlProblem } from "../judge/corpus-files/read-yaml.ts";
import type { YamlPath } from "../judge/corpus-files/yaml-path.ts";

/** Something a suite must not say, and where. */
export type Problem = YamlProblem;
export type SuitePath = YamlPath;

/** "did you mean …?", or `otherwise` where no known name is near. */
export const didYouMean = (typed: string, known: readonly string[], otherwise = ""): string => {
  const [near] = nearestNames(typed, known, 1);
  return near === undefined ? otherwise : `did you mean ${near}?`;
};

/** Everything that is wrong with a file, a line each: `file:line:column: what, and what to do`. */
export class SuiteError extends Error {
  override readonly name = "SuiteError";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(plainLine(lines[0] ?? "the suite cannot be read"));
    this.lines = lines.map(plainLine);
  }
}
