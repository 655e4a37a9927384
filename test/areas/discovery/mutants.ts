import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject, RpcError } from "../../servers/json-rpc.ts";
import { SERVER_INFO_KEY } from "../../servers/stateless/request-meta.ts";
import { STATELESS } from "../contexts.ts";
import { editResult, set } from "../edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

/** Leaves the first discovery alone, from which a client learns what to talk about at all. */
const atLater = (change: (result: JsonObject) => JsonObject) => (): Hooks => {
  let seen = 0;
  return {
    result: (result, { request }) => (request?.method === "server/discover" && seen++ > 0 ? change(result) : undefined),
  };
};

export const MUTANTS: MutantTable = {
  "discover-once": mutant("DISC-001", STATELESS, {
    vice: "Refuses discovery to everybody but the first client.",
    hooks: atLater(() => {
      throw new RpcError(-32601, "Method not found", undefined, 404);
    }),
  }),
  "discover-versions-text": mutant("DISC-002", STATELESS, {
    vice: "Gives its versions as one text.",
    hooks: atLater(set({ supportedVersions: "2026-07-28" })),
  }),
  "discover-without-capabilities": mutant("DISC-003", STATELESS, {
    vice: "Leaves the capabilities out when there is little to say.",
    hooks: atLater(set({ capabilities: undefined })),
  }),
  "discover-server-info-on-top": mutant("DISC-004", STATELESS, {
    vice: "Names itself in the discover result and not in its _meta, as drafts did.",
    hooks: editResult("server/discover", (result) =>
      isObject(result._meta) ? { ...result, serverInfo: result._meta[SERVER_INFO_KEY], _meta: {} } : undefined,
    ),
  }),
  "discover-unlisted-version": mutant("DISC-005", STATELESS, {
    vice: "Lists other versions than the one it answers in.",
    hooks: atLater(set({ supportedVersions: ["2027-01-01"] })),
  }),
  "discover-lists-too-much": mutant("DISC-006", STATELESS, {
    vice: "Lists the draft among its versions, and refuses it.",
    hooks: editResult("server/discover", set({ supportedVersions: ["2026-07-28", "draft"] })),
  }),
  "discover-wants-params": mutant("DISC-008", STATELESS, {
    vice: "Wants to be told in a param which part of the discovery is meant.",
    hooks: atLater(() => {
      throw new RpcError(-32602, "The param sections is missing");
    }),
  }),
};
