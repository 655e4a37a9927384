// The client of a capture: its name and its capabilities, by its own account.

import { isJsonObject, type JsonObject, stringMember, valueAt } from "../../../base/json.ts";
import type { Capture, TransportName } from "../../../capture/capture.ts";
import { type Message, type Session, timelineOf } from "../../../capture/timeline.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { ClientProfile } from "../client.ts";
import { declaredWith, revisionsSpoken } from "./view.ts";

export const clientProfile = (capture: Capture): ClientProfile => {
  const { sessions } = timelineOf(capture);
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

/** The capabilities that the client declared, each time it did. */
export const declaredCapabilities = (capture: Capture): readonly JsonObject[] =>
  timelineOf(capture)
    .sessions.flatMap(introductionsIn)
    .flatMap(({ capabilities }) => (capabilities ? [capabilities] : []));

interface Introduction {
  readonly info: JsonObject | undefined;
  readonly capabilities: JsonObject | undefined;
}

const introductionsIn = ({ messages }: Session): readonly Introduction[] =>
  messages.flatMap((message: Message): Introduction[] => {
    const { method, params } = message;
    const isInitialize = method === "initialize";
    const info = isInitialize ? valueAt(params, "clientInfo") : valueAt(params, "_meta", META_KEY.clientInfo);
    const capabilities = isInitialize ? valueAt(params, "capabilities") : declaredWith(message);
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
