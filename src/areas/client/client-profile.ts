import { isJsonObject, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Capture, TransportName } from "../../capture/capture.ts";
import type { ClientProfile } from "../../judge/core/client.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type ClientSession, clientSessions, messagesOf } from "./client-sessions.ts";
import { revisionsSpoken } from "./client-view.ts";

/** Who the client of a capture is and what it can do, as far as it said so itself. */
export const clientProfile = (capture: Capture): ClientProfile => {
  const sessions = clientSessions(capture);
  const introductions = sessions.flatMap(introductionsIn);
  const info = introductions.find((one) => one.info !== undefined)?.info ?? null;
  return {
    label: labelOf(info) ?? "a client that does not name itself",
    info,
    capabilities: introductions.find((one) => one.capabilities !== undefined)?.capabilities ?? null,
    eras: [...new Set(sessions.map(({ era }) => era))],
    revisions: revisionsSpoken(capture),
    transports: [...new Set(sessions.flatMap(({ transport }): TransportName[] => (transport ? [transport] : [])))],
    sessions: sessions.length,
  };
};

/** What the client said it can do, each time it did. */
export const declaredCapabilities = (capture: Capture): readonly JsonObject[] =>
  clientSessions(capture)
    .flatMap(introductionsIn)
    .flatMap(({ capabilities }) => (capabilities ? [capabilities] : []));

interface Introduction {
  readonly info: JsonObject | undefined;
  readonly capabilities: JsonObject | undefined;
}

const introductionsIn = ({ records }: ClientSession): readonly Introduction[] =>
  records.flatMap(messagesOf).flatMap((message): Introduction[] => {
    const params = member(message, "params");
    const meta = member(params, "_meta");
    const isInitialize = stringMember(message, "method") === "initialize";
    const info = isInitialize ? member(params, "clientInfo") : member(meta, META_KEY.clientInfo);
    const capabilities = isInitialize ? member(params, "capabilities") : member(meta, META_KEY.clientCapabilities);
    if (info === undefined && capabilities === undefined) return [];
    return [
      {
        info: isJsonObject(info) ? info : undefined,
        capabilities: isJsonObject(capabilities) ? capabilities : undefined,
      },
    ];
  });

const labelOf = (info: JsonObject | null): string | undefined => {
  const name = stringMember(info, "name");
  const version = stringMember(info, "version");
  return name === undefined ? undefined : [name, version].filter((part) => part !== undefined).join(" ");
};
