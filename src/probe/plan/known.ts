import type { TransportName } from "../../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import type { Revision } from "../../model/revision.ts";
import type { Skip } from "./step.ts";
import type { ToolChoice } from "./choose-tools.ts";

/** What the run has learned of the server so far; steps decide by it whether and what to ask. */
export interface Known {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly dual: boolean;
  /** What a discover result lists. */
  readonly listedVersions: readonly string[];
  readonly capabilities: JsonObject;
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  /** Every tool with the decision whether it is called, and why. */
  readonly choices: readonly ToolChoice[];
}

export const has = (known: Known, capability: string): boolean => member(known.capabilities, capability) !== undefined;

/** A flag inside a capability, such as resources.subscribe. */
export const hasFlag = (known: Known, capability: string, flag: string): boolean =>
  member(member(known.capabilities, capability), flag) === true;

export const names = (items: readonly JsonObject[], key = "name"): string[] =>
  items.map((item) => stringMember(item, key)).filter((name) => name !== undefined);

const notOffered = (detail: string): Skip => ({ reason: "not-offered", detail });

/** Skips a step unless the server advertises the capability. */
export const unlessOffered =
  (capability: string) =>
  (known: Known): Skip | undefined =>
    has(known, capability) ? undefined : notOffered(`${capability} is not advertised`);

/** Skips a step that is about the absence of a capability. */
export const unlessAbsent =
  (capability: string) =>
  (known: Known): Skip | undefined =>
    has(known, capability) ? notOffered(`${capability} is advertised`) : undefined;

export const unlessAny =
  (what: string, pick: (known: Known) => readonly unknown[]) =>
  (known: Known): Skip | undefined =>
    pick(known).length > 0 ? undefined : notOffered(`the server lists no ${what}`);

export const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
