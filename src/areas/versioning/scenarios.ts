import type { Json } from "../../base/json.ts";
import type { Action, Scenario } from "../../probe/scenario/scenario.ts";

const FIRST_REQUESTS = ["server/discover", "tools/list", "tools/call"] as const;

const refusal = (code: number, message: string, data?: Json): Action => ({
  do: "status",
  status: 400,
  body: { jsonrpc: "2.0", id: "$id", error: { code, message, ...(data === undefined ? {} : { data }) } },
});

/** A server of the stateless era that refuses everything in the same words. */
const alwaysRefuses = (action: Action): Pick<Scenario, "face" | "reactions"> => ({
  face: "stateless",
  reactions: FIRST_REQUESTS.map((method) => ({ on: { method }, actions: [action] })),
});

/** A server with sessions that answers the first request of a client of the other era in its own way. */
const legacy = (transport: "http" | "stdio", ...otherEra: readonly Action[]) =>
  ({ face: "stateful", transport, otherEra, official: "tools_call" }) as const;

/** How a client finds out which era the server is of. */
export const ERAS: readonly Scenario[] = [
  { name: "legacy-400-empty", ...legacy("http", { do: "status", status: 400 }) },
  {
    name: "legacy-400-text",
    ...legacy("http", {
      do: "status",
      status: 400,
      headers: { "Content-Type": "text/plain" },
      body: "Bad Request: Missing session ID",
    }),
  },
  {
    name: "legacy-404",
    ...legacy("http", {
      do: "status",
      status: 404,
      headers: { "Content-Type": "text/html" },
      body: "<html><body>Not Found</body></html>",
    }),
  },
  {
    name: "legacy-405",
    ...legacy("http", { do: "status", status: 405, headers: { Allow: "GET, POST, DELETE" } }),
  },
  { name: "legacy-406", ...legacy("http", { do: "status", status: 406 }) },
  {
    name: "legacy-invalid-params",
    ...legacy("stdio", { do: "error", error: { code: -32602, message: "Invalid request parameters", data: "" } }),
  },
  {
    name: "legacy-not-initialized",
    ...legacy("stdio", { do: "error", error: { code: -32000, message: "Server not initialized" } }),
  },
  { name: "legacy-own-code", ...legacy("stdio", { do: "error", error: { code: 1, message: "unexpected request" } }) },
  { name: "legacy-silence", ...legacy("stdio") },
  { name: "legacy-exit", ...legacy("stdio", { do: "break" }) },
  {
    name: "headers-refused",
    transport: "http",
    official: "request-metadata",
    deliberate: true,
    ...alwaysRefuses(refusal(-32020, "Header mismatch")),
  },
  {
    name: "capability-refused",
    official: "request-metadata",
    ...alwaysRefuses(
      refusal(-32021, "Missing required client capability", { requiredCapabilities: { "com.example/none": {} } }),
    ),
  },
  {
    name: "version-always-refused",
    official: "request-metadata",
    deliberate: true,
    ...alwaysRefuses(
      refusal(-32022, "Unsupported protocol version", { supported: ["2026-07-28"], requested: "$version" }),
    ),
  },
  {
    name: "no-discovery",
    face: "stateless",
    deliberate: true,
    official: "tools_call",
    reactions: [
      {
        on: { method: "server/discover" },
        actions: [
          {
            do: "status",
            status: 404,
            body: { jsonrpc: "2.0", id: "$id", error: { code: -32601, message: "Method not found" } },
          },
        ],
      },
    ],
  },
];
