import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { SurfaceItem } from "../../judge/surface/surface.ts";
import type { CountTokens, Saving } from "./tokens.ts";

const MOST = 3;
/** Fewer tokens than this are not worth anybody's time. */
const LEAST = 20;
const MANY_VALUES = 20;
const LONG_DESCRIPTION = 300;
const DEEP = 3;
const MOST_SCHEMAS = 20_000;

/** Where a surface could be made cheaper without offering less: the places that save most. */
export const findSavings = (tools: readonly SurfaceItem[], count: CountTokens): readonly Saving[] =>
  [...repeatedTexts(tools, count), ...tools.flatMap((tool) => savingsOf(tool, count))]
    .filter(({ tokens }) => tokens >= LEAST)
    .sort((left, right) => right.tokens - left.tokens || (left.tool < right.tool ? -1 : 1))
    .slice(0, MOST);

/** The same sentence at several parameters or tools: said once in the instructions, it is known everywhere. */
const repeatedTexts = (tools: readonly SurfaceItem[], count: CountTokens): readonly Saving[] => {
  const places = new Map<string, { tool: string; times: number }>();
  for (const { name, value } of tools)
    for (const { schema } of schemasIn(value))
      for (const text of [stringMember(schema, "description")]) {
        if (text === undefined || text.length < 40) continue;
        const known = places.get(text) ?? { tool: name as string, times: 0 };
        places.set(text, { ...known, times: known.times + 1 });
      }
  return [...places].flatMap(([text, { tool, times }]) =>
    times < 2
      ? []
      : [
          {
            kind: "repeated-text" as const,
            tool,
            tokens: count(text) * (times - 1),
            advice: `The same description stands ${times} times; say it once, in the instructions or in one tool.`,
          },
        ],
  );
};

const savingsOf = ({ name, value }: SurfaceItem, count: CountTokens): readonly Saving[] => {
  const tool = name as string;
  const savings: Saving[] = [];
  const words = count(stringMember(value, "description") ?? "");
  if (words > LONG_DESCRIPTION)
    savings.push({
      kind: "long-description",
      tool,
      tokens: words - LONG_DESCRIPTION,
      advice: `The description has ${words} tokens; keep what tells the tool from others, and move examples to a prompt or a resource.`,
    });
  for (const { schema, path } of schemasIn(value)) {
    const values = listMember(schema, "enum");
    const place = { tool, ...(path === "" ? {} : { member: path }) };
    if (values.length > MANY_VALUES)
      savings.push({
        kind: "long-enumeration",
        ...place,
        tokens: count(JSON.stringify(values.slice(MANY_VALUES))),
        advice: `It lists ${values.length} values; take a text, name a few as examples, and refuse the others with a list.`,
      });
    if (path.split(".").length > DEEP && isBare(schema))
      savings.push({
        kind: "undescribed-nesting",
        ...place,
        tokens: count(JSON.stringify(schema)),
        advice: "It is nested deeply and nothing describes it; flatten it, or take it as one text.",
      });
  }
  return savings;
};

/** An object of several members, none of which is described. */
const isBare = (schema: JsonObject): boolean => {
  const properties = member(schema, "properties");
  if (!isJsonObject(properties) || stringMember(schema, "description") !== undefined) return false;
  const members = Object.values(properties);
  return members.length > 1 && members.every((one) => stringMember(one, "description") === undefined);
};

/** Every schema in the input of a tool, with the member it is about. */
const schemasIn = (tool: JsonObject): readonly { readonly schema: JsonObject; readonly path: string }[] => {
  const found: { schema: JsonObject; path: string }[] = [];
  const walk = (value: Json | undefined, path: string, depth: number): void => {
    if (!isJsonObject(value) || depth > 32 || found.length > MOST_SCHEMAS) return;
    found.push({ schema: value, path });
    for (const [name, entry] of Object.entries(member(value, "properties") ?? {}))
      walk(entry as Json, path === "" ? name : `${path}.${name}`, depth + 1);
    walk(member(value, "items"), `${path}[]`, depth + 1);
    for (const keyword of ["anyOf", "oneOf", "allOf"])
      for (const branch of listMember(value, keyword)) walk(branch, path, depth + 1);
    for (const entry of Object.values(member(value, "$defs") ?? {})) walk(entry as Json, path, depth + 1);
  };
  walk(member(tool, "inputSchema"), "", 0);
  return found;
};
