import { member, stringMember } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { seen, type View } from "../../../judge/core/fact.ts";
import { heardIn } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { linksIn } from "./ids.ts";

export const elicitationCompletions = defineFact({
  name: "elicitation_completions",
  doc: "Every announcement that an elicitation is complete, with whose elicitation it names.",
  type: "object: id (own: this client was sent it; of-another-client; unknown: nobody in this capture was; missing)",
  derived: ["id"],
  words: {
    missing: "no elicitationId",
    "of-another-client": "the elicitationId of an elicitation that another client was sent",
  },
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's (elicitation_completions)");
    const items = heard
      .filter(({ value }) => stringMember(value, "method") === "notifications/elicitation/complete")
      .map((item) => {
        const named = stringMember(member(item.value, "params"), "elicitationId");
        return {
          exchange: item.exchange,
          pointer: item.pointer,
          value: { id: whoseOf(view, named, item.conversation) },
          parts: { id: `${item.pointer}/params` },
        };
      });
    return seen(items, items.length > 0 ? items : heard.slice(0, 1));
  },
});

const whoseOf = (view: View, id: string | undefined, conversation: string | undefined): string => {
  if (id === undefined) return "missing";
  const clients = linksIn(view)
    .filter(({ elicitationId }) => elicitationId === id)
    .map((link) => link.conversation);
  if (clients.length === 0) return "unknown";
  return clients.includes(conversation) ? "own" : "of-another-client";
};
