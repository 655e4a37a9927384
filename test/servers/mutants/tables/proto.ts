import type { Mutant } from "../mutant.ts";
import { PROTO_BATCH_MUTANTS } from "./proto-batches.ts";
import { PROTO_CODE_MUTANTS } from "./proto-codes.ts";
import { PROTO_HANDSHAKE_MUTANTS } from "./proto-handshake.ts";
import { PROTO_INPUT_MUTANTS } from "./proto-input.ts";
import { PROTO_MESSAGE_MUTANTS } from "./proto-messages.ts";
import { PROTO_STATELESS_MUTANTS } from "./proto-stateless.ts";

export const PROTO_MUTANTS: readonly Mutant[] = [
  ...PROTO_HANDSHAKE_MUTANTS,
  ...PROTO_MESSAGE_MUTANTS,
  ...PROTO_INPUT_MUTANTS,
  ...PROTO_BATCH_MUTANTS,
  ...PROTO_CODE_MUTANTS,
  ...PROTO_STATELESS_MUTANTS,
];
