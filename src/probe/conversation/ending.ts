import type { LimitName } from "../../model/limits.ts";
import type { Trouble } from "../../model/trouble.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import type { Pending } from "./pending.ts";

export interface Ending {
  readonly done: Promise<ExchangeDraft>;
  /** The first call counts. */
  finish(trouble?: Trouble): void;
  limitTo(limit: LimitName): void;
}

/** How an exchange ends on a channel where its answer arrives by itself: answered, in trouble, or out of time. */
export const openEnding = (context: RunContext, pending: Pending, draft: ExchangeDraft): Ending => {
  let timer: NodeJS.Timeout | undefined;
  let finish: Ending["finish"] = () => {};
  const done = new Promise<ExchangeDraft>((resolve) => {
    finish = (trouble) => {
      if (draft.endMs !== undefined) return;
      clearTimeout(timer);
      draft.endMs = context.now();
      if (trouble) draft.trouble = trouble;
      pending.drop(draft);
      resolve(draft);
    };
  });
  const limitTo = (limit: LimitName): void => {
    const ms = context.limits[limit];
    if (draft.endMs !== undefined) return;
    timer = setTimeout(() => finish({ kind: "timed-out", detail: `no response within ${ms} ms`, limit }), ms);
  };
  return { done, finish, limitTo };
};
