import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import type { TransportName } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ToolChoice } from "./choose-tools.ts";
import type { Skip } from "./skip.ts";

/** The lists a server may have. */
export type ListKind = "tools" | "resources" | "templates" | "prompts";

/** What the era probes found out, whichever revision is then spoken. */
export interface ServerFindings {
  readonly transport: TransportName;
  readonly dual: boolean;
  /** What a discover result lists. */
  readonly listedVersions: readonly string[];
}

/** What the run has learned of the server so far; steps decide by it whether and what to ask. */
export interface Known extends ServerFindings, Readonly<Record<ListKind, readonly JsonObject[]>> {
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  /** Every tool with the decision whether it is called, and why. */
  readonly choices: readonly ToolChoice[];
  /** Tools of which a call took long in this run. */
  readonly slow?: ReadonlySet<string>;
}

/** What is known of a server that has not been asked for anything. */
export const knownUnasked = (revision: Revision, transport: TransportName, capabilities?: Json): Known => ({
  revision,
  transport,
  dual: false,
  listedVersions: [],
  capabilities: isJsonObject(capabilities) ? capabilities : {},
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
  choices: [],
});

export const has = (known: Known, capability: string): boolean => member(known.capabilities, capability) !== undefined;

/** A flag inside a capability, such as resources.subscribe. */
export const hasFlag = (known: Known, capability: string, flag: string): boolean =>
  valueAt(known.capabilities, capability, flag) === true;

export const names = (items: readonly JsonObject[], key = "name"): string[] =>
  items.map((item) => stringMember(item, key)).filter((name) => name !== undefined);

/** Skips a step unless this server gives occasion for it; the detail says what is missing. */
export const skipUnless = (occasion: boolean, detail: string): Skip | undefined =>
  occasion ? undefined : { reason: "not-offered", detail };

/** Skips a step unless the server advertises the capability. */
export const unlessOffered =
  (capability: string) =>
  (known: Known): Skip | undefined =>
    skipUnless(has(known, capability), `${capability} is not advertised`);

/** Skips a step that is about the absence of a capability. */
export const unlessAbsent =
  (capability: string) =>
  (known: Known): Skip | undefined =>
    skipUnless(!has(known, capability), `${capability} is advertised`);

export const unlessAny =
  (what: string, pick: (known: Known) => readonly unknown[]) =>
  (known: Known): Skip | undefined =>
    skipUnless(pick(known).length > 0, `the server lists no ${what}`);

export const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
