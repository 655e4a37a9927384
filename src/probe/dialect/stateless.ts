import type { Header } from "../../base/header.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { HEADER } from "../../protocol/headers.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import { type Dialect, POST_HEADERS } from "./dialect.ts";
import { toHeaderValue } from "./header-value.ts";
import { paramHeaders } from "./param-headers.ts";

/**
 * Every request is complete in itself: version, client and capabilities travel with it. The version is asked for anew
 * each time, because a server may refuse the first one and name another.
 */
export const statelessDialect = (
  revision: Revision,
  client: { name: string; version: string },
  version: () => string = () => wireVersion(revision),
): Dialect => ({
  revision,
  params: (_method, params, { meta, clientCapabilities }) => ({
    ...params,
    _meta: {
      [META_KEY.protocolVersion]: version(),
      [META_KEY.clientInfo]: { name: client.name, version: client.version },
      [META_KEY.clientCapabilities]: clientCapabilities ?? {},
      ...(isJsonObject(params?.["_meta"]) ? params["_meta"] : {}),
      ...meta,
    },
  }),
  headers: (message, { inputSchema }) => {
    const method = stringMember(message, "method");
    const said = stringMember(valueAt(message, "params", "_meta"), META_KEY.protocolVersion);
    const name = method === undefined ? undefined : mirroredName(method, message);
    return [
      ...POST_HEADERS,
      [HEADER.protocolVersion, said ?? version()] as const,
      ...(method === undefined ? [] : [[HEADER.method, method] as const]),
      ...(name === undefined ? [] : [[HEADER.name, toHeaderValue(name)] as const]),
      ...(method === "tools/call" ? paramHeaders(inputSchema, valueAt(message, "params", "arguments")) : []),
    ] satisfies Header[];
  },
});

/** The param that Mcp-Name repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

const mirroredName = (method: string, message: Json): string | undefined => {
  const key = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  return key === undefined ? undefined : stringMember(member(message, "params") as JsonObject | undefined, key);
};
