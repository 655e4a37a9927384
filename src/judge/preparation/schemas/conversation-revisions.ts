import { member, stringMember, valueAt } from "../../../base/json.ts";
import type { Capture, Exchange } from "../../../capture/capture.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

/** The revision an exchange was in, as far as the capture tells; works for minimal captures too. */
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
    // A stateless request names its own.
    stringMember(valueAt(request, "params", "_meta"), META_KEY.protocolVersion) ??
    spoken.get(conversation) ??
    capture.revisions?.probed ??
    null;
};
