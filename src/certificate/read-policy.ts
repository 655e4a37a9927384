import { defined } from "../base/defined.ts";
import { isJsonObject, type Json } from "../base/json.ts";
import { CRITERION_IDS, DISCOVERABILITY_GRADES } from "../scores/discoverability/discoverability.ts";
import { patternProblem } from "./subject-pattern.ts";
import type { Policy, TrustedKey } from "./verify/certificate.ts";
import { readKeyText } from "./verify/key-text.ts";

/** What is wrong with a policy, and where. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

const MEMBERS = ["minimum_grade", "required_criteria", "maximum_age", "allowed_issuers", "subjects"] as const;

/**
 * Reads a policy from the value of its YAML or JSON text. Unknown members are refused: a misspelt one that was silently
 * ignored would let everything through. Throws PolicyError.
 */
export const readPolicy = (value: unknown): Policy => {
  if (!isJsonObject(value))
    throw new PolicyError([], `a policy is an object with one or more of ${MEMBERS.join(", ")}`);
  for (const name of Object.keys(value))
    if (!MEMBERS.some((known) => known === name))
      throw new PolicyError(
        [name],
        `${JSON.stringify(name)} is no demand of a policy; known are ${MEMBERS.join(", ")}`,
      );
  const { minimum_grade, required_criteria, maximum_age, allowed_issuers, subjects } = value;
  const policy: Policy = defined({
    minimum_grade:
      minimum_grade === undefined ? undefined : choose(DISCOVERABILITY_GRADES, minimum_grade, ["minimum_grade"]),
    required_criteria: each(required_criteria, "required_criteria", (id, path) => choose(CRITERION_IDS, id, path)),
    maximum_age_ms: maximum_age === undefined ? undefined : readAge(maximum_age),
    allowed_issuers: each(allowed_issuers, "allowed_issuers", readIssuer),
    subjects: each(subjects, "subjects", readPattern),
  });
  if (Object.keys(policy).length === 0)
    throw new PolicyError([], `the policy demands nothing; give one or more of ${MEMBERS.join(", ")}`);
  return policy;
};

type Path = readonly (string | number)[];

const each = <T>(value: Json | undefined, name: string, read: (entry: Json, path: Path) => T): T[] | undefined => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0)
    throw new PolicyError([name], `${name} must be a list with at least one entry`);
  return value.map((entry, index) => read(entry, [name, index]));
};

const choose = <T extends string>(choices: readonly T[], value: Json, path: Path): T => {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new PolicyError(path, `${JSON.stringify(value)} is not a choice; use one of ${choices.join(", ")}`);
};

const MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const readAge = (value: Json): number => {
  const match = typeof value === "string" ? /^([1-9]\d{0,5})([mhd])$/.exec(value) : null;
  const unit = match?.[2] as keyof typeof MS | undefined;
  if (!match || unit === undefined)
    throw new PolicyError(["maximum_age"], `${JSON.stringify(value)} is no age; write 30m, 36h or 14d`);
  return Number(match[1]) * MS[unit];
};

const readIssuer = (value: Json, path: Path): TrustedKey => {
  const entry = typeof value === "string" ? { key: value } : value;
  if (!isJsonObject(entry) || typeof entry["key"] !== "string")
    throw new PolicyError(path, "an issuer is a public key (hex or PEM), or an object with key and perhaps name");
  const { key, name, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new PolicyError(
      [...path, unknown],
      `${JSON.stringify(unknown)} is no member of an issuer; known are key, name`,
    );
  if (name !== undefined && typeof name !== "string")
    throw new PolicyError([...path, "name"], "the name of an issuer is a text");
  const reading = readKeyText(key);
  if (!reading.ok) throw new PolicyError(typeof value === "string" ? path : [...path, "key"], reading.message);
  return defined({ spki_hex: reading.spki_hex, name });
};

const readPattern = (value: Json, path: Path): string => {
  if (typeof value !== "string")
    throw new PolicyError(path, "a subject pattern is a text, https://*.example.com/** say");
  const problem = patternProblem(value);
  if (problem !== undefined) throw new PolicyError(path, `the pattern ${problem}`);
  return value;
};
