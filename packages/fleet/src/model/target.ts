import type { FleetResult } from "./result.ts";
import type { FleetState } from "./state.ts";

/** A value with `${NAME}` in the place of what the environment of the worker has. The store never holds a secret. */
export type ValueTemplate = string;

/**
 * Headers or environment variables that the server's own description asks for, or that a list gave with a value which is not stored. A server
 * that is not reached without them is walled, not dead.
 */
type Needs = readonly string[];

/** How a target is reached. */
export type FleetAddress =
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers?: readonly (readonly [name: string, value: ValueTemplate])[];
      readonly needs?: Needs;
    }
  | {
      /** A package or a command. It is started only where the worker allows commands. */
      readonly kind: "command";
      /** The program and its arguments. */
      readonly words: readonly string[];
      readonly env?: Readonly<Record<string, ValueTemplate>>;
      readonly needs?: Needs;
      /** What it installs, where that is known: `npm:@scope/name`. */
      readonly package?: string;
    };

/** One server of a fleet. Adding it twice is one target. */
export interface FleetTarget {
  /** Stable: made from the address alone, 16 hexadecimal digits. */
  readonly id: string;
  /** As the list it came from calls it; text of somebody else's. */
  readonly name: string | null;
  readonly address: FleetAddress;
  /** The host that politeness counts, without a port; `command` for what is started. */
  readonly host: string;
  /** Where it came from: a file, a registry. */
  readonly source: string | null;
  readonly addedAt: Date;
  /** Null: it was never asked. */
  readonly state: FleetState | null;
  /** Since when it is in this state; null where it was never asked. */
  readonly since: Date | null;
  /** When it is to be asked again. */
  readonly nextAt: Date;
  /** Its host or itself is on the opt-out list, so it is asked no more. */
  readonly optedOut: boolean;
}

/** A target with what its newest run found. */
export interface ListedTarget extends FleetTarget {
  readonly latest: FleetResult | null;
  /** What its newest run that reached it found; the same as `latest` where that one did. */
  readonly reached: FleetResult | null;
}
