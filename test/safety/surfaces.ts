// Small captures of one server's lists, for texts that are to be judged.

import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { digestOf } from "../../src/capture/digest.ts";
import { openView } from "../../src/judge/core/view.ts";
import { judgeSafety } from "../../src/scores/safety/judge-safety.ts";
import type { SafetyFinding } from "../../src/scores/safety/safety.ts";
import { answered, page } from "../areas/small-captures.ts";

/** What a server offers and returns; everything is optional. */
export interface Offered {
  readonly instructions?: string;
  readonly tools?: readonly JsonObject[];
  readonly prompts?: readonly JsonObject[];
  readonly resources?: readonly JsonObject[];
  /** The texts that calls returned, by tool. */
  readonly results?: Readonly<Record<string, string>>;
  readonly got?: Readonly<Record<string, string>>;
  readonly read?: Readonly<Record<string, string>>;
}

export const captureOffering = (offered: Offered): Capture => {
  const { instructions, tools = [], prompts = [], resources = [], results = {}, got = {}, read = {} } = offered;
  const exchanges: Exchange[] = [
    answered("initialize", "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      serverInfo: { name: "a server", version: "1.0.0" },
      ...(instructions === undefined ? {} : { instructions }),
    }),
    page("tools/list", tools),
    page("prompts/list", prompts),
    page("resources/list", resources),
    ...Object.entries(results).map(([name, text]) =>
      answered(`call:${name}`, "tools/call", { content: [{ type: "text", text }] }, { name, arguments: {} }),
    ),
    ...Object.entries(got).map(([name, text]) =>
      answered(
        `get:${name}`,
        "prompts/get",
        { messages: [{ role: "user", content: { type: "text", text } }] },
        { name },
      ),
    ),
    ...Object.entries(read).map(([uri, text]) =>
      answered(`read:${uri}`, "resources/read", { contents: [{ uri, text }] }, { uri }),
    ),
  ];
  return {
    server_label: "a server",
    server_capabilities: {},
    exchanges: exchanges.map((exchange, index) => ({ ...exchange, id: `main/${index}` })),
  };
};

export const findingsIn = (capture: Capture): readonly SafetyFinding[] =>
  judgeSafety(openView(capture, "2025-11-25"), () => digestOf(null));

export const idsOf = (offered: Offered): readonly string[] => [
  ...new Set(findingsIn(captureOffering(offered)).map(({ id }) => id)),
];

/** A tool whose description is the text; the rest is what any tool has. */
export const toolSaying = (description: string, more: JsonObject = {}): JsonObject => ({
  name: "lookup",
  description,
  inputSchema: { type: "object", properties: { query: { type: "string" } as Json } },
  ...more,
});
