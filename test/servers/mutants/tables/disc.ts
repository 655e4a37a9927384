import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, RpcError } from "../../json-rpc.ts";
import { SERVER_INFO_KEY } from "../../stateless/request-meta.ts";
import type { Mutant } from "../mutant.ts";

const NEW = ["http/2026-07-28"] as const;

/** Leaves the first discovery alone, from which a client learns what to talk about at all. */
const later = (change: (result: JsonObject) => JsonObject) => (): Hooks => {
  let seen = 0;
  return {
    result: (result, { request }) => (request?.method === "server/discover" && seen++ > 0 ? change(result) : undefined),
  };
};

export const DISC_MUTANTS: readonly Mutant[] = [
  {
    id: "discover-once",
    vice: "Refuses discovery to everybody but the first client.",
    hooks: later(() => {
      throw new RpcError(-32601, "Method not found", undefined, 404);
    }),
    fails: ["DISC-001"],
    in: NEW,
  },
  {
    id: "discover-versions-text",
    vice: "Gives its versions as one text.",
    hooks: later((result) => ({ ...result, supportedVersions: "2026-07-28" })),
    fails: ["DISC-002"],
    in: NEW,
  },
  {
    id: "discover-without-capabilities",
    vice: "Leaves the capabilities out when there is little to say.",
    hooks: later((result) => ({ ...result, capabilities: undefined })),
    fails: ["DISC-003"],
    in: NEW,
  },
  {
    id: "discover-server-info-on-top",
    vice: "Names itself in the discover result and not in its _meta, as drafts did.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "server/discover" && isObject(result._meta)
          ? { ...result, serverInfo: result._meta[SERVER_INFO_KEY], _meta: {} }
          : undefined,
    },
    fails: ["DISC-004"],
    in: NEW,
  },
  {
    id: "discover-unlisted-version",
    vice: "Lists other versions than the one it answers in.",
    hooks: later((result) => ({ ...result, supportedVersions: ["2027-01-01"] })),
    fails: ["DISC-005"],
    in: NEW,
  },
  {
    id: "discover-lists-too-much",
    vice: "Lists the draft among its versions, and refuses it.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "server/discover" ? { ...result, supportedVersions: ["2026-07-28", "draft"] } : undefined,
    },
    fails: ["DISC-006"],
    in: NEW,
  },
  {
    id: "discover-wants-params",
    vice: "Wants to be told in a param which part of the discovery is meant.",
    hooks: later(() => {
      throw new RpcError(-32602, "The param sections is missing");
    }),
    fails: ["DISC-008"],
    in: NEW,
  },
  {
    id: "discover-first",
    vice: "Serves lists only after a discovery on the same connection.",
    hooks: () => {
      let discovered = false;
      return {
        result: (_, { request }) => {
          if (request?.method === "server/discover") discovered = true;
          else if (!discovered) throw new RpcError(-32600, "Discover first");
          return undefined;
        },
      };
    },
    fails: ["DISC-009"],
    in: ["stdio/2026-07-28"],
  },
];
