import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { type Generation, quoteServerText, SPENT } from "./generation.ts";
import { REFERENCE_KEYWORDS } from "./references.ts";

/** Schemas that hold together, with references and `allOf` followed, and the choices they leave open. */
export interface Conjunction {
  readonly ok: true;
  readonly parts: readonly JsonObject[];
  readonly choices: readonly SchemaChoice[];
}

export interface SchemaChoice {
  /** Identifies the choice, so that it is made once. */
  readonly key: object;
  readonly alternatives: readonly (readonly Json[])[];
}

/**
 * Follows references and `allOf` without copying or merging. A schema that is met twice holds no more than once,
 * which also ends every cycle, and keeps a bomb of nested references as small as it is written.
 */
export const joinSchemas = (
  schemas: readonly Json[],
  generation: Generation,
): Conjunction | { readonly ok: false; readonly reason: string } => {
  const parts = new Set<JsonObject>();
  const waiting = [...schemas];
  for (let index = 0; index < waiting.length; index += 1) {
    const schema = waiting[index];
    if (schema === true) continue;
    if (schema === false) return { ok: false, reason: "the schema allows no value" };
    if (!isJsonObject(schema)) return { ok: false, reason: "something that is no schema stands where one should" };
    if (parts.has(schema)) continue;
    if (!generation.nodes.take()) return { ok: false, reason: SPENT };
    parts.add(schema);
    for (const keyword of REFERENCE_KEYWORDS) {
      const reference = stringMember(schema, keyword);
      if (reference === undefined) continue;
      const target = generation.references.resolve(reference, schema);
      if (target === undefined) {
        return { ok: false, reason: `the reference ${quoteServerText(reference)} leads nowhere in this schema` };
      }
      waiting.push(target);
    }
    const allOf = member(schema, "allOf");
    if (Array.isArray(allOf)) for (const child of allOf.slice(0, MAX_BRANCHES)) waiting.push(child);
  }
  return { ok: true, parts: [...parts], choices: [...parts].flatMap(choicesOf) };
};

/** More than the node budget allows to visit. */
const MAX_BRANCHES = 5_001;
const MAX_ALTERNATIVES = 200;

const choicesOf = (part: JsonObject): SchemaChoice[] => {
  const choices: SchemaChoice[] = [];
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = member(part, keyword);
    if (!Array.isArray(branches)) continue;
    const some = branches.slice(0, MAX_ALTERNATIVES);
    // A null says least about a tool, so it is the last resort.
    const ordered = [...some.filter((branch) => !isNullSchema(branch)), ...some.filter(isNullSchema)];
    choices.push({ key: branches, alternatives: ordered.map((branch) => [branch]) });
  }
  const condition = member(part, "if");
  if (condition !== undefined) {
    const yes = member(part, "then");
    const no = member(part, "else");
    // First without a thought: the check tells whether the condition is met or does not matter.
    const alternatives = [[], [condition, ...(yes === undefined ? [] : [yes])], no === undefined ? [] : [no]];
    choices.push({ key: part, alternatives });
  }
  return choices;
};

const isNullSchema = (schema: Json): boolean => member(schema, "type") === "null" || member(schema, "const") === null;
