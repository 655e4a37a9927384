import { listMember, member, stringMember } from "../../../src/base/json.ts";
import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

const RESOURCES = { contexts: EVERYWHERE, scenario: "odd-resources" } as const;

const onUri = (change: (uri: string) => string) =>
  onParams("resources/read", (params) => ({ ...params, uri: change(stringMember(params, "uri") ?? "") }));

export const MUTANTS: readonly MutantClient[] = [
  mutant("normalises-addresses", ["C-RES-001"], RESOURCES).does(
    onUri((uri) => (uri.startsWith("file:") ? new URL(uri).href : uri)),
  ),
  mutant("cuts-fragments", ["C-RES-001"], RESOURCES).does(onUri((uri) => uri.replace(/#.*/, ""))),
  mutant("replaces-in-templates", ["C-RES-002"], RESOURCES).does({
    expands: (template, values) =>
      Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), template),
  }),
  mutant("first-content-alone", ["C-RES-003"], RESOURCES).does({
    understands: (result) =>
      "contents" in result ? { ...result, contents: listMember(result, "contents").slice(0, 1) } : result,
  }),
  mutant("subscribes-to-many", ["C-RES-005"], STDIO, "watched-resource").does(
    onParams("resources/subscribe", (params) => ({ uris: [params["uri"] ?? ""] })),
  ),
  mutant("keeps-what-it-read", ["C-RES-006"], EVERYWHERE, "watched-resource").does({
    ignoresNotices: true,
    keyOf: (method, params) => `${method} ${JSON.stringify(params)}`,
    keeps: (method, params) =>
      method === "resources/read" ? { key: `${method} ${JSON.stringify(params)}`, forMs: 600_000 } : undefined,
  }),
  mutant("reads-whatever-is-named", ["C-RES-008"], EVERYWHERE, "unasked-notices").does({
    onNotice: (notification, core) => {
      const uri = stringMember(member(notification, "params"), "uri");
      if (uri !== undefined) void core.request("resources/read", { uri });
    },
  }),
];
