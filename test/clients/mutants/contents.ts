import { isJsonObject, type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import { onParams, without } from "../edits.ts";
import { EVERYWHERE, type MutantClient, STDIO } from "../mutant-client.ts";

const RICH = { contexts: EVERYWHERE, scenario: "rich-content" } as const;
const RESOURCES = { contexts: EVERYWHERE, scenario: "odd-resources" } as const;
const COMPLETIONS = { contexts: EVERYWHERE, scenario: "completions" } as const;

const onUri = (change: (uri: string) => string) =>
  onParams("resources/read", (params) => ({ ...params, uri: change(stringMember(params, "uri") ?? "") }));

const withoutSound = (result: JsonObject): JsonObject =>
  "content" in result
    ? { ...result, content: listMember(result, "content").filter((block) => member(block, "type") !== "audio") }
    : result;

export const MUTANTS: readonly MutantClient[] = [
  { name: "loses-sound", fails: ["C-TOOL-006"], ...RICH, vice: { understands: withoutSound } },
  {
    name: "loses-the-reason",
    fails: ["C-TOOL-010"],
    ...RICH,
    vice: { understands: (result) => (result["isError"] === true ? { isError: true } : result) },
  },
  {
    name: "text-prompts-alone",
    fails: ["C-PROMPT-005"],
    ...RICH,
    vice: {
      understands: (result) =>
        "messages" in result ? { messages: listMember(result, "messages").slice(0, 1) } : result,
    },
  },
  {
    name: "ends-at-unknown-content",
    fails: ["C-TOOL-007"],
    contexts: EVERYWHERE,
    scenario: ["neutral", "odd-results"],
    vice: { stopsOn: (message) => JSON.stringify(message).includes('"type":"x-hologram"') },
  },
  {
    name: "ends-at-errors",
    fails: ["C-TOOL-011"],
    contexts: EVERYWHERE,
    scenario: ["neutral", "odd-results"],
    vice: { endsOnErrors: true },
  },
  {
    name: "normalises-addresses",
    fails: ["C-RES-001"],
    ...RESOURCES,
    vice: onUri((uri) => (uri.startsWith("file:") ? new URL(uri).href : uri)),
  },
  { name: "cuts-fragments", fails: ["C-RES-001"], ...RESOURCES, vice: onUri((uri) => uri.replace(/#.*/, "")) },
  {
    name: "replaces-in-templates",
    fails: ["C-RES-002"],
    ...RESOURCES,
    vice: {
      expands: (template, values) =>
        Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), template),
    },
  },
  {
    name: "first-content-alone",
    fails: ["C-RES-003"],
    ...RESOURCES,
    vice: {
      understands: (result) =>
        "contents" in result ? { ...result, contents: listMember(result, "contents").slice(0, 1) } : result,
    },
  },
  {
    name: "subscribes-to-many",
    fails: ["C-RES-005"],
    contexts: STDIO,
    scenario: "watched-resource",
    vice: onParams("resources/subscribe", (params) => ({ uris: [params["uri"] ?? ""] })),
  },
  {
    name: "keeps-what-it-read",
    fails: ["C-RES-006"],
    contexts: EVERYWHERE,
    scenario: "watched-resource",
    vice: {
      ignoresNotices: true,
      keyOf: (method, params) => `${method} ${JSON.stringify(params)}`,
      keeps: (method, params) =>
        method === "resources/read" ? { key: `${method} ${JSON.stringify(params)}`, forMs: 600_000 } : undefined,
    },
  },
  {
    name: "numbers-for-prompts",
    fails: ["C-PROMPT-001"],
    contexts: EVERYWHERE,
    vice: onParams("prompts/get", (params) => ({ ...params, arguments: { name: 10 } })),
  },
  {
    name: "prompt-without-arguments",
    fails: ["C-PROMPT-002"],
    contexts: EVERYWHERE,
    vice: onParams("prompts/get", (params) => without(params, "arguments")),
  },
  {
    name: "another-reference",
    fails: ["C-COMPL-002"],
    ...COMPLETIONS,
    vice: onParams("completion/complete", (params) => {
      const { ref } = params;
      const isPrompt = isJsonObject(ref) && ref["type"] === "ref/prompt";
      return isPrompt ? { ...params, ref: { ...ref, type: "prompt" } } : params;
    }),
  },
  {
    name: "completes-without-context",
    fails: ["C-COMPL-003"],
    ...COMPLETIONS,
    vice: onParams("completion/complete", (params) => without(params, "context")),
  },
  {
    name: "needs-a-value-to-complete",
    fails: ["C-COMPL-005"],
    contexts: EVERYWHERE,
    scenario: ["neutral", "completions"],
    vice: { chokesOnCompletion: (completion) => listMember(completion, "values").length === 0 },
  },
];
