import { type Command, Option } from "commander";

/** How to sign in; the same for `login` and for every command with `--login`. */
export interface LoginFlags {
  readonly clientId?: string;
  readonly clientSecretEnv?: string;
  readonly clientKey?: string;
  readonly clientMetadataUrl?: string;
  readonly register?: boolean;
  readonly scope?: string;
  readonly authorizationServer?: string;
  readonly redirectUri?: string;
  readonly wait?: string;
  readonly browser?: boolean;
  readonly headless?: boolean;
  readonly refreshTokenEnv?: string;
}

const FLAGS: readonly (readonly [string, string])[] = [
  ["--client-id <id>", "the client you registered at the authorization server"],
  ["--client-secret-env <ENV>", "the environment variable that holds its secret"],
  ["--client-key <file>", "its private key (PKCS #8 PEM or JWK), to sign client assertions with"],
  ["--client-metadata-url <url>", "your own client metadata document; its address is the client id"],
  ["--register", "let mcptest register itself as a client if none is given (asked on a terminal otherwise)"],
  ["--scope <scopes>", "the scopes to ask for (default: what the server's challenge or metadata says)"],
  ["--authorization-server <issuer>", "which of the authorization servers the server names (default: the first)"],
  [
    "--redirect-uri <uri>",
    "where the browser comes back to on this machine (default http://127.0.0.1/callback, any free port)",
  ],
  ["--wait <time>", "how long to wait for the browser (default 2m)"],
  ["--no-browser", "only print the address to open"],
  ["--headless", "without a browser: client credentials, or --refresh-token-env"],
  ["--refresh-token-env <ENV>", "with --headless: the environment variable that holds a refresh token"],
];

/** Shown by `login`; other commands take them too, and their help names `login`. */
export const addLoginFlags = (command: Command, shown: "shown" | "hidden"): Command => {
  for (const [flags, text] of FLAGS) command.addOption(new Option(flags, text).hideHelp(shown === "hidden"));
  return command;
};
