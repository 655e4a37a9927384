import { HANDSHAKE_MUTANTS } from "./handshake.ts";
import { HTTP_MUTANTS } from "./http.ts";
import { HTTP_SESSION_MUTANTS } from "./http-sessions.ts";
import { MESSAGE_MUTANTS } from "./messages.ts";
import type { MutantClient } from "./mutant-client.ts";
import { SERVER_REQUEST_MUTANTS } from "./server-requests.ts";

/** A file for each subject. */
export const MUTANT_CLIENTS: readonly MutantClient[] = [
  ...MESSAGE_MUTANTS,
  ...HANDSHAKE_MUTANTS,
  ...HTTP_MUTANTS,
  ...SERVER_REQUEST_MUTANTS,
  ...HTTP_SESSION_MUTANTS,
];
