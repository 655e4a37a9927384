import { isJsonObject, type Json, listMember, member } from "../base/json.ts";
import type { SuitePath } from "./problem.ts";

/** The tests as they are written, wherever the block has them. */
export const writtenCases = (suite: Json): { readonly cases: readonly Json[]; readonly path: SuitePath } => {
  const tests = member(suite, "tests");
  return Array.isArray(tests)
    ? { cases: tests, path: ["tests"] }
    : { cases: listMember(tests, "cases"), path: ["tests", "cases"] };
};

/** Which `${name}` of a functional test stands for a value that one of its steps saves. */
export const savedNames = (suite: Json): ((path: SuitePath) => ReadonlySet<string>) => {
  const { cases, path: start } = writtenCases(suite);
  const names = cases.map(
    (test) =>
      new Set(
        [test, ...listMember(test, "steps")].flatMap((step) => {
          const save = member(step, "save");
          return isJsonObject(save) ? Object.keys(save) : [];
        }),
      ),
  );
  return (path) => {
    const isInside = start.every((step, index) => path[index] === step);
    return (isInside ? names[Number(path[start.length])] : undefined) ?? NONE;
  };
};

const NONE: ReadonlySet<string> = new Set();

/** `${name}`, and with a second dollar a plain `${`. */
const REFERENCE = /\$?\$\{([^}]*)\}/g;

/** The names that a value refers to. */
export const namesIn = (value: Json | undefined): readonly string[] => {
  if (typeof value === "string")
    return [...value.matchAll(REFERENCE)].flatMap(([whole, name = ""]) => (whole.startsWith("$$") ? [] : [name]));
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isJsonObject(value) ? Object.values(value).flatMap(namesIn) : [];
};

/** Replaces `${name}` by a saved value. Alone it keeps its type; within a text it is written out. */
export const fillInSaved = (value: Json, saved: ReadonlyMap<string, Json>): Json => {
  if (typeof value === "string") {
    if (!value.includes("${")) return value;
    const alone = /^\$\{([^}]*)\}$/.exec(value)?.[1];
    const whole = alone === undefined ? undefined : saved.get(alone);
    if (whole !== undefined) return whole;
    return value.replace(REFERENCE, (reference, name: string) => {
      if (reference.startsWith("$$")) return reference.slice(1);
      const found = saved.get(name);
      if (found === undefined) return reference;
      return typeof found === "string" ? found : JSON.stringify(found);
    });
  }
  if (Array.isArray(value)) return value.map((entry) => fillInSaved(entry, saved));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillInSaved(entry, saved)]));
};
