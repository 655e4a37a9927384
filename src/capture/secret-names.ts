// What a name says about its value. Hiding too much of our own command line costs nothing; leaking a secret does.

const WORDS =
  /(?:^|[^a-z])(?:auth|authorization|bearer|cookies?|credentials?|dsn|jwt|key|pass|pat|pw|pwd|sig|signature)(?:[^a-z]|$)/;
const ENDINGS =
  /(?:token|secrets?|passwords?|passwd|passphrase|connection[-_.]?string|(?:api|access|private)[-_.]?key)(?:[^a-z]|$)/;

/** Flags, variables, parameters: `--api-key`, `GITHUB_TOKEN`, `accessToken`. */
export const looksSecret = (name: string): boolean => {
  const lower = name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
  return WORDS.test(lower) || ENDINGS.test(lower);
};

/** In an address the code of an OAuth redirect is as good as a token. */
export const isSecretParameter = (name: string): boolean => looksSecret(name) || name.toLowerCase() === "code";

const SECRET_HEADER = /(?:^|-)(?:auth|authorization|bearer|cookie|credentials?|jwt)(?:-|$)/;
/**
 * Names of the protocol's and the browser's own: Mcp-Session-Id is evidence, Mcp-Param-Token repeats an argument,
 * Access-Control-Allow-Credentials says true or nothing.
 */
const OPEN_HEADER = /^(?:mcp-|access-control-|sec-|www-)/;

/** Headers whose value is never shown, whoever sent it. Narrower than above: this also reads what a server says. */
export const isSecretHeader = (name: string): boolean => {
  const lower = name.toLowerCase().replaceAll("_", "-");
  return !OPEN_HEADER.test(lower) && (SECRET_HEADER.test(lower) || ENDINGS.test(lower));
};
