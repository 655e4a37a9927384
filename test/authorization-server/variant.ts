// The variants of the correct authorization server that prove the rules about authorization servers.

import type { Revision } from "../../src/protocol/revision.ts";
import type { Traits, Vice } from "../servers/authorization-server/traits.ts";

interface Variant {
  readonly traits: Traits;
  /** Whether it is met by way of its MCP server. */
  readonly byServer?: true;
  readonly revision?: Revision;
}

/** An authorization server with exactly one deliberate fault. */
export interface AuthorizationMutant extends Variant {
  readonly vice: string;
  /** Every rule that fails, warnings included: this is the kill matrix. */
  readonly fails: readonly string[];
}

/** A correct authorization server that makes one unusual choice which the text permits. */
export interface AuthorizationNearMiss extends Variant {
  readonly choice: string;
  readonly permittedBy: string;
  /** The rules that come nearest to failing it; none of them does. */
  readonly closestTo: readonly string[];
}

export const mutant = (
  fails: string | readonly string[],
  vice: string,
  traits: Traits,
  where: Omit<Variant, "traits"> = {},
): AuthorizationMutant => ({ vice, fails: [fails].flat(), traits, ...where });

export const taking = (...vices: readonly Vice[]): Traits => ({ takes: new Set(vices) });
