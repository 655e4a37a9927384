import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { answerItem } from "../../../judge/core/answer.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import { type Item, seen, type View } from "../../../judge/core/fact.ts";
import { ofMethod } from "../../../judge/core/record-index.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { compareRevisions, eraOf, isRevision } from "../../../protocol/revision.ts";

interface Offer extends Pick<Item, "exchange"> {
  readonly requested: string;
  readonly answered: string;
}

/** Every initialize of the whole capture: which versions a server supports shows in other conversations too. */
const offersIn = (view: View): readonly Offer[] => view.once(gatherOffers);

const gatherOffers = ({ capture }: View): readonly Offer[] =>
  capture.exchanges.flatMap(({ id, request, response }, index) => {
    const requested = stringMember(member(request, "params"), "protocolVersion");
    const answered = stringMember(member(response, "result"), "protocolVersion");
    if (stringMember(request, "method") !== "initialize" || requested === undefined || answered === undefined)
      return [];
    return [{ requested, answered, exchange: id ?? index }];
  });

const ANSWERED = "/response/result/protocolVersion";

/** A version counts as supported when the server named it in any answer. */
export const versionAnswers = defineFact({
  name: "version_answers",
  doc: "Every version asked for with initialize: what was answered, and whether the server named the asked one anywhere.",
  type: "object: requested, answered, asked_for (supported, unknown), echo (same, other)",
  derived: ["asked_for", "echo"],
  words: { other: "another version, although the server supports the one that was asked for" },
  questions: ["initialize"],
  read(view) {
    const offers = offersIn(view);
    if (offers.length === 0) return unseen(view, this.questions, "an answered initialize");
    const named = new Set(offers.map(({ answered }) => answered));
    return seen(
      offers.map(({ requested, answered, exchange }) => {
        const askedFor = named.has(requested) ? "supported" : "unknown";
        const echo = requested === answered ? "same" : "other";
        const item = derivedItem({ exchange, pointer: ANSWERED }, { requested, answered, asked_for: askedFor, echo });
        return { ...item, parts: { ...item.parts, requested: "/request/params/protocolVersion" } };
      }),
    );
  },
});

/** Made to versions that nobody supports; compared with the newest version that the server took when asked for it. */
export const counterOffers = defineFact({
  name: "counter_offers",
  doc: "The versions offered in place of one that does not exist, beside the newest version the server accepts.",
  type: "object: offered, newest_accepted, standing (same, newer, older)",
  derived: ["newest_accepted", "standing"],
  words: { older: "an older version than the server accepts elsewhere" },
  questions: ["odd-version"],
  read(view) {
    const offers = offersIn(view);
    const accepted = offers.filter(({ requested, answered }) => requested === answered).map(({ answered }) => answered);
    const newest = accepted.sort(compareRevisions).at(-1);
    const counters = offers.filter(
      ({ requested, answered }) => requested !== answered && !accepted.includes(requested),
    );
    if (newest === undefined || counters.length === 0) return unseen(view, this.questions, "a counter-offer");
    return seen(
      counters.map(({ answered, exchange }) => {
        const order = compareRevisions(answered, newest);
        const standing = order === 0 ? "same" : order > 0 ? "newer" : "older";
        const place = { exchange, pointer: ANSWERED };
        return derivedItem(place, { offered: answered, newest_accepted: newest, standing });
      }),
    );
  },
});

const supportedIn = (view: View): readonly Json[] =>
  ofMethod(view, "server/discover").flatMap(({ exchange }) => {
    const versions = valueAt(exchange.response, "result", "supportedVersions");
    return exchange.deliberate !== true && Array.isArray(versions) ? versions : [];
  });

/** A server of both eras may name the versions of the older one in one place and not in the other. */
const isOfOlderEra = (version: Json): boolean =>
  typeof version === "string" && isRevision(version) && eraOf(version) === "stateful";

export const unknownVersion = defineFact({
  name: "unknown_version",
  doc: "The answers to a stateless request in a version that never existed (1900-01-01).",
  kind: "observations",
  type: "answer, and unlisted: versions of the stateless era in error.data.supported that discovery does not list",
  derived: ["outcome", "unlisted"],
  questions: ["unknown-version"],
  missing: "a request in an unknown version",
  each: (record, view) => {
    const listed = view.once(supportedIn);
    const named = valueAt(record.exchange.response, "error", "data", "supported");
    const unlisted =
      Array.isArray(named) && listed.length > 0
        ? named.filter((one) => !listed.includes(one) && !isOfOlderEra(one))
        : [];
    return extendItem(answerItem(record), { unlisted: { value: unlisted, at: "/response/error" } });
  },
});
