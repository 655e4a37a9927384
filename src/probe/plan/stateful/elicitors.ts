import { member, stringMember } from "../../../model/json.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import type { ToolChoice } from "../choose-tools.ts";
import { skipUnless } from "../known.ts";
import type { Skip } from "../skip.ts";

/** The modes in which the user was asked for something during a call. */
export const elicitedModes = ({ meanwhile }: ExchangeDraft): readonly string[] =>
  meanwhile.flatMap(({ message }) =>
    stringMember(message, "method") === "elicitation/create" && member(message, "id") !== undefined
      ? [stringMember(member(message, "params"), "mode") ?? "form"]
      : [],
  );

/** A page has to be opened first. */
export const needsUrlElicitation = ({ response }: ExchangeDraft): boolean =>
  member(member(response, "error"), "code") === ERROR_CODE.urlElicitationRequired;

const hasFailed = ({ response }: ExchangeDraft): boolean =>
  member(response, "error") !== undefined || member(member(response, "result"), "isError") === true;

/** Tools that may have more to ask of a client that opens pages than of one that shows forms only. */
export class Elicitors {
  readonly #asking: ToolChoice[] = [];
  readonly #failing: ToolChoice[] = [];
  readonly #refusing: ToolChoice[] = [];

  /** Remembers how a call went of a client that shows forms only. */
  note(choice: ToolChoice, draft: ExchangeDraft): void {
    if (elicitedModes(draft).length > 0) this.#asking.push(choice);
    else if (needsUrlElicitation(draft) || (hasFailed(draft) && /elicit/i.test(JSON.stringify(draft.response))))
      this.#refusing.push(choice);
    else if (hasFailed(draft)) this.#failing.push(choice);
  }

  /** A failure that does not speak of elicitation may come of it only where a server elicits at all. */
  get all(): readonly ToolChoice[] {
    return this.#asking.length > 0
      ? [...this.#asking, ...this.#refusing, ...this.#failing].slice(0, MAX_TOOLS)
      : this.#refusing.slice(0, MAX_TOOLS);
  }

  get skip(): Skip | undefined {
    return skipUnless(this.all.length > 0, "no tool that was called asked the user for something or wanted to");
  }
}

const MAX_TOOLS = 12;
