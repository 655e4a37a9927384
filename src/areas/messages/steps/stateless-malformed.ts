import type { Header } from "../../../base/header.ts";
import type { Json } from "../../../base/json.ts";
import { type Known, skipUnless } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { ConversationPlan, Step, StepIO } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import type { QuestionName } from "../../../protocol/question.ts";

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

const broken = (question: QuestionName, spoil: (io: StepIO) => Json | string): Step => ({
  question,
  deliberate: true,
  run: (io) => {
    const spoilt = spoil(io);
    const http = { headers: discoverHeaders(io) };
    if (typeof spoilt !== "string") return io.askOrSilence({ message: spoilt, expect: "response", http });
    const line = io.known.transport === "stdio" ? `${spoilt}\n` : spoilt;
    return io.askOrSilence({ bytes: bytes(line), expect: "response", http });
  },
});

const unlessStdio = ({ transport }: Known): Skip | undefined =>
  skipUnless(transport === "stdio", "lines exist on stdio only");

const emptyLine: Step = {
  question: "empty-line",
  deliberate: true,
  skip: unlessStdio,
  run: async (io) => {
    await io.send({ bytes: bytes("\n"), expect: "nothing" }).done;
    await io.control();
  },
};

const noMethod = broken("no-method", (io) => {
  const { jsonrpc, id, params } = goodDiscover(io);
  return { jsonrpc, id, params };
});

const postedResponse: Step = {
  question: "posted-response",
  deliberate: true,
  skip: (known) => skipUnless(known.transport !== "stdio", "posting is HTTP"),
  run: (io) =>
    io.send({
      message: { jsonrpc: "2.0", id: 1, result: {} },
      expect: "nothing",
      http: { headers: discoverHeaders(io) },
    }).done,
};

/** So many quiet windows for an answer that shows what was read; then the rest is written all the same. */
const READ_WINDOWS = 8;

/**
 * Framing that is legal and that naive readers get wrong: a write need not be a line. The first answer shows that the half
 * behind it was read; two writes at once may be one read, in which nothing is cut.
 */
const splitMessage: Step = {
  question: "split-message",
  skip: unlessStdio,
  run: async (io) => {
    const [first, second] = [goodDiscover(io), goodDiscover(io)];
    const line = JSON.stringify(second);
    const one = io.send({
      as: "one-and-a-half",
      message: first,
      bytes: bytes(`${JSON.stringify(first)}\n${line.slice(0, 20)}`),
      expect: "response",
    });
    await io.within(one.done, READ_WINDOWS);
    const other = io.send({
      as: "other-half",
      message: second,
      bytes: bytes(`${line.slice(20)}\n`),
      expect: "response",
    });
    await Promise.all([one.done, other.done]);
  },
};

/** In turn: each is followed by a good request, which shows that the server is still there. `others` are malformed requests of other pages. */
export const malformedConversation = (others: readonly Step[]): ConversationPlan<StatelessTalk> => ({
  name: "malformed",
  purpose: "input that is not a message, and whether the server survives it",
  transport: "any",
  process: "second",
  restarts: true,
  groups: [
    [splitMessage],
    [broken("parse-error", () => "{nope")],
    [emptyLine],
    [broken("wrong-jsonrpc", (io) => ({ ...goodDiscover(io), jsonrpc: "1.0" }))],
    [noMethod],
    [broken("null-id", (io) => ({ ...goodDiscover(io), id: null }))],
    [broken("batch", (io) => [goodDiscover(io)])],
    [postedResponse],
    ...others.map((step) => [step]),
  ],
});
