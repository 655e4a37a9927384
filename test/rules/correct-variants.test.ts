// Correct servers that make other choices than the one of the contexts. They fail nothing about the transport, and
// some rules apply to nobody else.

import { expect, test } from "vitest";
import type { HttpServerOptions } from "../servers/http/http-server.ts";
import type { Context } from "../servers/mutants/context.ts";
import { judgeServer } from "./judge-server.ts";

interface Variant {
  readonly context: Context;
  readonly choice: string;
  readonly options: Partial<Omit<HttpServerOptions, "era" | "revisions">>;
  /** Rules that this server meets and the usual one gives no occasion for. */
  readonly passes: readonly string[];
}

const VARIANTS: readonly Variant[] = [
  { context: "http/2026-07-28", choice: "answers with event streams", options: { sse: true }, passes: ["HTTP-017"] },
  { context: "http/2025-11-25", choice: "answers with event streams", options: { sse: true }, passes: ["HTTP-023"] },
  { context: "http/2025-06-18", choice: "answers with event streams", options: { sse: true }, passes: ["HTTP-018"] },
  { context: "http/2025-03-26", choice: "answers with event streams", options: { sse: true }, passes: ["HTTP-017"] },
  {
    context: "http/2025-11-25",
    choice: "closes connections early and lets the client come back",
    options: { sse: true, polling: true },
    passes: ["HTTP-025", "HTTP-029"],
  },
  {
    context: "http/2025-11-25",
    choice: "keeps the endpoints of the old transport",
    options: { withHttpSse: true },
    passes: ["HTTP-010"],
  },
];

for (const { context, choice, options, passes } of VARIANTS) {
  test(`a correct server that ${choice} (${context})`, async () => {
    const { verdicts } = await judgeServer(context, undefined, options);
    const transport = verdicts.filter(({ id }) => /^(?:HTTP|STDIO)-/.test(id));
    expect(transport.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    expect(transport.filter(({ state }) => state === "pass").map(({ id }) => id)).toEqual(
      expect.arrayContaining([...passes]),
    );
  });
}
