import type { Capture, Exchange } from "../model/capture.ts";
import { type Json, member, stringMember } from "../model/json.ts";

const VERSION_META = "io.modelcontextprotocol/protocolVersion";

/** Which revision was spoken at an exchange, as far as the capture tells; also for the founding minimal form. */
export const readRevisions = (capture: Capture): ((exchange: Partial<Exchange>) => string | null) => {
  const spoken = new Map<string | undefined, string>();
  for (const { id, revision, probes } of capture.conversations ?? []) {
    const known = revision ?? probes;
    if (known !== undefined) spoken.set(id, known);
  }
  for (const { conversation, request, response } of capture.exchanges) {
    if (spoken.has(conversation) || stringMember(request, "method") !== "initialize") continue;
    const version = stringMember(member(response, "result"), "protocolVersion");
    if (version !== undefined) spoken.set(conversation, version);
  }
  return ({ conversation, request }) =>
    versionOf(request) ?? spoken.get(conversation) ?? capture.revisions?.probed ?? null;
};

/** A stateless request says it itself. */
const versionOf = (request: Json | undefined): string | undefined =>
  stringMember(member(member(request, "params"), "_meta"), VERSION_META);
