import { isObject, RpcError } from "../../servers/json-rpc.ts";
import { SERVER_INFO_KEY } from "../../servers/stateless/request-meta.ts";
import { DUAL, STATELESS } from "../contexts.ts";
import { editResult, LISTED, set } from "../edits.ts";
import { all, hasOnly, isOneOf, meets } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

export const NEAR_MISSES: NearMissTable = {
  "unknown-members": sameAs("tools", {
    "DISC-003": hasOnly("the capabilities are documented ones", "discover.result.capabilities", [
      "tools",
      "resources",
      "prompts",
      "completions",
      "logging",
      "experimental",
      "extensions",
    ]),
  }),
  "versions-of-both-eras-listed": nearMiss(STATELESS, DUAL, {
    choice: "Lists the versions of the older era among those it supports, oldest first.",
    permittedBy:
      "2026-07-28 server/discover#discoverresult: supportedVersions are the protocol versions the server supports; no order is named.",
    hooks: editResult("server/discover", set({ supportedVersions: LISTED })),
    "DISC-002": meets("only versions of this era are listed", "discover.result.supportedVersions", {
      items: { const: "2026-07-28" },
    }),
  }),
  "odd-server-info": nearMiss({
    choice: "Has a name with spaces and letters beyond ASCII, and a version that is no number.",
    permittedBy: "2026-07-28 schema#implementation: name and version are strings.",
    result: (result) => {
      const info = { name: "Nötes / 笔记 & more", version: "nightly" };
      if (isObject(result.serverInfo)) return { ...result, serverInfo: info };
      return isObject(result._meta) && result._meta[SERVER_INFO_KEY] !== undefined
        ? { ...result, _meta: { ...result._meta, [SERVER_INFO_KEY]: info } }
        : undefined;
    },
    "DISC-004": meets(
      "a version begins with a digit",
      'discover.result._meta["io.modelcontextprotocol/serverInfo"].version',
      { pattern: "^\\d" },
    ),
  }),
  "strict-discovery": nearMiss(STATELESS, {
    choice: "Refuses a discovery with a param that it does not know.",
    permittedBy: "2026-07-28 server/discover#request: the request carries no parameters beyond the standard _meta.",
    result: (_, { request }) => {
      if (request?.params.mcptestUnknown !== undefined) throw new RpcError(-32602, "Unexpected param");
      return undefined;
    },
    ...all(
      ["DISC-008", "DISC-001"],
      isOneOf("a param the server does not know does no harm", "extra_param.outcome", ["result"]),
    ),
  }),
};
