// The steps of a plan that ask a server for something.

import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import type { Operation } from "../../../src/probe/scenario/scenario.ts";
import { callTool } from "./call-tool.ts";
import type { ClientCore, Patience } from "./client-core.ts";
import type { Kind, StepOutcome } from "./client-memory.ts";
import { isUsable } from "./header-tools.ts";
import { HttpLine } from "./http-line.ts";
import { repeatAsked } from "./input-rounds.ts";
import { misfitOf, referencesIn } from "./structure-check.ts";
import { learnTools } from "./tasks.ts";

const LISTS = {
  tools: { method: "tools/list", key: "tools" },
  resources: { method: "resources/list", key: "resources" },
  templates: { method: "resources/templates/list", key: "resourceTemplates" },
  prompts: { method: "prompts/list", key: "prompts" },
} as const;

const MISMATCH = -32020;

const MOST_PAGES = 320;

let tokens = 0;

/** What came of an answer. */
const outcomeOf = (answer: JsonObject | undefined, core: ClientCore): StepOutcome => {
  const error = member(answer, "error");
  const result = member(answer, "result");
  if (error !== undefined && core.choice.vice.endsOnErrors) core.end("itself");
  if (isJsonObject(result)) return { outcome: "result", value: core.choice.vice.understands?.(result) ?? result };
  const told = error ?? { message: "no answer" };
  return { outcome: "error", value: core.choice.vice.tellsErrors?.(told) ?? told };
};

/** A request whose answer may be kept, by whoever keeps some. */
const ask = async (method: string, params: JsonObject, core: ClientCore): Promise<JsonObject | undefined> => {
  const { keeps, keyOf } = core.choice.vice;
  const known = keyOf && core.memory.kept.get(keyOf(method, params));
  if (known && known.untilMs > performance.now()) return known.answer;
  const answer = await repeatAsked(method, Object.keys(params).length === 0 ? undefined : params, core);
  const result = member(answer, "result");
  const kept = answer && isJsonObject(result) ? keeps?.(method, params, result) : undefined;
  if (answer && kept) core.memory.kept.set(kept.key, { answer, untilMs: performance.now() + kept.forMs });
  return answer;
};

/** Every page, but not without end. */
export const list = async (what: Kind, core: ClientCore): Promise<StepOutcome> => {
  const { method, key } = LISTS[what];
  const { vice } = core.choice;
  const entries: JsonObject[] = [];
  const sizes: number[] = [];
  const { wantsPage = (_: readonly number[], next: Json | undefined) => next !== undefined } = vice;
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(method, cursor === undefined ? {} : { cursor }, core);
    const result = member(answer, "result");
    learnTools(result, core);
    if (result === undefined || core.ended) return outcomeOf(answer, core);
    if (isJsonObject(result) && vice.refusesLists?.(result))
      return { outcome: "error", value: { message: "the list cannot be used" } };
    const found = listMember(result, key).filter(isJsonObject);
    sizes.push(found.length);
    entries.push(...found);
    if (vice.fetchesReferences && core.line instanceof HttpLine)
      for (const url of referencesIn(result)) await core.line.fetch(url);
    const next = member(result, "nextCursor");
    if (!wantsPage(sizes, next)) break;
    // A server that gives the same cursor again would go on for ever.
    if (vice.wantsPage === undefined && next === cursor) break;
    cursor = typeof next === "string" ? next : cursor;
  }
  const isHttp = what === "tools" && core.era === "stateless" && core.line instanceof HttpLine;
  const used = isHttp ? usableOf(entries, core) : entries;
  core.memory.lists.set(what, used);
  return { outcome: "result", value: { [key]: [...used] } };
};

const usableOf = (tools: readonly JsonObject[], { choice: { vice } }: ClientCore): readonly JsonObject[] => {
  const isNamed = (tool: JsonObject, names: RegExp | undefined): boolean => names?.test(String(tool["name"])) ?? false;
  if (vice.dropsMixedLists && tools.some((tool) => !isUsable(tool))) return [];
  return tools.filter((tool) => (isUsable(tool) || isNamed(tool, vice.keepsTools)) && !isNamed(tool, vice.dropsTools));
};

const toolNamed = (name: string, core: ClientCore): JsonObject | undefined =>
  core.memory.lists.get("tools")?.find((tool) => tool["name"] === name);

