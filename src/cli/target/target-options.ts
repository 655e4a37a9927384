import { resolve } from "node:path";
import type { Header } from "../../base/header.ts";
import type { HttpTarget, StdioTarget, Target } from "../../capture/target.ts";
import type { TlsOptions } from "../../wire/http/http-endpoint.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import type { ServerFlags } from "../flags/server-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { readConfigEntry } from "./config-entry.ts";
import { type OrUndefined, overlayHeaders, readHeaderOptions } from "./header-options.ts";
import { listServers, type ServerNames } from "./list-servers.ts";
import { findServer, readMcpConfig } from "./mcp-config.ts";
import { resolveEntry } from "./resolve-entry.ts";
import { splitCommand } from "./split-command.ts";
import { readTextFile, readVariable, type System, showUnsetVariable } from "./system.ts";
import { parseTargetUrl } from "./target-url.ts";

/** How every command names its server. Exactly one of URL, command, server, serverCommand and mcpConfig is given. */
export type TargetOptions = OrUndefined<Omit<ServerFlags, "bearer">> & {
  /** The argument `<url>`. */
  readonly url?: string | undefined;
  /** What follows `--`. */
  readonly command?: readonly string[] | undefined;
};

/** Pure: the same options in the same system give the same target. Throws UsageError and nothing else. */
export const resolveTarget = (options: TargetOptions, system: System): Target | ServerNames => {
  const spelling = theOneSpelling(options);
  if (options.name !== undefined && spelling.kind !== "config") {
    throw new UsageError("--name picks a server of a client configuration file; add --mcp-config <file> or drop it");
  }
  switch (spelling.kind) {
    case "url":
      return urlTarget(spelling.text, spelling.shown, options, system);
    case "command":
      return commandTarget(spelling.words, spelling.shown, options, system);
    case "config":
      return configTarget(spelling.path, options, system);
  }
};

type Spelling =
  | { readonly kind: "url"; readonly shown: string; readonly text: string }
  | { readonly kind: "command"; readonly shown: string; readonly words: () => readonly string[] }
  | { readonly kind: "config"; readonly shown: string; readonly path: string };

const theOneSpelling = (options: TargetOptions): Spelling => {
  const { url, command, server, serverCommand, mcpConfig } = options;
  const given: Spelling[] = [];
  if (url !== undefined) given.push({ kind: "url", shown: "<url>", text: url });
  if (command !== undefined && command.length > 0) {
    given.push({ kind: "command", shown: "-- <command>", words: () => command });
  }
  if (server !== undefined) given.push({ kind: "url", shown: "--server", text: server });
  if (serverCommand !== undefined) {
    given.push({ kind: "command", shown: "--server-command", words: () => splitCommand(serverCommand) });
  }
  if (mcpConfig !== undefined) given.push({ kind: "config", shown: "--mcp-config", path: mcpConfig });
  const [first, ...others] = given;
  if (first === undefined) {
    throw new UsageError(
      'no server given; write <url>, -- <command…>, --server <url>, --server-command "<command>" or --mcp-config <file> --name <server>',
    );
  }
  if (others.length > 0) {
    throw new UsageError(`more than one server given: ${given.map(({ shown }) => shown).join(" and ")}; keep one`);
  }
  return first;
};

const urlTarget = (text: string, shown: string, options: TargetOptions, system: System): HttpTarget => {
  refuseCommandOptions(options, shown);
  const { url, basicAuthorization } = parseTargetUrl(text, shown);
  const headers = readHeaderOptions(options, system);
  if (basicAuthorization === undefined) return httpTarget(url, headers, options, system);
  if (headers.some(([name]) => name.toLowerCase() === "authorization")) {
    throw new UsageError("Authorization is given twice, by the user info of the URL and by a header option; keep one");
  }
  return httpTarget(url, [["Authorization", basicAuthorization], ...headers], options, system);
};

