import type { JsonObject } from "../../../model/json.ts";
import type { StatefulIO, StatefulStep } from "./stateful-step.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const pingMessage = (io: StatefulIO): JsonObject => ({ jsonrpc: "2.0", id: io.nextId(), method: "ping" });

/** A write is not a line. Alone in its group: nothing else may be written between the two halves. */
export const splitWrite: StatefulStep = {
  question: "split-write",
  run: async (io) => {
    const message = pingMessage(io);
    const line = `${JSON.stringify(message)}\n`;
    await io.send({ as: "head", bytes: bytes(line.slice(0, 15)), expect: "nothing" }).done;
    await io.quiet();
    await io.send({ as: "tail", message, bytes: bytes(line.slice(15)), expect: "response" }).done;
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
