import { readFileSync, statSync } from "node:fs";
import { defined } from "../../base/defined.ts";
import { ClientKeyError, readClientKey } from "../../features/auth/client/read-client-key.ts";
import type { ClientChoice, LoginRequest, RedirectShape } from "../../features/auth/flow/login-request.ts";
import { readAddress } from "../../probe/oauth/addresses.ts";
import { readingFile } from "../files/read-file.ts";
import { parseDuration } from "../flags/parse-duration.ts";
import type { LoginFlags } from "../flags/server-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the flags say of a sign-in. */
export type LoginChoices = Pick<
  LoginRequest,
  "way" | "client" | "refreshToken" | "scope" | "issuer" | "redirect" | "waitMs"
>;

const DEFAULT_WAIT_MS = 120_000;

export const readLoginFlags = async (flags: LoginFlags, env: Environment): Promise<LoginChoices> => {
  const client = await readClient(flags, env);
  const refreshToken = readSecret("--refresh-token-env", flags.refreshTokenEnv, env);
  return defined({
    way: readWay(flags, client),
    client,
    refreshToken,
    scope: readScope(flags.scope),
    issuer: readIssuer(flags.authorizationServer),
    redirect: flags.redirectUri === undefined ? undefined : readRedirect(flags.redirectUri),
    waitMs: flags.wait === undefined ? DEFAULT_WAIT_MS : parseDuration(flags.wait, "--wait"),
  });
};

const readWay = (flags: LoginFlags, client: ClientChoice): LoginRequest["way"] => {
  if (!flags.headless) {
    if (flags.refreshTokenEnv !== undefined)
      throw new UsageError("--refresh-token-env signs in without a browser; add --headless");
    return "browser";
  }
  const onlyBrowser = { "--register": flags.register, "--redirect-uri": flags.redirectUri, "--wait": flags.wait };
  const given = Object.entries(onlyBrowser).find(([, value]) => value !== undefined);
  if (given) throw new UsageError(`${given[0]} is about a browser, and --headless does without; drop one of them`);
  if (client.clientId === undefined && client.metadataUrl === undefined)
    throw new UsageError("--headless needs the client you registered; add --client-id <id>");
  if (flags.refreshTokenEnv !== undefined) return "refresh-token";
  if (client.secret === undefined && client.key === undefined)
    throw new UsageError(
      "--headless needs something to prove the client with: --client-secret-env ENV or --client-key <file>; or a refresh token, --refresh-token-env ENV",
    );
  return "client";
};

const readClient = async (flags: LoginFlags, env: Environment): Promise<ClientChoice> => {
  const { clientId, clientSecretEnv, clientKey, clientMetadataUrl } = flags;
  if (clientId !== undefined && clientMetadataUrl !== undefined)
    throw new UsageError("--client-id and --client-metadata-url both name a client; keep one");
  if (clientSecretEnv !== undefined && clientKey !== undefined)
    throw new UsageError("--client-secret-env and --client-key both prove the client; keep one");
  if (clientId === "") throw new UsageError("--client-id is empty; give the id that the authorization server knows");
  if (clientId === undefined && clientMetadataUrl === undefined && (clientSecretEnv ?? clientKey) !== undefined)
    throw new UsageError("a secret or key belongs to a client; add --client-id <id>");
  return defined({
    clientId,
    secret: readSecret("--client-secret-env", clientSecretEnv, env),
    key: clientKey === undefined ? undefined : await readKey(clientKey),
    metadataUrl: clientMetadataUrl === undefined ? undefined : readMetadataUrl(clientMetadataUrl),
  });
};

/** No message repeats what was given: it might be the secret itself. */
const readSecret = (flag: string, name: string | undefined, env: Environment): string | undefined => {
  if (name === undefined) return undefined;
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined || value.trim() === "")
    throw new UsageError(
      `${flag}: the environment variable it names is not set or empty; give the name of a variable, not its value`,
    );
  return value.trim();
};

const readKey = async (path: string): Promise<NonNullable<ClientChoice["key"]>> => {
  if (path.includes("PRIVATE KEY") || path.trimStart().startsWith("{"))
    throw new UsageError("--client-key takes a file name, never the key itself; save the key to a file");
  const { text, mode } = readingFile(path, () => ({ text: readFileSync(path, "utf8"), mode: statSync(path).mode }));
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw new UsageError(`other users can read or change the private key ${quoted(path)}; protect it with chmod 600`);
  try {
    return await readClientKey(text);
  } catch (error) {
    if (error instanceof ClientKeyError)
      throw new UsageError(`--client-key ${quoted(path)} cannot be used: ${error.message}`);
    throw error;
  }
};

const readMetadataUrl = (text: string): string => {
  const url = readAddress(text);
  if (url?.protocol !== "https:" || url.pathname === "/")
    throw new UsageError(
      `--client-metadata-url ${quoted(text)} has to be https and have a path, such as https://app.example/oauth/client.json`,
    );
  return text;
};

const readScope = (text: string | undefined): string | undefined => {
  if (text === undefined || /^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(text)) return text?.trim();
  throw new UsageError("--scope holds characters that no scope has; separate scopes by spaces");
};

const readIssuer = (text: string | undefined): string | undefined => {
  if (text === undefined || readAddress(text)) return text;
  throw new UsageError(`--authorization-server ${quoted(text)} is no issuer; give its https address`);
};

export const readRedirect = (text: string): RedirectShape => {
  const url = readAddress(text);
  const host = url?.hostname;
  if (url?.protocol !== "http:" || url.search !== "" || (host !== "127.0.0.1" && host !== "localhost"))
    throw new UsageError(
      `--redirect-uri ${quoted(text)} does not lead to this machine; write http://127.0.0.1:8976/callback or http://localhost/callback (without a port any free one is taken)`,
    );
  // Port 80 cannot be told from no port, and is no port for this.
  return { host, port: Number(url.port), path: url.pathname };
};
