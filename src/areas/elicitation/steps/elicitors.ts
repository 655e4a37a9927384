import { member, stringMember, valueAt } from "../../../base/json.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";

/** The modes in which the user was asked for something during a call. */
export const elicitedModes = ({ meanwhile }: ExchangeDraft): readonly string[] =>
  meanwhile.flatMap(({ message }) =>
    stringMember(message, "method") === "elicitation/create" && member(message, "id") !== undefined
      ? [stringMember(member(message, "params"), "mode") ?? "form"]
      : [],
  );

const hasSampled = ({ meanwhile }: ExchangeDraft): boolean =>
  meanwhile.some(({ message }) => stringMember(message, "method") === "sampling/createMessage");

/** A page has to be opened first. */
export const needsUrlElicitation = ({ response }: ExchangeDraft): boolean =>
  valueAt(response, "error", "code") === ERROR_CODE.urlElicitationRequired;

const hasFailed = ({ response }: ExchangeDraft): boolean =>
  member(response, "error") !== undefined || valueAt(response, "result", "isError") === true;

/** Tools that may ask otherwise of a client that opens pages and runs tasks than of one that does neither. */
export class Elicitors {
  readonly #asking: ToolChoice[] = [];
  readonly #failing: ToolChoice[] = [];
  readonly #refusing: ToolChoice[] = [];

  /** Remembers how a call of a client went that shows forms only. */
  note(choice: ToolChoice, draft: ExchangeDraft): void {
    if (elicitedModes(draft).length > 0 || hasSampled(draft)) this.#asking.push(choice);
    else if (needsUrlElicitation(draft) || (hasFailed(draft) && /elicit/i.test(JSON.stringify(draft.response))))
      this.#refusing.push(choice);
    else if (hasFailed(draft)) this.#failing.push(choice);
  }

  /** A failure that does not speak of elicitation may come of it only where a server asks anything at all. */
  get all(): readonly ToolChoice[] {
    return this.#asking.length > 0
      ? [...this.#asking, ...this.#refusing, ...this.#failing].slice(0, MAX_TOOLS)
      : this.#refusing.slice(0, MAX_TOOLS);
  }

  get skip(): Skip | undefined {
    return skipUnless(
      this.all.length > 0,
      "no tool that was called asked the client for a form or a sampled message, or failed for want of elicitation",
    );
  }
}

const MAX_TOOLS = 12;
