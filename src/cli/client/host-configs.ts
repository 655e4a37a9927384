import type { JsonObject } from "../../base/json.ts";
import type { HostConfig } from "../../features/client/client-walk.ts";

const NAME = "mcptest";

/**
 * How the usual hosts are told of a server; not tried in each of them. Claude Desktop reads programs to start
 * from its file and no addresses; it starts our relay.
 */
export const hostConfigs = (url: string, relay: readonly string[]): readonly HostConfig[] => {
  const [command = "", ...args] = relay;
  const file = (value: JsonObject): string => JSON.stringify(value, undefined, 2);
  return [
    { host: "Claude Code", place: "a command", text: `claude mcp add --transport http ${NAME} ${url}` },
    {
      host: "Claude Desktop",
      place: "claude_desktop_config.json",
      text: file({ mcpServers: { [NAME]: { command, args } } }),
    },
    { host: "VS Code", place: ".vscode/mcp.json", text: file({ servers: { [NAME]: { type: "http", url } } }) },
    { host: "Cursor", place: ".cursor/mcp.json", text: file({ mcpServers: { [NAME]: { url } } }) },
    { host: "Others, by address", place: "mcpServers", text: file({ mcpServers: { [NAME]: { type: "http", url } } }) },
    { host: "Others, as a program", place: "mcpServers", text: file({ mcpServers: { [NAME]: { command, args } } }) },
  ];
};
