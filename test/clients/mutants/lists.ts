import { member, stringMember } from "../../../src/base/json.ts";
import { onParams } from "../edits.ts";
import { EVERYWHERE, MODERN_HTTP, type MutantClient, STDIO } from "../mutant-client.ts";

const UNOFFERED = { contexts: STDIO, scenario: "tools-only" } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "ignores-notices",
    fails: ["C-PROMPT-004", "C-RES-007", "C-TOOL-004"],
    contexts: STDIO,
    scenario: "changing-lists",
    vice: { ignoresNotices: true },
  },
  {
    name: "ignores-notices-of-a-subscription",
    fails: ["C-PROMPT-004", "C-RES-007", "C-SUBS-006", "C-TOOL-004"],
    contexts: MODERN_HTTP,
    scenario: "changing-lists",
    vice: { ignoresNotices: true },
  },
  {
    name: "a-list-for-every-notice",
    timed: true,
    fails: ["C-TOOL-005"],
    contexts: EVERYWHERE,
    scenario: "unasked-notices",
    vice: {
      onNotice: (notification, core) => {
        if (stringMember(notification, "method")?.endsWith("list_changed")) void core.request("tools/list", undefined);
      },
    },
  },
  {
    name: "reads-whatever-is-named",
    fails: ["C-RES-008"],
    contexts: EVERYWHERE,
    scenario: "unasked-notices",
    vice: {
      onNotice: (notification, core) => {
        const uri = stringMember(member(notification, "params"), "uri");
        if (uri !== undefined) void core.request("resources/read", { uri });
      },
    },
  },
  {
    name: "first-page-of-prompts",
    fails: ["C-PROMPT-003"],
    contexts: EVERYWHERE,
    scenario: "three-pages",
    vice: { wantsPage: () => false },
  },
  {
    name: "prefixes-names",
    fails: ["C-TOOL-003"],
    contexts: EVERYWHERE,
    scenario: "odd-tool-names",
    vice: onParams("tools/call", (params) =>
      params["name"] === "report" ? params : { ...params, name: `server__${String(params["name"])}` },
    ),
  },
  {
    name: "calls-by-title",
    fails: ["C-TOOL-003"],
    contexts: EVERYWHERE,
    scenario: "odd-tool-names",
    vice: onParams("tools/call", (params) =>
      params["name"] === "admin.tools-list_v2" ? { ...params, name: "List" } : params,
    ),
  },
  {
    name: "subscribes-unoffered",
    fails: ["C-LIFE-011", "C-RES-004"],
    ...UNOFFERED,
    vice: {
      after: {
        "tools/list": [{ jsonrpc: "2.0", id: "s", method: "resources/subscribe", params: { uri: "test://note" } }],
      },
    },
  },
  {
    name: "completes-unoffered",
    fails: ["C-COMPL-001", "C-LIFE-011"],
    ...UNOFFERED,
    vice: {
      after: {
        "tools/list": [
          {
            jsonrpc: "2.0",
            id: "c",
            method: "completion/complete",
            params: { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "name", value: "A" } },
          },
        ],
      },
    },
  },
];
