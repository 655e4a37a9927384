import { isJsonObject, member } from "../../base/json.ts";
import type { Capture, Exchange, Place } from "../../capture/capture.ts";
import { answerShape } from "./answer-shape.ts";

/** A name, what was answered, and where. */
export interface Telltale extends Place {
  readonly name: string;
  readonly answer: string;
}

/**
 * Steps whose answers are the SDK's own words, because nothing of the server's author is asked for. An unknown tool or
 * resource is answered by the SDK where tools are registered with it, and by the author where they are not.
 */
const STEPS = [
  "unknown-method",
  "unknown-tool",
  "unknown-resource",
  "unknown-prompt",
  "malformed-call",
  "malformed-call-number",
  "invalid-call",
  "tools/list-bad-cursor-number",
  "before-initialize-list",
  "empty-initialize",
  "parse-error",
  "not-json-rpc-no-jsonrpc",
  "not-json-rpc-jsonrpc-1",
  "not-json-rpc-method-number",
  "null-id",
  "set-level-absent",
  "subscribe-absent",
  "complete-absent",
  "session-unknown-ping",
  "session-missing-ping",
  "bad-accept",
  "server/discover",
] as const;

/** How the session answers to the questions that tell SDKs apart, each once. */
export const telltalesIn = (capture: Capture): readonly Telltale[] => {
  const found = new Map<string, Telltale>();
  const add = (telltale: Telltale): void => {
    if (!found.has(telltale.name)) found.set(telltale.name, telltale);
  };
  for (const exchange of capture.exchanges) {
    if (exchange.interrupted || exchange.id === undefined) continue;
    const { step, id } = exchange;
    if (step !== undefined && (STEPS as readonly string[]).includes(step))
      add({ name: step, answer: answerShape(exchange), exchange: id, pointer: "" });
    for (const [name, answer, pointer] of [...frames(exchange), ...ofHandshake(exchange)])
      add({ name, answer, exchange: id, pointer });
  }
  return [...found.values()];
};

type Found = readonly [name: string, answer: string, pointer: string];

/** In which order the members of a message are written: hardly anybody copies that. */
const frames = ({ response }: Exchange): readonly Found[] => {
  if (!isJsonObject(response)) return [];
  const order = Object.keys(response).join(" ");
  if (isJsonObject(response.result)) return [["result members", order, "/response"]];
  if (isJsonObject(response.error))
    return [
      [
        "error members",
        `${order} (${Object.keys(response.error)
          .filter((key) => key !== "data")
          .join(" ")})`,
        "/response",
      ],
    ];
  return [];
};

const ofHandshake = ({ response, request, http }: Exchange): readonly Found[] => {
  const result = member(response, "result");
  if (member(request, "method") !== "initialize" || !isJsonObject(result)) return [];
  const { capabilities } = result;
  const session = http?.response_headers?.find(([name]) => name.toLowerCase() === "mcp-session-id")?.[1];
  return [
    [
      "initialize members",
      Object.keys(result)
        .filter((key) => !OPTIONAL.has(key))
        .join(" "),
      "/response/result",
    ],
    ...(isJsonObject(capabilities)
      ? [
          [
            "experimental",
            capabilities.experimental === undefined ? "absent" : "present",
            "/response/result/capabilities",
          ] as const,
        ]
      : []),
    ...(http ? [["session id", sessionShape(session), "/http/response_headers"] as const] : []),
  ];
};

const OPTIONAL = new Set(["instructions", "_meta"]);

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

const SESSION_SHAPES: readonly (readonly [pattern: RegExp, shape: string])[] = [
  [new RegExp(`^${UUID}$`), "UUID"],
  [new RegExp(`^mcp-session-${UUID}$`), "mcp-session- and a UUID"],
  [/^[0-9a-f]{32}$/, "32 hexadecimal digits"],
  [/^[A-Z2-7]{26}$/, "26 characters of base32"],
  [/^[A-Za-z0-9_-]{22}$/, "22 characters of base64url"],
];

const sessionShape = (id: string | undefined): string => {
  if (id === undefined) return "none";
  return SESSION_SHAPES.find(([pattern]) => pattern.test(id))?.[1] ?? `${id.length} characters`;
};
