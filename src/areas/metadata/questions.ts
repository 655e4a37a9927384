import { both, type Question, stateless } from "../../protocol/question.ts";

/** What a request says of itself in `_meta`. */
export const METADATA_QUESTIONS = {
  "unknown-meta": both("a harmless request with keys in _meta that the server cannot know"),
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
  "spoofed-client": stateless("tools/list under the name of a client that sounds privileged"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly metadata: typeof METADATA_QUESTIONS;
  }
}
