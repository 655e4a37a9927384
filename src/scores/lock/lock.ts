import type { Json, JsonObject } from "../../base/json.ts";
import type { SeenPart, SurfaceKind } from "../../judge/surface/surface.ts";

export const LOCK_FORMAT = "mcptest-lock/1";

/** The lists of a surface, by the names that they have in the protocol. */
export const LOCKED_LISTS = {
  tools: "tool",
  prompts: "prompt",
  resources: "resource",
  resourceTemplates: "resource-template",
} as const satisfies Record<string, SurfaceKind>;
export type LockedList = keyof typeof LOCKED_LISTS;

/** What a model is offered: definitions as the server lists them, in the order of their names. */
export type LockedSurface = { readonly instructions?: string } & {
  readonly [List in LockedList]: readonly JsonObject[];
};

/** Around the surface: it may change without changing what a model is offered. */
export interface LockedEnvironment {
  readonly name: string | null;
  readonly version: string | null;
  /** The revisions that the server was seen to speak, oldest first. */
  readonly revisions: readonly string[];
  /** The revisions that it was asked for, or that it would have listed: one that is missing here is unknown, not dropped. */
  readonly asked: readonly string[];
}

export interface LockedServer {
  /** The sha256 of the RFC 8785 form of capabilities and surface; null where the server sent half a surrogate pair. */
  readonly lock_sha256: string | null;
  readonly environment: LockedEnvironment;
  readonly capabilities: JsonObject;
  readonly surface: LockedSurface;
  /** How much of each list was seen. */
  readonly seen: Readonly<Record<LockedList, SeenPart>>;
  /** What was listed in several forms within one session: it depends on the time or on who asks. */
  readonly varies: Readonly<Partial<Record<LockedList, readonly string[]>>>;
  readonly tokens?: { readonly tokenizer: string; readonly total: number };
}

export interface LockFile {
  readonly format: typeof LOCK_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  /** By the name that the configuration gives it, or that it gives itself. */
  readonly servers: Readonly<Record<string, LockedServer>>;
}

/** From the worst to the least. */
export const CHANGE_CLASSES = ["breaking", "meaning", "compatible", "cosmetic", "environment"] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** What an edited sentence does not have and a rug pull does. */
export const CHANGE_CUES = ["url", "instruction", "concealment", "other-tool", "annotation"] as const;
export type ChangeCue = (typeof CHANGE_CUES)[number];

export type ChangedPart = SurfaceKind | "instructions" | "capability" | "revision" | "server";

export interface SurfaceChange {
  readonly class: ChangeClass;
  readonly part: ChangedPart;
  /** Of a tool or prompt its name, of a resource its uri; the server's words. */
  readonly name: string;
  /** Where in the definition: a JSON Pointer. */
  readonly pointer: string;
  /** The member of an argument or result that it is about; the server's words. */
  readonly member?: string;
  /** Our own words. */
  readonly what: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly cues?: readonly ChangeCue[];
  /** It could not be told whether it breaks anybody, so it counts as if it did. */
  readonly undecided?: true;
}

export const LOCK_GATES = ["breaking", "meaning", "any", "never"] as const;
export type LockGate = (typeof LOCK_GATES)[number];

/** One server of a lock beside what it offers now. */
export interface ServerDrift {
  readonly server: string;
  /** Null: it has no lock yet. */
  readonly locked_sha256: string | null;
  /** Null: it could not be seen, or is gone from the configuration. */
  readonly current_sha256: string | null;
  readonly state: "same" | "changed" | "new" | "gone" | "unseen";
  readonly changes: readonly SurfaceChange[];
  /** Our own sentences: what could not be compared, and why. */
  readonly notes: readonly string[];
}

export interface LockResult {
  readonly format: "mcptest-lock-result/1";
  readonly tool: { readonly name: string; readonly version: string };
  /** What was compared: files or targets as they were named. */
  readonly before: string;
  readonly after: string;
  readonly counts: Readonly<Record<ChangeClass, number>>;
  readonly servers: readonly ServerDrift[];
}

/** A comparison as a result holds it. */
export interface LockStanding extends Pick<LockResult, "counts" | "servers"> {
  readonly file: string;
  readonly fail_on: LockGate;
}
