import type { Sending } from "../conversation/conversation.ts";
import type { StatefulIO } from "./stateful-step.ts";
import { SILENCE } from "./step-run.ts";

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
  await io.within(all);
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
