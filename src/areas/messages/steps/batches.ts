import { type Json, member, valueAt } from "../../../base/json.ts";
import { shakeHands } from "../../../probe/plan/handshake.ts";
import { postHeaders, postOrSilence } from "../../../probe/plan/http-shape.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import { settle } from "../../../probe/plan/silence.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import type { Revision } from "../../../protocol/revision.ts";

const TWO_PINGS: Json = [
  { jsonrpc: "2.0", id: "b1", method: "ping" },
  { jsonrpc: "2.0", id: "b2", method: "ping" },
];

/** Batches came with 2025-03-26 and left with 2025-06-18. */
const knowsBatches = ({ revision }: Pick<PlanSetting, "revision">): boolean => revision === "2025-03-26";

const batch: StatefulStep = {
  question: "batch",
  run: (io) => postOrSilence(io, { message: TWO_PINGS }),
};

const batchOfNotifications: StatefulStep = {
  question: "batch-notifications",
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
  question: "batch-empty",
  deliberate: true,
  run: (io) => postOrSilence(io, { message: [] }),
};

const mixedBatch: StatefulStep = {
  question: "batch-mixed",
  deliberate: true,
  run: (io) =>
    postOrSilence(io, {
      message: [
        { jsonrpc: "2.0", id: "g", method: "ping" },
        { foo: 1 },
        { jsonrpc: "2.0", id: "u", method: "mcptest/no-such-method" },
      ],
    }),
};

const refusedBatch: StatefulStep = {
  question: "batch-refused",
  deliberate: true,
  run: (io) => postOrSilence(io, { message: TWO_PINGS }),
};

export const batchGroups = (setting: PlanSetting): readonly (readonly StatefulStep[])[] =>
  knowsBatches(setting) ? [[batch], [batchOfNotifications], [emptyBatch], [mixedBatch]] : [[refusedBatch]];

/** The same in few messages: a server that does not take the first batch is not asked for more of them. */
export const shortBatchGroups = (revision: Revision): readonly (readonly StatefulStep[])[] => {
  if (!knowsBatches({ revision })) return [];
  let isTaken = false;
  const first: StatefulStep = {
    ...batch,
    run: async (io) => {
      const { response } = await postOrSilence(io, { message: TWO_PINGS });
      isTaken = Array.isArray(response);
    },
  };
  const further = [batchOfNotifications, emptyBatch, mixedBatch].map(
    (step): StatefulStep => ({ ...step, skip: () => (isTaken ? undefined : NO_BATCHES) }),
  );
  return [[first], ...further.map((step) => [step])];
};

const NO_BATCHES: Skip = {
  reason: "prerequisite-missing",
  detail: "a batch of two pings was not answered with a batch",
};

const initializeInBatch: StatefulStep = {
  question: "batch-initialize",
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

const isServedBatch = (response: Json | undefined): boolean =>
  Array.isArray(response) && response.some((one) => valueAt(one, "result", "protocolVersion") !== undefined);

export const batchInitializeConversations = (setting: PlanSetting): readonly StatefulConversation[] =>
  knowsBatches(setting)
    ? [
        {
          name: "batch-initialize",
          purpose: "is initialize refused inside a batch?",
          transport: "any",
          process: "third",
          bare: true,
          // Shaking hands again worked, so being initialized before was not what the batch was refused for.
          isAsFresh: (said) =>
            said.some(({ response }) => member(response, "result") !== undefined) &&
            !said.some(({ response }) => isServedBatch(response)),
          groups: [[initializeInBatch]],
        },
      ]
    : [];
