import type { Header } from "../../base/header.ts";
import { isHeaderName, isHeaderValue, isOwnedByProbe, trimOptionalSpace } from "../../protocol/header-syntax.ts";
import type { ServerFlags } from "../flags/server-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { readVariable, type System, showUnsetVariable } from "./system.ts";

/** Callers that hand options on may name one that nobody typed. */
export type OrUndefined<T> = { readonly [K in keyof T]: T[K] | undefined };

type HeaderOptions = OrUndefined<Pick<ServerFlags, "header" | "headerEnv" | "bearerEnv">>;

/** The headers of the command line, in order. No message repeats a value, or text that may be one. */
export const readHeaderOptions = (options: HeaderOptions, system: System): Header[] => {
  const headers = [
    ...(options.header ?? []).map((text, index) => readHeader(text, `--header number ${index + 1}`)),
    ...(options.headerEnv ?? []).map((text, index) => readHeaderEnv(text, `--header-env number ${index + 1}`, system)),
  ];
  if (options.bearerEnv === undefined) return headers;
  if (headers.some(([name]) => name.toLowerCase() === "authorization")) {
    throw new UsageError("Authorization is given twice, by --bearer-env and by a header option; keep one");
  }
  return [...headers, readBearer(options.bearerEnv, system)];
};

const readHeader = (text: string, where: string): Header => {
  const colon = text.indexOf(":");
  if (colon < 1) throw new UsageError(`${where} has no name before a colon; write --header 'Name: value'`);
  return checkedHeader(text.slice(0, colon), text.slice(colon + 1), where, "--header 'Name: value'");
};

const readHeaderEnv = (text: string, where: string, system: System): Header => {
  const equals = text.indexOf("=");
  const variable = text.slice(equals + 1).trim();
  if (equals < 1 || variable === "") {
    throw new UsageError(`${where} does not name a header and a variable; write --header-env 'Name=VARIABLE'`);
  }
  const value = readSecret(variable, where, system);
  return checkedHeader(text.slice(0, equals), value, where, "--header-env 'Name=VARIABLE'");
};

const readBearer = (variable: string, system: System): Header => [
  "Authorization",
  `Bearer ${readBearerToken(variable, "--bearer-env", system)}`,
];

/** A token from the environment, fit to be sent. */
export const readBearerToken = (variable: string, flag: string, system: Pick<System, "env">): string => {
  const value = readSecret(variable.trim(), flag, system).trim();
  if (/^bearer\s/i.test(value)) {
    const instead = flag === "--bearer-env" ? ", or use --header-env 'Authorization=VARIABLE'" : "";
    throw new UsageError(`${flag}: the variable already starts with the word Bearer; store the token alone${instead}`);
  }
  checkedHeader("Authorization", `Bearer ${value}`, flag, `${flag} VARIABLE`);
  return value;
};

const readSecret = (variable: string, where: string, system: Pick<System, "env">): string => {
  const value = readVariable(system, variable);
  if (value === undefined) {
    throw new UsageError(
      `${where}: ${showUnsetVariable(variable)} is not set; give the name of a variable, not its value`,
    );
  }
  if (value.trim() === "") {
    throw new UsageError(`${where}: the environment variable ${variable} is empty; set it to the secret`);
  }
  return value;
};

const checkedHeader = (rawName: string, rawValue: string, where: string, shape: string): Header => {
  const name = rawName.trim();
  if (!isHeaderName(name)) {
    // The text is not repeated: a secret with a colon in it looks like a bad name.
    throw new UsageError(`${where} has a name that is no HTTP header name; write ${shape}`);
  }
  if (isOwnedByProbe(name)) {
    throw new UsageError(`${where} sets ${quoted(name)}, which mcptest itself must control; leave it out`);
  }
  const value = trimOptionalSpace(rawValue);
  if (!isHeaderValue(value)) throw new UsageError(`${where} (${name}) ${BAD_VALUE}`);
  return [name, value];
};

export const BAD_VALUE =
  "has a value with a line break, a control character or a character beyond Latin-1; remove it (the value is not shown)";

/** `over` replaces headers of the same name, whatever their case. */
export const overlayHeaders = (base: readonly Header[], over: readonly Header[]): Header[] => {
  const replaced = new Set(over.map(([name]) => name.toLowerCase()));
  return [...base.filter(([name]) => !replaced.has(name.toLowerCase())), ...over];
};
