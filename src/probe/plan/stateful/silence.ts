import type { Trouble } from "../../../model/trouble.ts";
import type { Sending } from "../../conversation/conversation.ts";
import type { StatefulIO } from "./stateful-step.ts";

const SILENCE: Trouble = {
  kind: "timed-out",
  detail: "no response, although a later request was answered",
  limit: "quietMs",
};

/**
 * Waits for answers that may rightly never come. Once a later request was answered and the quiet window is over, what
 * is still open counts as silence.
 */
export const settle = async (
  io: StatefulIO,
  sendings: readonly Sending[],
  later: () => Promise<unknown> = () => io.control(),
): Promise<void> => {
  const all = Promise.all(sendings.map(({ done }) => done));
  await later();
  await Promise.race([all, io.quiet()]);
  endOpen(sendings);
  await all;
};

/** Ends from our side what is still open; silence where nothing was said. */
export const endOpen = (sendings: readonly Sending[]): void => {
  for (const { draft, close } of sendings) {
    if (draft.endMs !== undefined) continue;
    if (draft.responseMs === undefined) draft.trouble ??= SILENCE;
    close();
  }
};

/** Up to this many quiet windows, or until the promise is settled. */
export const within = async (io: StatefulIO, windows: number, promise: Promise<unknown>): Promise<void> => {
  let over = false;
  const done = promise.then(() => {
    over = true;
  });
  for (let window = 0; window < windows && !over; window += 1) await Promise.race([done, io.quiet()]);
};
