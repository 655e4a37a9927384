import { type Question, stateless } from "../../protocol/question.ts";

/** What a request says of itself in `_meta`. */
export const METADATA_QUESTIONS = {
  "no-meta": stateless("server/discover without _meta"),
  "no-meta-version": stateless("server/discover without protocolVersion in _meta"),
  "no-meta-capabilities": stateless("server/discover without clientCapabilities in _meta"),
  "wrong-meta-types": stateless("server/discover with members of _meta that have the wrong type", {
    sends: ["version-number", "capabilities-string", "capabilities-array", "client-without-version"],
    parts: { wrong_version_type: ["version-number"] },
  }),
  "no-client-info": stateless("server/discover without clientInfo"),
  "client-name": stateless("server/discover and tools/list under the names of other clients", {
    sends: ["claude-ai", "claude-ai-tools", "cursor", "cursor-tools"],
  }),
  "settle-era": stateless("server/discover and a list, as they should be", { besides: ["list"] }),
  "extra-param": stateless("server/discover with a param that no revision defines"),
  "unknown-capability": stateless("server/discover with a client capability that no revision defines"),
  "discover-all-capabilities": stateless("server/discover with every client capability declared"),
  "garbage-state": stateless("resources/read and prompts/get with a requestState that the server never issued", {
    sends: ["read", "get"],
  }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly metadata: typeof METADATA_QUESTIONS;
  }
}
