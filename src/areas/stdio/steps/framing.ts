import type { JsonObject } from "../../../base/json.ts";
import type { StatefulIO, StatefulStep } from "../../../probe/plan/stateful-step.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const pingMessage = (io: StatefulIO): JsonObject => ({ jsonrpc: "2.0", id: io.nextId(), method: "ping" });

/** So many quiet windows for an answer that shows what was read; then the rest is written all the same. */
const READ_WINDOWS = 8;

/**
 * A write is not a line. Two writes may be one read, in which nothing is cut; the answer to the ping before the cut shows that
 * the part behind it was read. Alone in its group: nothing else may be written between the two halves.
 */
export const splitWrite: StatefulStep = {
  question: "split-write",
  run: async (io) => {
    const [whole, cut] = [pingMessage(io), pingMessage(io)];
    const line = `${JSON.stringify(cut)}\n`;
    const lines = `${JSON.stringify(whole)}\n${line.slice(0, 15)}`;
    const head = io.send({ as: "head", message: whole, bytes: bytes(lines), expect: "response" });
    await io.within(head.done, READ_WINDOWS);
    const tail = io.send({ as: "tail", message: cut, bytes: bytes(line.slice(15)), expect: "response" });
    await Promise.all([head.done, tail.done]);
  },
};

/** Both lines go out with the first exchange; the second has no bytes of its own and only waits for its answer. */
export const jointWrite: StatefulStep = {
  question: "joint-write",
  run: (io) => {
    const [first, second] = [pingMessage(io), pingMessage(io)];
    const lines = `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`;
    return Promise.all([
      io.send({ as: "first", message: first, bytes: bytes(lines), expect: "response" }).done,
      io.send({ as: "second", message: second, bytes: bytes(""), expect: "response" }).done,
    ]);
  },
};
