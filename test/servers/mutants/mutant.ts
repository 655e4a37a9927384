import type { Hooks } from "../hooks.ts";
import type { HttpServerOptions } from "../http/http-server.ts";
import type { Context } from "./context.ts";

/** A server with exactly one vice. */
export interface Mutant {
  id: string;
  /** What this server does wrong, in one sentence. */
  vice: string;
  /** A function for hooks that count or remember: every server gets its own. */
  hooks: Hooks | (() => Hooks);
  /** Options without which the vice does not show. */
  options?: MutantOptions;
  /** The rules that are about this vice; the golden file holds all that fail. */
  fails: readonly string[];
  /** Where it is met; by default over HTTP in the newest revision of each era. */
  in?: readonly Context[];
}

export type MutantOptions = Omit<HttpServerOptions, "era" | "port" | "hooks"> & {
  /** For vices that only a server of both eras can have. */
  era?: "dual";
};

export const DEFAULT_CONTEXTS: readonly Context[] = ["http/2026-07-28", "http/2025-11-25"];
