import type { CapturedTarget } from "../model/capture.ts";
import type { Target } from "../model/target.ts";

/** The lines of a starter suite that say how its server is reached. No value of a secret is among them. */
export interface StarterServer {
  readonly lines: readonly string[];
  /** Variables of the environment a run needs. */
  readonly variables: readonly string[];
}

export interface StarterNames {
  /** Header in lower case to the variable that was named for it on the command line. */
  readonly headerEnv: ReadonlyMap<string, string>;
  readonly bearerEnv?: string | undefined;
  /** Where the command starts, from the folder of the suite; absent when it is that folder. */
  readonly cwd?: string | undefined;
}

/** `shown` is the target as a capture may show it: what differs there is a secret. */
export const starterServer = (
  target: Target,
  shown: CapturedTarget | undefined,
  names: StarterNames,
): StarterServer => {
  const secrets: string[] = [];
  const hidden = (variable: string): string => {
    secrets.push(variable);
    return `\${${variable.toLowerCase()}}`;
  };
  const body =
    target.kind === "http"
      ? httpLines(target, shown?.kind === "http" && shown.url === target.url ? target.url : hidden("SERVER_URL"), names)
      : stdioLines(target, shown?.kind === "stdio" ? shown.command : [], hidden, names);
  const variables =
    secrets.length === 0
      ? []
      : ["variables:", ...secrets.map((name) => `  ${name.toLowerCase()}: { from_env: ${name} }`), ""];
  return {
    lines: [...variables, "server:", ...body.lines.map((line) => `  ${line}`)],
    variables: [...secrets, ...body.variables],
  };
};

interface Body {
  readonly lines: readonly string[];
  readonly variables: readonly string[];
}

const httpLines = (
  { headers }: Extract<Target, { kind: "http" }>,
  url: string,
  { headerEnv, bearerEnv }: StarterNames,
): Body => {
  const listed = headers
    .filter(([name]) => bearerEnv === undefined || name.toLowerCase() !== "authorization")
    .map(([name]) => ({ name, env: headerEnv.get(name.toLowerCase()) ?? variableFor(name) }));
  return {
    lines: [
      `url: ${quote(url)}`,
      ...(bearerEnv === undefined ? [] : [`auth: { bearer_token_env: ${quote(bearerEnv)} }`]),
      ...(listed.length === 0
        ? []
        : ["headers:", ...listed.map(({ name, env }) => `  ${quote(name)}: { env: ${quote(env)} }`)]),
    ],
    variables: [...(bearerEnv === undefined ? [] : [bearerEnv]), ...listed.map(({ env }) => env)],
  };
};

const stdioLines = (
  { command, args, env }: Extract<Target, { kind: "stdio" }>,
  shown: readonly string[],
  hidden: (variable: string) => string,
  { cwd }: StarterNames,
): Body => {
  const words = [command, ...args].map((word, index) =>
    shown[index] === word ? word.replaceAll("${", "$${") : hidden(`SERVER_ARGUMENT_${index}`),
  );
  const names = Object.keys(env);
  return {
    lines: [
      `command: [${words.map(quote).join(", ")}]`,
      ...(cwd === undefined ? [] : [`cwd: ${quote(cwd)}`]),
      ...(names.length === 0
        ? []
        : [`env: [${names.map(quote).join(", ")}] # handed on from the environment of the run`]),
    ],
    variables: names,
  };
};

const variableFor = (header: string): string => header.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

/** Plain where YAML reads it back as the same text. */
export const quote = (text: string): string =>
  /^[A-Za-z_./][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
