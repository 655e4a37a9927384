import type { Header } from "../../../base/header.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import type { Reaction } from "../../../probe/scenario/scenario.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { STATEFUL_REVISIONS, wireVersion } from "../../../protocol/revision.ts";
import { headerValues } from "../../../wire/http/http-call.ts";

/** How often a method was asked for, and how often with the same name. */
export interface Counted {
  readonly all: number;
  readonly same: number;
}

/** Whether a request is the occasion of a reaction, by what it says. */
export const takesPlace = ({ on }: Reaction, message: JsonObject, counted: Counted): boolean => {
  const params = member(message, "params");
  if (on.method !== "*" && on.method !== member(message, "method")) return false;
  if (on.time !== undefined && on.time !== (on.name === undefined ? counted.all : counted.same)) return false;
  if (on.name !== undefined && !namesIn(message).includes(on.name)) return false;
  if (on.has !== undefined && member(params, on.has) === undefined) return false;
  if (on.repeats === undefined) return true;
  return on.repeats === (isJsonObject(params) && ("inputResponses" in params || "requestState" in params));
};

/** What a request names: a tool, a prompt, a resource, a task. */
export const namesIn = (message: JsonObject): readonly string[] =>
  ["name", "uri", "taskId"].flatMap((key) => stringMember(member(message, "params"), key) ?? []);

/** Whether it is, by what went before and by the headers of the request. */
export const isNow = ({ on }: Reaction, phase: string | undefined, headers: readonly Header[]): boolean => {
  if (on.phase !== undefined && on.phase !== phase) return false;
  const { lacksHeader } = on;
  return lacksHeader === undefined || headerValues(headers, lacksHeader).length === 0;
};

/** The newest version with a handshake that is older than the one that is asked for; where there is none, that one. */
const olderThan = (version: string | undefined): string | undefined =>
  STATEFUL_REVISIONS.map(wireVersion).find((known) => version !== undefined && known < version) ?? version;

/** Whoever asks in a handshake for a version that has none gets the newest with one, as from any server. */
const handshakeVersion = (version: string | undefined): string | undefined =>
  STATEFUL_REVISIONS.map(wireVersion).find((known) => known === version) ?? olderThan(version);

/** What the texts of a message stand for that begin with a dollar sign. */
export const valuesOf = (request: JsonObject, session: number): Readonly<Record<string, Json | undefined>> => {
  const meta = valueAt(request, "params", "_meta");
  return {
    $id: member(request, "id"),
    $token: member(meta, "progressToken"),
    $version: member(meta, META_KEY.protocolVersion),
    $filter: valueAt(request, "params", "notifications") ?? {},
    $subscription: member(request, "id"),
    $older: olderThan(stringMember(member(request, "params"), "protocolVersion")),
    $requested: handshakeVersion(stringMember(member(request, "params"), "protocolVersion")),
    $session: `session-${session}`,
  };
};
