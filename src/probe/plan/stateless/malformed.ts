import type { Json } from "../../../model/json.ts";
import type { Header } from "../../../model/target.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { nulUri } from "../common/resource-steps.ts";
import type { ConversationPlan, Step, StepIO } from "../step.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The headers of a good server/discover, for bodies that are none. */
const discoverHeaders = (io: StepIO): readonly Header[] =>
  io.talk.dialect.headers({ jsonrpc: "2.0", id: 0, method: "server/discover" }, {});

/** A whole, good message of the dialect, to be spoilt. */
const goodDiscover = (io: StepIO): { jsonrpc: string; id: number; method: string; params: Json } => ({
  jsonrpc: "2.0",
  id: io.nextId(),
  method: "server/discover",
  params: io.talk.dialect.params("server/discover", undefined, {}) ?? {},
});

const broken = (name: string, asks: string, serves: readonly string[], spoil: (io: StepIO) => Json | string): Step => ({
  name,
  asks,
  serves,
  deliberate: true,
  run: (io) => {
    const spoilt = spoil(io);
    const http = { headers: discoverHeaders(io) };
    if (typeof spoilt !== "string") return io.askOrSilence({ message: spoilt, expect: "response", http });
    const line = io.known.transport === "stdio" ? `${spoilt}\n` : spoilt;
    return io.askOrSilence({ bytes: bytes(line), expect: "response", http });
  },
});

const parseError = broken("parse-error", "bytes that are not JSON", ["PROTO-020", "PROTO-023"], () => "{nope");

const emptyLine: Step = {
  name: "empty-line",
  asks: "an empty line, then server/discover",
  serves: ["PROTO-020"],
  deliberate: true,
  skip: (known) =>
    known.transport === "stdio" ? undefined : { reason: "not-offered", detail: "lines exist on stdio only" },
  run: async (io) => {
    await io.send({ bytes: bytes("\n"), expect: "nothing" }).done;
    await io.control();
  },
};

const invalidRequests: readonly Step[] = [
  broken("wrong-jsonrpc", 'a request that says jsonrpc "1.0"', ["PROTO-024"], (io) => ({
    ...goodDiscover(io),
    jsonrpc: "1.0",
  })),
  broken("no-method", "a request without a method", ["PROTO-024"], (io) => {
    const { jsonrpc, id, params } = goodDiscover(io);
    return { jsonrpc, id, params };
  }),
  broken("null-id", "a request whose id is null", ["PROTO-024", "PROTO-025"], (io) => ({
    ...goodDiscover(io),
    id: null,
  })),
];

const arrays: Step = broken("batch", "a JSON array that holds one good request", ["PROTO-028"], (io) => [
  goodDiscover(io),
]);

const postedResponse: Step = {
  name: "posted-response",
  asks: "a JSON-RPC response as the body of a POST",
  serves: ["HTTP-057", "PROTO-028"],
  deliberate: true,
  skip: (known) => (known.transport === "stdio" ? { reason: "not-offered", detail: "posting is HTTP" } : undefined),
  run: (io) =>
    io.send({
      message: { jsonrpc: "2.0", id: 1, result: {} },
      expect: "nothing",
      http: { headers: discoverHeaders(io) },
    }).done,
};

/** Framing that is legal and that naive readers get wrong: a write need not be a line. */
const splitMessage: Step = {
  name: "split-message",
  asks: "one and a half messages in one write, the other half in the next",
  serves: ["STDIO-002", "STDIO-009", "STDIO-013"],
  skip: (known) =>
    known.transport === "stdio" ? undefined : { reason: "not-offered", detail: "lines exist on stdio only" },
  run: async (io) => {
    const [first, second] = [goodDiscover(io), goodDiscover(io)];
    const line = JSON.stringify(second);
    const one = io.send({
      as: "one-and-a-half",
      message: first,
      bytes: bytes(`${JSON.stringify(first)}\n${line.slice(0, 20)}`),
      expect: "response",
    });
    const other = io.send({
      as: "other-half",
      message: second,
      bytes: bytes(`${line.slice(20)}\n`),
      expect: "response",
    });
    await Promise.all([one.done, other.done]);
  },
};

/** In turn: each is followed by a good request, which shows that the server is still there. */
export const malformedConversation: ConversationPlan<StatelessTalk> = {
  name: "malformed",
  purpose: "input that is not a message, and whether the server survives it",
  transport: "any",
  restarts: true,
  groups: [
    [splitMessage],
    [parseError],
    [emptyLine],
    ...invalidRequests.map((step) => [step]),
    [arrays],
    [postedResponse],
    [nulUri],
  ],
};
