import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { compareRevisions } from "../../model/revision.ts";
import { answerItem } from "../common/answer.ts";
import { answersTo, seatsOf } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import type { View } from "../view.ts";

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
export const versionAnswers: Fact = {
  name: "version_answers",
  doc: "Every version asked for with initialize: what was answered, and whether the server named the asked one anywhere.",
  kind: "list",
  type: "object: requested, answered, asked_for (supported, unknown), echo (same, other)",
  derived: ["asked_for", "echo"],
  read(view) {
    const offers = offersIn(view);
    if (offers.length === 0) return unseen(view, ["initialize"], "an answered initialize");
    const named = new Set(offers.map(({ answered }) => answered));
    return seen(
      offers.map(({ requested, answered, exchange }) => ({
        value: {
          requested,
          answered,
          asked_for: named.has(requested) ? "supported" : "unknown",
          echo: requested === answered ? "same" : "other",
        },
        exchange,
        pointer: ANSWERED,
        parts: {
          requested: "/request/params/protocolVersion",
          answered: ANSWERED,
          asked_for: ANSWERED,
          echo: ANSWERED,
        },
      })),
    );
  },
};

/** Made to versions that nobody supports; compared with the newest version that the server took when asked for it. */
export const counterOffers: Fact = {
  name: "counter_offers",
  doc: "The versions offered in place of one that does not exist, beside the newest version the server accepts.",
  kind: "list",
  type: "object: offered, newest_accepted, standing (same, newer, older)",
  derived: ["newest_accepted", "standing"],
  read(view) {
    const offers = offersIn(view);
    const accepted = offers.filter(({ requested, answered }) => requested === answered).map(({ answered }) => answered);
    const newest = accepted.sort(compareRevisions).at(-1);
    const counters = offers.filter(
      ({ requested, answered }) => requested !== answered && !accepted.includes(requested),
    );
    if (newest === undefined || counters.length === 0) return unseen(view, ["odd-version"], "a counter-offer");
    return seen(
      counters.map(({ answered, exchange }) => {
        const order = compareRevisions(answered, newest);
        return {
          value: {
            offered: answered,
            newest_accepted: newest,
            standing: order === 0 ? "same" : order > 0 ? "newer" : "older",
          },
          exchange,
          pointer: ANSWERED,
          parts: { offered: ANSWERED, newest_accepted: ANSWERED, standing: ANSWERED },
        };
      }),
    );
  },
};

const supportedIn = (view: View): readonly Json[] =>
  view.seats.flatMap(({ method, exchange }) => {
    const versions = member(member(exchange.response, "result"), "supportedVersions");
    return method === "server/discover" && exchange.deliberate !== true && Array.isArray(versions) ? versions : [];
  });

export const unknownVersion: Fact = {
  name: "unknown_version",
  doc: "The answers to a stateless request in a version that never existed (1900-01-01).",
  kind: "observations",
  type: "answer, and unlisted: versions in error.data.supported that discovery does not list",
  derived: ["outcome", "unlisted"],
  read(view) {
    const found = seatsOf(view, ["unknown-version"]);
    if (found.length === 0) return unseen(view, ["unknown-version"], "a request in an unknown version");
    const listed = supportedIn(view);
    return seen(
      found.map((seat) => {
        const item = answerItem(seat, view);
        const named = member(member(member(seat.exchange.response, "error"), "data"), "supported");
        const unlisted = Array.isArray(named) && listed.length > 0 ? named.filter((one) => !listed.includes(one)) : [];
        const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}), unlisted };
        return { ...item, value, parts: { ...item.parts, unlisted: "/response/error" } };
      }),
    );
  },
};

export const besideUnknownVersion = answersTo({
  name: "beside_unknown_version",
  doc: "The answers to good requests just before and after one in an unknown version.",
  steps: ["unknown-version-before", "unknown-version-after"],
});

export const olderVersion = answersTo({
  name: "older_version",
  doc: "The answers to a stateless request in version 2025-11-25, which the server does not list.",
  steps: ["older-version"],
});

export const listedVersion = answersTo({
  name: "listed_version",
  doc: "The answers to server/discover in each stateless version the server lists.",
  steps: [/^listed-version-\d+$/],
});
