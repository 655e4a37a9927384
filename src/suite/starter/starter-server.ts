import type { CapturedTarget } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";

/** The lines of a starter suite that say how to reach the server. They contain no secrets. */
export interface StarterServer {
  readonly lines: readonly string[];
  /** Environment variables that a run needs. */
  readonly variables: readonly string[];
}

export interface StarterNames {
  /** From header, in lower case, to the variable the command line named for it. */
  readonly headerEnv: ReadonlyMap<string, string>;
  readonly bearerEnv?: string | undefined;
  /** Where the command starts, relative to the folder of the suite; absent when it is that folder. */
  readonly cwd?: string | undefined;
}

/** `shown` is the target as a capture may show it: whatever differs there is a secret. */
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

const httpLines = (
  { headers }: Extract<Target, { kind: "http" }>,
  url: string,
  { headerEnv, bearerEnv }: StarterNames,
): StarterServer => {
  const listed = headers
    .filter(([name]) => bearerEnv === undefined || name.toLowerCase() !== "authorization")
    .map(([name]) => ({
      name,
      env: headerEnv.get(name.toLowerCase()) ?? name.toUpperCase().replace(/[^A-Z0-9]+/g, "_"),
    }));
  return {
    lines: [
      `url: ${yamlScalar(url)}`,
      ...(bearerEnv === undefined ? [] : [`auth: { bearer_token_env: ${yamlScalar(bearerEnv)} }`]),
      ...(listed.length === 0
        ? []
        : ["headers:", ...listed.map(({ name, env }) => `  ${yamlScalar(name)}: { env: ${yamlScalar(env)} }`)]),
    ],
    variables: [...(bearerEnv === undefined ? [] : [bearerEnv]), ...listed.map(({ env }) => env)],
  };
};

const stdioLines = (
  { command, args, env }: Extract<Target, { kind: "stdio" }>,
  shown: readonly string[],
  hidden: (variable: string) => string,
  { cwd }: StarterNames,
): StarterServer => {
  const words = [command, ...args].map((word, index) =>
    shown[index] === word ? word.replaceAll("${", "$${") : hidden(`SERVER_ARGUMENT_${index}`),
  );
  const names = Object.keys(env);
  return {
    lines: [
      `command: [${words.map(yamlScalar).join(", ")}]`,
      ...(cwd === undefined ? [] : [`cwd: ${yamlScalar(cwd)}`]),
      ...(names.length === 0
        ? []
        : [`env: [${names.map(yamlScalar).join(", ")}] # passed on from the environment of the run`]),
    ],
    variables: names,
  };
};

/** Unquoted where YAML reads it back as the same string. */
export const yamlScalar = (text: string): string =>
  /^[A-Za-z_./][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
