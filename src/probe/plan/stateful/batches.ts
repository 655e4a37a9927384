import type { Json } from "../../../model/json.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import { shakeHands } from "./handshake.ts";
import { postHeaders } from "./http-shape.ts";
import { settle } from "./silence.ts";
import type { PlanSetting, StatefulConversation, StatefulIO, StatefulStep } from "./stateful-step.ts";

const TWO_PINGS: Json = [
  { jsonrpc: "2.0", id: "b1", method: "ping" },
  { jsonrpc: "2.0", id: "b2", method: "ping" },
];

const sendBatch = (io: StatefulIO, message: Json): Promise<ExchangeDraft> =>
  io.askOrSilence({ message, expect: "response", http: { headers: postHeaders(io.talk) } });

/** Batches came with 2025-03-26 and left with 2025-06-18. */
const knowsBatches = ({ revision }: PlanSetting): boolean => revision === "2025-03-26";

const batch: StatefulStep = {
  name: "batch",
  asks: "an array of two pings, then ping",
  serves: ["PROTO-026", "PROTO-027", "PROTO-003", "STDIO-003", "HTTP-016", "HTTP-017"],
  run: (io) => sendBatch(io, TWO_PINGS),
};

const batchOfNotifications: StatefulStep = {
  name: "batch-notifications",
  asks: "an array of two unknown notifications, then ping",
  serves: ["PROTO-031", "PROTO-019", "HTTP-013"],
  deliberate: true,
  run: async (io) => {
    const message = [unknownNotification(1), unknownNotification(2)];
    await io.send({ message, expect: "nothing", http: { headers: postHeaders(io.talk) } }).done;
    await io.control();
  },
};

const unknownNotification = (number: number): Json => ({
  jsonrpc: "2.0",
  method: "notifications/mcptest_unknown",
  params: { number },
});

const emptyBatch: StatefulStep = {
  name: "batch-empty",
  asks: "an empty array, then ping",
  serves: ["PROTO-030", "PROTO-020"],
  deliberate: true,
  run: (io) => sendBatch(io, []),
};

const mixedBatch: StatefulStep = {
  name: "batch-mixed",
  asks: "an array of a ping, an object that is no message, and a request for an unknown method",
  serves: ["PROTO-032", "PROTO-020"],
  deliberate: true,
  run: (io) =>
    sendBatch(io, [
      { jsonrpc: "2.0", id: "g", method: "ping" },
      { foo: 1 },
      { jsonrpc: "2.0", id: "u", method: "mcptest/no-such-method" },
    ]),
};

const refusedBatch: StatefulStep = {
  name: "batch-refused",
  asks: "an array of two pings in a revision without batches, then ping",
  serves: ["PROTO-028", "PROTO-007", "PROTO-020", "STDIO-004"],
  deliberate: true,
  run: (io) => sendBatch(io, TWO_PINGS),
};

export const batchGroups = (setting: PlanSetting): readonly (readonly StatefulStep[])[] =>
  knowsBatches(setting) ? [[batch], [batchOfNotifications], [emptyBatch], [mixedBatch]] : [[refusedBatch]];

const initializeInBatch: StatefulStep = {
  name: "batch-initialize",
  asks: "an array of initialize and ping as the first message, then a plain initialize",
  serves: ["PROTO-029", "PROTO-001"],
  deliberate: true,
  run: async (io) => {
    const sending = io.send({
      message: [
        { jsonrpc: "2.0", id: "i", method: "initialize", params: io.talk.initializeParams() },
        { jsonrpc: "2.0", id: "p", method: "ping" },
      ],
      expect: "response",
      http: { headers: postHeaders(io.talk) },
    });
    await io.within(sending.done);
    await settle(io, [sending], () => shakeHands(io, undefined, { as: "plain", deliberate: false }));
  },
};

export const batchInitializeConversations = (setting: PlanSetting): readonly StatefulConversation[] =>
  knowsBatches(setting)
    ? [
        {
          name: "batch-initialize",
          purpose: "is initialize refused inside a batch?",
          transport: "any",
          bare: true,
          groups: [[initializeInBatch]],
        },
      ]
    : [];