const commandTarget = (
  words: () => readonly string[],
  shown: string,
  options: TargetOptions,
  system: System,
): StdioTarget => {
  refuseUrlOptions(options, shown);
  const [command, ...args] = words();
  if (command === undefined || command === "") {
    throw new UsageError(`${shown} names no program; write it such as -- node server.js`);
  }
  const assignment = /^([A-Za-z_]\w*)=/.exec(command)?.[1];
  if (assignment !== undefined) {
    throw new UsageError(
      `${shown} starts with an assignment to ${assignment}, which needs a shell; use --env '${assignment}=VALUE'`,
    );
  }
  if ([command, ...args].some((word) => word.includes("\0"))) {
    throw new UsageError(`${shown} contains a NUL character, which no command can hold; remove it`);
  }
  const env = Object.fromEntries(readEnvOptions(options.env, system));
  const cwd = readCwd(options, system);
  return { kind: "stdio", command, args, env, ...(cwd === undefined ? {} : { cwd }) };
};

const configTarget = (path: string, options: TargetOptions, system: System): Target | ServerNames => {
  const config = readMcpConfig(path, system);
  const { name } = options;
  if (name === undefined) return listServers(config);
  const entry = readConfigEntry(config, name, findServer(config, name));
  const shown = `server ${quoted(name)} of ${path}`;
  if (entry.kind === "stdio") refuseUrlOptions(options, shown);
  else if (options.cwd !== undefined) refuseCommandOptions({ cwd: options.cwd }, shown);
  const env = readEnvOptions(options.env, system);
  const headers = readHeaderOptions(options, system);
  const resolved = resolveEntry(config, entry, { env, headers, cwd: readCwd(options, system) }, system);
  if (resolved.kind === "stdio") return resolved;
  if (resolved.unusedEnv.length > 0) refuseCommandOptions({ env: resolved.unusedEnv }, shown);
  const { url, basicAuthorization } = parseTargetUrl(resolved.url, resolved.urlPlace, resolved.writtenUrl);
  const fromUrl: Header[] = basicAuthorization === undefined ? [] : [["Authorization", basicAuthorization]];
  return httpTarget(url, overlayHeaders(overlayHeaders(fromUrl, resolved.headers), headers), options, system);
};

const httpTarget = (url: string, headers: readonly Header[], options: TargetOptions, system: System): HttpTarget => {
  const tls = readTls(options, system);
  // Even when it comes from a file: the user chose that file, so its addresses may be local.
  return { kind: "http", url, headers, ...(tls === undefined ? {} : { tls }), origin: "user" };
};

const readTls = ({ ca, insecure }: TargetOptions, system: System): TlsOptions | undefined => {
  if (ca === undefined && insecure !== true) return undefined;
  return { ...(ca === undefined ? {} : { ca: readCertificates(ca, system) }), ...(insecure ? { insecure } : {}) };
};

const readCertificates = (path: string, system: System): string => {
  const pem = readTextFile(system, resolve(system.cwd, path), `--ca ${quoted(path)}`);
  if (!/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.test(pem)) {
    throw new UsageError(`--ca ${quoted(path)} holds no CERTIFICATE block; give the root certificate as a PEM file`);
  }
  return pem;
};

const readCwd = (options: TargetOptions, system: System): string | undefined => {
  if (options.cwd === "") throw new UsageError("--cwd is empty; give the folder to start the server in");
  return options.cwd === undefined ? undefined : resolve(system.cwd, options.cwd);
};

const refuseUrlOptions = ({ header, headerEnv, bearerEnv, ca, insecure }: TargetOptions, shown: string): void =>
  refuseFlags(
    { "--header": header, "--header-env": headerEnv, "--bearer-env": bearerEnv, "--ca": ca, "--insecure": insecure },
    (given, several) =>
      `${given} ${several ? "work" : "works"} only with a server at a URL, and ${shown} is a command; hand it secrets with --env`,
  );

const refuseCommandOptions = ({ env, cwd }: Pick<TargetOptions, "env" | "cwd">, shown: string): void =>
  refuseFlags(
    { "--env": env, "--cwd": cwd },
    (given, several) =>
      `${given} ${several ? "work" : "works"} only with a server that is a command, and ${shown} is a URL; hand it secrets with --header-env`,
  );

/** `--env NAME` copies a variable from our environment, `--env NAME=VALUE` sets one; the last one of a name wins. */
const readEnvOptions = (options: readonly string[] | undefined, system: System): Map<string, string> => {
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
