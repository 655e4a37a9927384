import { ERROR_CODE } from "../../protocol/error-codes.ts";

/** What a server's answer to `resources/read` of a missing resource means for an upgrade. */
export interface ResourceErrorCheck {
  readonly state: "pass" | "fail" | "skipped";
  readonly expected: number;
  readonly message: string;
}

const OLD_CODE = ERROR_CODE.resourceNotFound;
const NEW_CODE = ERROR_CODE.invalidParams;
/** Release candidates of this date have the new code too. */
const CHANGED_IN = "2026-07-28";

/**
 * Checks the code a server answered with when it was asked for a resource it does not have: -32002 before 2026-07-28,
 * -32602 from there on. Any other code says nothing about this change.
 */
export const checkResourceErrorCode = (target: string, code: number): ResourceErrorCheck => {
  const expected = requiredCode(target);
  if (code === expected)
    return { state: "pass", expected, message: `${code} is the code of ${target} for a missing resource` };
  if (code === OLD_CODE && expected === NEW_CODE) {
    return {
      state: "fail",
      expected,
      message: `${OLD_CODE} is no longer the code for a missing resource in ${target}; answer ${NEW_CODE} (Invalid params) instead`,
    };
  }
  return {
    state: "skipped",
    expected,
    message: `${code} has nothing to do with the change from ${OLD_CODE} to ${NEW_CODE}`,
  };
};

const requiredCode = (target: string): number => {
  const label = target.trim().toLowerCase();
  const date = /^v?(\d{4}-\d{2}-\d{2})(?:-.+)?$/.exec(label)?.[1];
  if (date === undefined && label !== "draft")
    throw new RangeError(
      `${JSON.stringify(target)} is not a revision of the protocol; write one such as 2026-07-28, or draft`,
    );
  return date !== undefined && date < CHANGED_IN ? OLD_CODE : NEW_CODE;
};
