// Subscriptions of the stateless era.

import { type JsonObject, member } from "../../../src/base/json.ts";
import type { ClientCore } from "./client-core.ts";
import { HttpLine } from "./http-line.ts";

/** Opens a subscription and does not wait for its end. */
export const listen = (what: string, notifications: JsonObject, core: ClientCore): void => {
  const { listensAgain } = core.choice.vice;
  const open = (times: number): void => {
    const answered = core.request("subscriptions/listen", { notifications });
    core.memory.subscriptions.set(what, core.lastId);
    void answered.then((answer) => {
      if (member(answer, "result") === undefined && listensAgain && times > 0 && core.line instanceof HttpLine)
        open(times - 1);
    });
  };
  open(listensAgain?.times ?? 0);
};

/** By closing the stream, or on stdio with a word. */
export const unlisten = async (what: string, core: ClientCore): Promise<void> => {
  const id = core.memory.subscriptions.get(what);
  const { endsSubscriptions } = core.choice.vice;
  core.memory.subscriptions.delete(what);
  if (id === undefined || endsSubscriptions === "never") return;
  const isHttp = core.line instanceof HttpLine;
  // The stream is closed first, so that nobody can take it for one that was left open.
  if (core.line instanceof HttpLine && endsSubscriptions !== "cancelled") core.line.abandon(id);
  if (!isHttp || endsSubscriptions !== undefined) await core.notify("notifications/cancelled", { requestId: id });
};
