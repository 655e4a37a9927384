import { type Json, type JsonObject, stringMember, valueAt } from "../../../base/json.ts";
import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import {
  type Era,
  eraOf,
  LATEST_STATELESS,
  REVISIONS,
  type Revision,
  STATEFUL_REVISIONS,
  wireVersion,
} from "../../../protocol/revision.ts";

const STATELESS_METHODS: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"]);

/** A request that names its version, or that only the stateless era has. */
export const isStateless = (message: JsonObject): boolean =>
  versionOf(message) !== undefined || STATELESS_METHODS.has(stringMember(message, "method") ?? "");

const versionOf = (message: JsonObject): Json | undefined =>
  valueAt(message, "params", "_meta", META_KEY.protocolVersion);

/** The versions a scenario's server knows in an era, newest first. */
export const versionsOf = ({ revisions }: Pick<Scenario, "revisions">, era: Era): readonly string[] => {
  const all: readonly Revision[] = era === "stateful" ? STATEFUL_REVISIONS : [LATEST_STATELESS];
  const known = revisions
    ? REVISIONS.filter((revision) => revisions.includes(revision) && eraOf(revision) === era).reverse()
    : all;
  return known.map(wireVersion);
};

/** The error for a request in a version that the server does not know; undefined where it knows it. */
export const versionRefusal = (
  scenario: Pick<Scenario, "revisions">,
  request: JsonObject,
): { readonly code: number; readonly message: string; readonly data: Json } | undefined => {
  const supported = [...versionsOf(scenario, "stateless")];
  const requested = versionOf(request) ?? valueAt(request, "params", "protocolVersion") ?? null;
  if (typeof requested === "string" && supported.includes(requested)) return undefined;
  return { code: -32022, message: "Unsupported protocol version", data: { supported, requested } };
};
