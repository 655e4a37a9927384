// Tables of small captures of clients and what a fact about them reads.

import { describe, expect, test } from "vitest";
import { CLIENT_FACTS } from "../../src/areas/client-facts.ts";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, ClientEnd, Exchange, Unsolicited } from "../../src/capture/capture.ts";
import { openClientView } from "../../src/judge/core/client/view.ts";
import type { Revision } from "../../src/protocol/revision.ts";

/** Members of a case that most cases leave out. */
interface Circumstances {
  readonly scenario?: string;
  readonly end?: ClientEnd;
  readonly capabilities?: JsonObject;
  readonly revision?: Revision;
}

interface ClientCase extends Circumstances {
  readonly shows: string;
  /** What the client said: a request with its answer, or an answer to the server. */
  readonly exchanges: readonly Exchange[];
  /** What the server asked. */
  readonly asked: readonly Unsolicited[];
  /** The values of the items; or `open`, where nothing is known. */
  readonly reads: readonly Json[] | "open";
}

/** A row of a table: what the capture shows, what both sides said, and what the fact reads from it. */
export const told = (
  shows: string,
  messages: readonly (Exchange | Unsolicited)[],
  circumstances: Circumstances = {},
): { readonly reads: (reads: ClientCase["reads"]) => ClientCase } => {
  const asked = messages.filter((one): one is Unsolicited => "at_ms" in one);
  const exchanges = messages.filter((one): one is Exchange => !("at_ms" in one));
  return { reads: (reads) => ({ shows, exchanges, asked, ...circumstances, reads }) };
};

const CONVERSATION = "c1";

/** A request of the client and what the server answered; without an answer undefined. */
export const said = (seq: number, startMs: number, request: JsonObject, response?: JsonObject): Exchange => ({
  id: `e${seq}`,
  conversation: CONVERSATION,
  request: { jsonrpc: "2.0", id: seq, ...request },
  ...(response ? { response: { jsonrpc: "2.0", id: seq, ...response }, response_seq: seq + 1 } : {}),
  seq,
  timing: { start_ms: startMs, response_ms: startMs + 1, end_ms: startMs + 1 },
});

/** An answer of the client to something that the server asked under this id. */
export const answered = (seq: number, startMs: number, id: Json, answer: JsonObject): Exchange => ({
  id: `e${seq}`,
  conversation: CONVERSATION,
  request: { jsonrpc: "2.0", id, ...answer },
  seq,
  timing: { start_ms: startMs, end_ms: startMs },
});

/** Something the server asked. */
export const asks = (seq: number, atMs: number, id: Json, method: string, params?: JsonObject): Unsolicited => ({
  conversation: CONVERSATION,
  seq,
  at_ms: atMs,
  message: { jsonrpc: "2.0", id, method, ...(params ? { params } : {}) },
});

const captureOf = (
  { exchanges, asked, scenario = "server-requests", end, capabilities = {} }: Omit<ClientCase, "shows" | "reads">,
  revision: Revision,
): Capture => {
  const isStateful = revision < "2026";
  const opening = { method: "initialize", params: { protocolVersion: revision, capabilities } };
  return {
    server_label: "mcptest",
    server_capabilities: null,
    conversations: [
      {
        ...{ id: CONVERSATION, purpose: "a scenario", opened_ms: 0, transport: "stdio", scenario },
        ...(end ? { client_end: end } : {}),
      },
    ],
    exchanges: [
      ...(isStateful ? [said(0, 0, opening, { result: { protocolVersion: revision, capabilities: {} } })] : []),
      ...exchanges,
    ],
    unsolicited: asked,
  };
};

export const clientTable = (fact: string, cases: readonly ClientCase[]): void => {
  describe(fact, () => {
    test.each(cases)("$shows", ({ reads, revision = "2025-11-25", shows: _, ...told }) => {
      const found = CLIENT_FACTS.get(fact);
      if (!found) throw new Error(`there is no fact ${fact} about clients`);
      const reading = found.read(openClientView(captureOf(told, revision), revision));
      expect(reading.seen ? reading.items.map(({ value }) => value) : "open").toEqual(reads);
    });
  });
};
