import { type FlagsOf, hidden, inGroup, repeatable } from "./flag.ts";

/** Which server, and what to send along; without a sign-in. */
export const SERVER_FLAGS = inGroup("Server", {
  "--server <url>": "the server's URL",
  "--server-command <line>": "the command that starts the server, split like a shell would, without using one",
  "--mcp-config <file>": "a client configuration (Claude Desktop, Cursor, VS Code, .mcp.json)",
  "--name <server>": "which server of --mcp-config (without it, check takes all, others list them)",
  "--header <line>": repeatable("'Name: value' to send with every request (repeatable)"),
  "--header-env <pair>": repeatable("'Name=ENV': a header whose value is in an environment variable (repeatable)"),
  "--bearer-env <ENV>": "the environment variable that holds a bearer token",
  // Refused with a line that says why: see targetFrom.
  "--bearer [token]": hidden(),
  "--env <pair>": repeatable("NAME or NAME=VALUE to set for the started command (repeatable)"),
  "--cwd <folder>": "the folder to start the command in",
  "--ca <pem>": "a PEM file of additional root certificates to trust",
  "--insecure": "do not verify the server's TLS certificate (the capture says so)",
});

export type ServerFlags = FlagsOf<typeof SERVER_FLAGS>;

/** How to sign in; the same for `login` and for every command with `--login`. */
export const LOGIN_FLAGS = inGroup("Sign-in", {
  "--client-id <id>": "the client you registered at the authorization server",
  "--client-secret-env <ENV>": "the environment variable that holds its secret",
  "--client-key <file>": "its private key (PKCS #8 PEM or JWK), to sign client assertions with",
  "--client-metadata-url <url>": "your own client metadata document; its address is the client id",
  "--register": "let mcptest register itself as a client if none is given (asked on a terminal otherwise)",
  "--scope <scopes>": "the scopes to ask for (default: what the server's challenge or metadata says)",
  "--authorization-server <issuer>": "which of the authorization servers the server names (default: the first)",
  "--redirect-uri <uri>":
    "where the browser comes back to on this machine (default http://127.0.0.1/callback, any free port)",
  "--wait <time>": "how long to wait for the browser (default 2m)",
  "--no-browser": "only print the address to open",
  "--headless": "without a browser: client credentials, or --refresh-token-env",
  "--refresh-token-env <ENV>": "with --headless: the environment variable that holds a refresh token",
});

export type LoginFlags = FlagsOf<typeof LOGIN_FLAGS>;

/** The flags every command that talks to a server has. How to sign in is shown by `mcptest login --help` alone. */
export const TARGET_FLAGS = {
  ...SERVER_FLAGS,
  ...(Object.fromEntries(
    Object.entries(LOGIN_FLAGS).map(([name, flag]) => [name, { ...flag, hidden: true }]),
  ) as object as typeof LOGIN_FLAGS),
  ...inGroup("Sign-in", {
    "--login": "sign in, or use the token that mcptest login stored (mcptest login --help lists its flags)",
  }),
};
