import { isJsonObject, member, stringMember } from "../../base/json.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { isMethod } from "../../protocol/methods.ts";
import { concludeErrors, type ErrorTally, NO_ERRORS, tallyError } from "./error-tally.ts";
import { placedEvidence } from "./evidence.ts";
import { foldOver, type Invariant } from "./invariant.ts";
import type { ErrorSeen, Turn } from "./turn.ts";

const METHOD_NOT_FOUND = ERROR_CODE.methodNotFound;

/** INV-006 reports errors that are not objects. */
export const notFoundHasItsCode: Invariant<ErrorTally> = {
  id: "INV-007",
  category: "error-envelope",
  title: "a method-not-found error has the code -32601",
  scope: "session",
  initial: NO_ERRORS,
  step: (state, turn, digest) =>
    foldOver(turn.errors, state, (known, seen) => {
      if (!isNotFound(seen, turn)) return known;
      const { error, at, order } = seen;
      const code = member(error, "code");
      return tallyError(known, turn, seen, code === METHOD_NOT_FOUND, () =>
        code === undefined
          ? placedEvidence(turn, at, error, digest, order)
          : placedEvidence(turn, `${at}/code`, code, digest, order),
      );
    }),
  end: concludeErrors("method-not-found error", `code ${METHOD_NOT_FOUND}`),
};

/** Refused before the method was looked at. */
const REFUSED_EARLY: ReadonlySet<number> = new Set([401, 403, 407, 429, 503]);

const isNotFound = ({ error, method }: ErrorSeen, { status }: Turn): boolean => {
  if (!isJsonObject(error)) return false;
  if (member(error, "code") === METHOD_NOT_FOUND) return true;
  if (saysNotFound(stringMember(error, "message") ?? "")) return true;
  return method !== undefined && !isDefinedMethod(method) && !REFUSED_EARLY.has(status ?? 0);
};

/** Notifications are not requests: one that is sent with an id is wrong in another way. */
const isDefinedMethod = (method: string): boolean => isMethod(method) || method.startsWith("notifications/");

// Bounded gaps, so that a long message costs no more than its length. "HTTP method" means something else.
const SAYS_SO =
  /(?<!http )\bmethod (?:is )?(?:not found|unknown|not implemented|does not exist)\b|\b(?:unknown|unrecognized|unrecognised|no such) method\b|\bmethod ["'`]?[\w./$:-]{1,80}["'`]? (?:was |is )?(?:not found|unknown|not implemented|does not exist)\b/i;

const LONGEST_READ = 2_000;

/** Whether the message of an error says that the method was not found. */
const saysNotFound = (message: string): boolean => SAYS_SO.test(message.slice(0, LONGEST_READ));
