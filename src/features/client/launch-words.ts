import type { JsonObject } from "../../base/json.ts";
import { shellLine } from "../../base/shell-word.ts";
import { type Scenario, USUAL_PLAN } from "../../probe/scenario/scenario.ts";
import { LATEST_STATEFUL, LATEST_STATELESS, type Revision, wireVersion } from "../../protocol/revision.ts";

export type ClientTransport = "http" | "stdio";

/** Where a client finds the server of a scenario. */
export interface ServerAddress {
  readonly transport: ClientTransport;
  /** Over HTTP. */
  readonly url?: string;
  /** On stdio: what the client starts in place of a server. */
  readonly relay?: readonly string[];
  /** A file in the form in which clients keep their servers. */
  readonly config: string;
}

/** The transports that the placeholders of a command allow. */
export const transportsOf = (command: readonly string[]): readonly ClientTransport[] => {
  const has = (name: string): boolean => command.some((word) => word.includes(`{${name}}`));
  if (has("config")) return ["http", "stdio"];
  return has("stdio") ? ["stdio"] : ["http"];
};

/** The command with its placeholders filled in; a URL that none asks for is appended, as the official suite does. */
export const commandFor = (command: readonly string[], address: ServerAddress): readonly string[] => {
  const { url = "", relay = [], config } = address;
  // As a word of its own it is as many as the command has; within one it is a line for a shell.
  const filled = command.flatMap((word) =>
    word === "{stdio}"
      ? relay
      : [word.replaceAll("{url}", url).replaceAll("{config}", config).replaceAll("{stdio}", shellLine(relay))],
  );
  const isNamed = command.some((word) => /\{(?:url|config|stdio)\}/.test(word));
  return isNamed ? filled : [...filled, url];
};

/** The content of the configuration file. */
export const configFor = ({ url, relay }: Pick<ServerAddress, "url" | "relay">): JsonObject => {
  const [command = "", ...args] = relay ?? [];
  return { mcpServers: { mcptest: url === undefined ? { command, args } : { type: "http", url } } };
};

/** What a program is told in its environment: the variables of the official suite, and ours. */
export const variablesFor = (
  scenario: Scenario,
  revision: Revision | undefined,
  context?: JsonObject,
): Readonly<Record<string, string>> => ({
  MCP_CONFORMANCE_SCENARIO: scenario.official ?? scenario.name,
  MCP_CONFORMANCE_PROTOCOL_VERSION: wireVersion(
    revision ?? (scenario.face === "stateful" ? LATEST_STATEFUL : LATEST_STATELESS),
  ),
  ...(context || scenario.context
    ? {
        MCP_CONFORMANCE_CONTEXT: JSON.stringify({
          name: scenario.official ?? scenario.name,
          ...scenario.context,
          ...context,
        }),
      }
    : {}),
  MCPTEST_SCENARIO: scenario.name,
  MCPTEST_PLAN: JSON.stringify(scenario.plan ?? USUAL_PLAN),
});
