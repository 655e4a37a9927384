/** What the end of a program's stderr tells a person to do. One row, one known way of not starting. */
interface Advice {
  readonly pattern: RegExp;
  readonly help: (match: RegExpExecArray, program: string) => string;
}

/** No pattern repeats something that can itself repeat: the text is a server's. Each is tried on one line at a time. */
const ADVICE: readonly Advice[] = [
  {
    pattern: /(?:Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND.{0,40}) '([^'./\\][^']{0,100})'/,
    help: ([, name]) =>
      `its package ${JSON.stringify(name)} is not installed: run npm install where its package.json is`,
  },
  {
    pattern: /No module named '?([\w.]{1,100})/,
    help: ([, name], program) =>
      `the Python module ${name} is not installed for ${program}: install it there, or start the server with uv run or the python of its virtual environment`,
  },
  {
    pattern: /EADDRINUSE|[Aa]ddress already in use/,
    help: () => "it wants a port that is taken: stop the other process, or check that one at its URL",
  },
  {
    pattern: /EACCES|[Pp]ermission denied/,
    help: () => "it may not open something that it needs: see the line above",
  },
  {
    pattern: /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):\d{1,5}[^\s"'<>]{0,100}/,
    help: ([address]) => `it seems to serve HTTP, not stdio: leave it running and check ${localAddress(address)}`,
  },
  {
    pattern: /(?:listening|running|started|serving) (?:on|at) (?:port )?(\d{2,5})\b/i,
    help: ([, port]) => `it seems to serve HTTP, not stdio: leave it running and check http://localhost:${port}/mcp`,
  },
  {
    pattern: /SyntaxError|IndentationError|unexpected token/i,
    help: (_match, program) => `is ${program} the right program, in the right version, for this file?`,
  },
];

const localAddress = (address: string): string =>
  address.replace(/0\.0\.0\.0|\[::\]/, "localhost").replace(/[.,;)]+$/, "");

/** A variable that a program says it misses: `ORDERS_DB is not set`, `KeyError: 'API_KEY'`, `missing env API_KEY`. */
const MISSING =
  /\b(?:missing|required?|requires|not set|unset|undefined|not defined|must be set|not provided|not configured|set the|please set|environment|env var|KeyError)\b/i;
const VARIABLE = /\b[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,60}\b|(?<=KeyError: ')[A-Z][A-Z0-9]{1,60}(?=')/;
/** Names of errors look like variables too. */
const NO_VARIABLE = /^(?:ERR|MODULE_NOT_FOUND|E[A-Z]+)(?:_|$)/;

export const missingVariable = (lines: readonly string[]): string | undefined =>
  lines
    .filter((line) => MISSING.test(line))
    .flatMap((line) => VARIABLE.exec(line)?.[0] ?? [])
    .find((name) => !NO_VARIABLE.test(name));

export const adviceOn = (lines: readonly string[], program: string): readonly string[] => {
  const variable = missingVariable(lines);
  const found = ADVICE.flatMap(({ pattern, help }) => {
    const match = lines.map((line) => pattern.exec(line)).find((one) => one !== null);
    return match ? [help(match, program)] : [];
  });
  return [
    ...(variable === undefined
      ? []
      : [
          `hand over the variable: --env ${variable} takes it from your shell, --env ${variable}=value sets it (a server gets only PATH, HOME and a few others by itself)`,
        ]),
    ...found,
  ].slice(0, 2);
};
