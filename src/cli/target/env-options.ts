import { UsageError } from "../usage-error.ts";
import { readVariable, type System, showUnsetVariable } from "./system.ts";

/** `--env NAME` copies a variable from our environment, `--env NAME=VALUE` sets one; the last one of a name wins. */
export const readEnvOptions = (options: readonly string[] | undefined, system: System): Map<string, string> => {
  const variables = new Map<string, string>();
  for (const [index, text] of (options ?? []).entries()) {
    const where = `--env number ${index + 1}`;
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals);
    if (name === "" || /[\s\p{Cc}]/u.test(name)) {
      throw new UsageError(`${where} has no variable name; write --env NAME or --env NAME=VALUE`);
    }
    const value = equals < 0 ? readVariable(system, name) : text.slice(equals + 1);
    if (value === undefined) {
      throw new UsageError(`${where}: ${showUnsetVariable(name)} is not set here; set it or write --env NAME=VALUE`);
    }
    if (value.includes("\0")) {
      throw new UsageError(`${where}: the value contains a NUL, which no environment can hold; remove it`);
    }
    variables.set(name, value);
  }
  return variables;
};
