import type { Capture, Exchange } from "../../capture/capture.ts";

/** Several recordings as one capture: what belongs to each is named after it. */
export const mergeSessions = (
  captures: readonly Capture[],
  nameOf: (capture: Capture, index: number) => string,
): Capture => {
  const [first] = captures;
  const named = captures.map((capture, index) => ({ capture, prefix: nameOf(capture, index) }));
  const transports = new Set(captures.map(({ transport }) => transport));
  const head: Capture = first ?? EMPTY;
  const { conversations: _, exchanges: __, unsolicited: ___, transport: ____, ...rest } = head;
  const [only] = transports;
  return {
    ...rest,
    ...(transports.size === 1 && only !== undefined ? { transport: only } : {}),
    outcome: captures.some(({ outcome }) => outcome === "complete") ? "complete" : "unreachable",
    conversations: named.flatMap(({ capture, prefix }) =>
      (capture.conversations ?? []).map((one) => ({ ...one, id: `${prefix}/${one.id}` })),
    ),
    exchanges: named.flatMap(({ capture, prefix }) => capture.exchanges.map((one) => renamed(one, prefix))),
    unsolicited: named.flatMap(({ capture, prefix }) =>
      (capture.unsolicited ?? []).map((one) => ({ ...one, conversation: `${prefix}/${one.conversation}` })),
    ),
  };
};

const EMPTY: Capture = {
  format: "mcptest-capture/1",
  server_label: "mcptest",
  server_capabilities: null,
  exchanges: [],
};

const renamed = (exchange: Exchange, prefix: string): Exchange => ({
  ...exchange,
  ...(exchange.id === undefined ? {} : { id: `${prefix}/${exchange.id}` }),
  ...(exchange.conversation === undefined ? {} : { conversation: `${prefix}/${exchange.conversation}` }),
});
