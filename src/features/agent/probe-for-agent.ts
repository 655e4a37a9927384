import { type ProbeRequest, probeTarget } from "../../areas/probe-target.ts";
import type { JsonObject } from "../../base/json.ts";
import { TOOL } from "../../base/version.ts";
import { toJson } from "../../capture/serialize.ts";
import type { Target } from "../../capture/target.ts";
import { type AgentCall, type AgentPermissions, stringArgument, ToolRefusal } from "./agent-tool.ts";
import type { RunQueue } from "./run-queue.ts";

/** What the probing tools share: what is permitted, and how many runs at once. */
export interface AgentProbeContext {
  readonly permissions: AgentPermissions;
  readonly runQueue: RunQueue;
  /** The small environment a started command gets. */
  readonly baseEnv: Readonly<Record<string, string>>;
}

/** The example domain never exists, so trying it bothers nobody. */
export const URL_PROPERTY: JsonObject = {
  type: "string",
  format: "uri",
  description: "The server's HTTP address.",
  examples: ["https://mcp.example/mcp"],
};

/** How every probing tool names its server. */
export const TARGET_PROPERTIES: JsonObject = {
  url: URL_PROPERTY,
  command: {
    type: "array",
    items: { type: "string" },
    minItems: 1,
    description:
      "Instead of url: the command that starts a stdio server, with its arguments. Works only if the operator allows it.",
  },
};

export const targetOf = (args: JsonObject, { permissions }: AgentProbeContext): Target => {
  const url = stringArgument(args, "url");
  const command = Array.isArray(args["command"]) ? args["command"].filter((part) => typeof part === "string") : [];
  if ((url === undefined) === (command.length === 0))
    throw new ToolRefusal("name one server: url, or command as a list of the program and its arguments");
  if (url !== undefined) return httpTarget(url, permissions);
  if (!permissions.stdio)
    throw new ToolRefusal(
      "this server may not start commands; its operator can allow it with mcptest mcp --allow-stdio",
    );
  const [program = "", ...rest] = command;
  return { kind: "stdio", command: program, args: rest, env: {} };
};

const httpTarget = (text: string, permissions: AgentPermissions): Target => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ToolRefusal(`url must begin with https:// or http://, not ${JSON.stringify(text.slice(0, 100))}`);
  if (url.username !== "" || url.password !== "")
    throw new ToolRefusal("url must not contain a user name or password; remove it");
  return { kind: "http", url: url.href, headers: [], origin: permissions.private ? "user" : "list" };
};

/**
 * A minute is long for an agent to wait, and one large session keeps other calls waiting. A server that needs more is
 * checked from the command line.
 */
const LIMITS = { runMs: 60_000, captureBytes: 16_777_216, captureValues: 400_000 } as const;

const keyOf = (target: Target): string =>
  target.kind === "http" ? new URL(target.url).origin : [target.command, ...target.args].join(" ");

/** The capture in its saved, redacted form. */
export const probeFor = async (
  target: Target,
  request: Partial<ProbeRequest>,
  { runQueue, baseEnv, permissions }: AgentProbeContext,
  call: AgentCall,
): Promise<string> => {
  let sent = 0;
  const said = await runQueue(keyOf(target), call.signal, () =>
    probeTarget(target, {
      client: TOOL,
      baseEnv,
      limits: LIMITS,
      ...request,
      signal: call.signal,
      onStep: ({ step }) => {
        sent += 1;
        call.progress(sent, step);
      },
    }),
  );
  if (call.signal.aborted) throw new ToolRefusal("cancelled");
  const forbidden = said.exchanges.find(({ trouble }) => trouble?.kind === "forbidden-address");
  if (forbidden && !permissions.private)
    throw new ToolRefusal(
      "that address is loopback or private, and this server checks only public ones; its operator can allow it with mcptest mcp --allow-private",
    );
  return toJson(said);
};
