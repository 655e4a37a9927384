import { type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import type { Place } from "../../../capture/capture.ts";
import { questionsIn, type ServerQuestion } from "../../../judge/core/client-questions.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { collect, heardIn } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";

/** A page the user was to open, and where that was said. */
interface Link extends Place {
  readonly elicitationId: string;
  readonly url: string;
  readonly message: string;
  readonly conversation: string | undefined;
}

const linkIn = (params: Json | undefined, place: Place, conversation: string | undefined): Link[] => {
  const elicitationId = stringMember(params, "elicitationId");
  const url = stringMember(params, "url");
  if (elicitationId === undefined || url === undefined || member(params, "mode") !== "url") return [];
  return [{ ...place, elicitationId, url, message: stringMember(params, "message") ?? "", conversation }];
};

const asked = ({ method, params, exchange, pointer, conversation }: ServerQuestion): Link[] =>
  method === "elicitation/create" ? linkIn(params, { exchange, pointer: `${pointer}/params` }, conversation) : [];

const required = (view: View): Link[] =>
  collect(view.records, (record) => {
    const error = member(record.exchange.response, "error");
    const listed = valueAt(error, "data", "elicitations");
    if (member(error, "code") !== ERROR_CODE.urlElicitationRequired || !Array.isArray(listed)) return [];
    return listed.flatMap((entry, index) => {
      const place = placeOf(record, toPointer(["response", "error", "data", "elicitations", String(index)]));
      return linkIn(entry, place, record.exchange.conversation);
    });
  });

/** Every page that a client was sent to. */
export const linksIn = (view: View): readonly Link[] => [...questionsIn(view).flatMap(asked), ...required(view)];

const pageOf = (url: string): string => url.replace(/[?#].*$/s, "");

/**
 * A server may ask for the same thing again, under the id it has, with another one-time code in the address. It is surely
 * another elicitation if it leads to another page, or says something else and leads elsewhere.
 */
const isOther = (left: Link, right: Link): boolean =>
  pageOf(left.url) !== pageOf(right.url) || (left.url !== right.url && left.message !== right.message);

const differentIn = (links: readonly Link[]): readonly Link[] => {
  const different: Link[] = [];
  for (const link of links) if (different.every((known) => isOther(known, link))) different.push(link);
  return different;
};

/** Each process is a server of its own; all sessions of an endpoint are served by one. */
const scopeOf = (link: Link, view: View): string =>
  JSON.stringify([view.transport === "stdio" ? (link.conversation ?? "") : "", link.elicitationId]);

export const elicitationIds = defineFact({
  name: "elicitation_ids",
  doc: "Every elicitationId, with the different elicitations that had it: those that lead to other pages, or say something else and lead elsewhere. On stdio each process counts for itself.",
  type: "object: elicitationId, times (how often it was sent), asked_for (array of message and url)",
  derived: true,
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's (elicitation_ids)");
    const links = linksIn(view);
    const items = [...groupBy(links, (link) => scopeOf(link, view)).values()].flatMap((group) => {
      const different = differentIn(group);
      const last = different.at(-1);
      if (!last) return [];
      const askedFor = different.map(({ message, url }): JsonObject => ({ message, url }));
      return [derivedItem(last, { elicitationId: last.elicitationId, times: group.length, asked_for: askedFor })];
    });
    return seen(items, items.length > 0 ? items : heard.slice(0, 1));
  },
});