export const call = async (
  name: string,
  given: JsonObject,
  core: ClientCore,
  more: JsonObject = {},
  patience: Patience = {},
): Promise<StepOutcome> => {
  const { repeatsMismatches, checks } = core.choice.vice;
  const params = { name, arguments: given, ...more };
  let answer = await callTool(params, core, patience);
  const { repeatsAfter } = core.choice.vice;
  for (let time = 0; time < (repeatsAfter?.times ?? 0); time += 1)
    if (member(member(answer, "error"), "code") === repeatsAfter?.code) answer = await callTool(params, core, patience);
  if (member(member(answer, "error"), "code") === MISMATCH) {
    // The tool may have changed: a look at the list, and once more.
    if (repeatsMismatches === undefined) await list("tools", core);
    for (let time = 0; time < (repeatsMismatches ?? 1); time += 1) answer = await callTool(params, core, patience);
  }
  const outcome = outcomeOf(answer, core);
  if (outcome.outcome === "error" || !isJsonObject(outcome.value)) return outcome;
  const misfit = misfitOf(toolNamed(name, core), outcome.value, checks);
  return misfit === undefined ? outcome : { outcome: "error", value: { message: misfit } };
};

/** A call of a plan, and what its plan wants to hear of it. */
export const reportedCall = async (
  { name, arguments: given = {}, progress, report, cancelAfterMs, timeoutMs }: Extract<Operation, { op: "call" }>,
  core: ClientCore,
): Promise<StepOutcome> => {
  tokens += 1;
  const token = tokens;
  const more = progress ? { _meta: { progressToken: token } } : {};
  const outcome = await call(name, given, core, more, { cancelAfterMs, timeoutMs });
  if (report === undefined || core.ended) return outcome;
  const text = textOf(outcome, core);
  const values = progress ? { progress: core.progress.get(JSON.stringify(token)) ?? [] } : {};
  const told = text === undefined ? { failed: true } : { text };
  await core.request("tools/call", { name: "report", arguments: { of: report, ...told, ...values } });
  return outcome;
};

/** The text of the first block; nothing where the call failed, or its result is of a kind that nobody knows. */
const textOf = ({ outcome, value }: StepOutcome, core: ClientCore): string | undefined => {
  const type = member(value, "resultType") ?? "complete";
  if (outcome === "error") return undefined;
  if (core.era === "stateless" && type !== "complete" && !core.choice.vice.trustsEveryResult) return undefined;
  return stringMember(listMember(value, "content")[0], "text");
};

export const read = async (uri: string, core: ClientCore): Promise<StepOutcome> =>
  outcomeOf(await ask("resources/read", { uri }, core), core);

export const get = async (name: string, given: JsonObject, core: ClientCore): Promise<StepOutcome> =>
  outcomeOf(await repeatAsked("prompts/get", { name, arguments: given }, core), core);

/** Everything of a kind that the client has; it asks for the list only where it has none. */
export const useAll = async (what: "tools" | "resources" | "prompts", core: ClientCore): Promise<void> => {
  if (!core.memory.lists.has(what)) await list(what, core);
  for (const entry of core.memory.lists.get(what) ?? []) {
    const name = stringMember(entry, "name") ?? "";
    if (what === "resources") await read(stringMember(entry, "uri") ?? "", core);
    else if (what === "prompts") await get(name, promptArguments(entry), core);
    else if (name !== "report") await call(name, valueFor(entry["inputSchema"]) as JsonObject, core);
  }
};

const promptArguments = (prompt: JsonObject): JsonObject =>
  Object.fromEntries(listMember(prompt, "arguments").map((argument) => [stringMember(argument, "name") ?? "", "a"]));

/** A value that fits a simple schema. */
const valueFor = (schema: Json | undefined): Json => {
  switch (member(schema, "type")) {
    case "object": {
      const properties = member(schema, "properties");
      return Object.fromEntries(
        Object.entries(isJsonObject(properties) ? properties : {}).map(([key, one]) => [key, valueFor(one)]),
      );
    }
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    default:
      return "a";
  }
};

export const echoSchema = async (of: string, through: string, core: ClientCore): Promise<void> => {
  const schema = toolNamed(of, core)?.["inputSchema"];
  if (!isJsonObject(schema)) return;
  await call(through, { schema: core.choice.vice.keepsSchema?.(schema) ?? schema }, core);
};

/** RFC 6570, as far as a plan needs it: simple expansion, and forms without a value. */
export const expand = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\?)?([a-z]+)\}/g, (_, form: string | undefined, name: string) => {
    const value = values[name];
    if (value === undefined) return "";
    return form === undefined ? encodeURIComponent(value) : `?${name}=${encodeURIComponent(value)}`;
  });
