// What all layers of one server share: options, hooks, the changing world, the log and the secret for signed state.

import { randomBytes } from "node:crypto";
import { World } from "./features/world.ts";
import { type Check, type Hooks, skips } from "./hooks.ts";
import { type Revision, STATEFUL_REVISIONS, STATELESS_REVISION } from "./revisions.ts";
import { ServerLog } from "./server-log.ts";
import { TaskStore } from "./tasks/task.ts";

export type ServerEra = "stateful" | "stateless" | "dual" | "http+sse";

// "deprecated" leaves logging, sampling and roots out of the stateless era, where new servers should not use them.
// "rich-tools" leaves two tools that read, and nothing that runs long, asks back or returns more than text and data.
export type Feature =
  | "tools"
  | "resources"
  | "prompts"
  | "completions"
  | "logging"
  | "subscribe"
  | "list-changed"
  | "tasks"
  | "deprecated"
  | "rich-tools";

// Extensions that a server has only where it is asked for them: each costs every probe its time.
export type OptionalExtension = "skills" | "apps";

export interface ServerOptions {
  revisions?: readonly Revision[];
  hooks?: Hooks;
  /** Features this server does not have and does not advertise. */
  without?: readonly Feature[];
  /** Extensions this server has and declares. */
  offers?: readonly OptionalExtension[];
  /** Skills that are written as few write them. */
  oddSkills?: boolean;
  /** A text in the skills, their addresses included, and what stands there instead. */
  movedSkills?: readonly [string, string];
  /** How long the tool wait_a_while waits when it is not cancelled. */
  slowMs?: number;
  /** How long the tool count_slowly takes for a step. */
  stepMs?: number;
  /** How long the server waits for the client to answer one of its requests. */
  clientRequestTimeoutMs?: number;
  /** How often a stateful server pings its client. */
  pingIntervalMs?: number;
  /** All lists of a stateful server get a new edition once, at the first prompts/get: clients have read them by then. */
  newEdition?: boolean;
  /** Questions run as tasks of a client that declares them (2025-11-25). */
  clientTasks?: boolean;
  /** How often an open event stream gets a comment line. */
  keepAliveMs?: number;
  /** How many tool calls and completions are served per second. */
  rateLimit?: number;
}

export function defaultRevisions(era: ServerEra): readonly Revision[] {
  if (era === "stateful") return STATEFUL_REVISIONS;
  if (era === "stateless") return [STATELESS_REVISION];
  if (era === "http+sse") return ["2024-11-05"];
  return [...STATEFUL_REVISIONS, STATELESS_REVISION];
}

export class ServerCore {
  readonly era: ServerEra;
  readonly hooks: Hooks;
  readonly statefulRevisions: readonly Revision[];
  readonly statelessRevisions: readonly Revision[];
  readonly slowMs: number;
  readonly stepMs: number;
  readonly clientRequestTimeoutMs: number;
  readonly pingIntervalMs: number;
  readonly keepAliveMs: number;
  readonly newEdition: boolean;
  readonly clientTasks: boolean;
  readonly oddSkills: boolean;
  readonly movedSkills: readonly [string, string] | undefined;
  readonly world: World;
  readonly tasks: TaskStore;
  readonly log = new ServerLog();
  // One process, one secret: a requestState is good on any connection of this server and on no other server.
  readonly secret = randomBytes(32);
  readonly #without: readonly Feature[];
  readonly #offers: readonly OptionalExtension[];

  constructor(era: ServerEra, options: ServerOptions) {
    const revisions = options.revisions ?? defaultRevisions(era);
    this.era = era;
    this.hooks = options.hooks ?? {};
    this.tasks = new TaskStore(this.hooks);
    this.statefulRevisions = era === "stateless" ? [] : revisions.filter((one) => one !== STATELESS_REVISION);
    this.statelessRevisions = revisions.filter((one) => one === STATELESS_REVISION);
    this.slowMs = options.slowMs ?? 2_000;
    this.stepMs = options.stepMs ?? 10;
    this.clientRequestTimeoutMs = options.clientRequestTimeoutMs ?? 60_000;
    this.pingIntervalMs = options.pingIntervalMs ?? 30_000;
    this.keepAliveMs = options.keepAliveMs ?? 15_000;
    this.newEdition = options.newEdition ?? false;
    this.clientTasks = options.clientTasks ?? false;
    this.oddSkills = options.oddSkills ?? false;
    this.movedSkills = options.movedSkills;
    this.world = new World(options.rateLimit ?? 1_000);
    this.#without = options.without ?? [];
    this.#offers = options.offers ?? [];
  }

  has(feature: Feature): boolean {
    return !this.#without.includes(feature);
  }

  offers(extension: OptionalExtension): boolean {
    return this.#offers.includes(extension);
  }

  checks(check: Check): boolean {
    return !skips(this.hooks, check);
  }
}
