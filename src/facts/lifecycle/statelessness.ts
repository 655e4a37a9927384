import { isJsonObject, type JsonObject, member, stringMember } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { answersTo, seatsOf } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { metaOf } from "../common/modern.ts";
import { type Fact, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

const BESIDE = ["alternate-eras-before", "alternate-eras-after"];

export const interleaved = answersTo({
  name: "interleaved",
  doc: "The answers to ten requests sent at once under different client names.",
  steps: [/^interleaved-\d+$/],
});

export const sameId = answersTo({
  name: "same_id",
  doc: "The answers to two HTTP requests sent at once under the same id.",
  steps: ["same-id-discover", "same-id-list"],
});

export const freshLists = answersTo({
  name: "fresh_lists",
  doc: "The answers to lists asked for on a new connection that has heard nothing else.",
  steps: [/^fresh-(tools|resources|resources\/templates|prompts)\/list$/],
});

const FRESH_READS = ["fresh-read-resource", "fresh-read-prompt"];

/** What is refused everywhere says nothing about connections: only what another connection was given counts. */
export const freshReads: Fact = {
  name: "fresh_reads",
  doc: "The answers on a new connection to resources/read and prompts/get that another connection was given a result for.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const asked = seatsOf(view, FRESH_READS);
    if (asked.length === 0) return unseen(view, FRESH_READS, "a read on a new connection");
    const given = asked.filter((seat) => view.seats.some((other) => isSameRead(seat, other)));
    if (given.length > 0) return seen(given.map((seat) => answerItem(seat, view, seat.method)));
    const detail = "no other connection was given a result for the same request";
    return {
      seen: false,
      applies: true,
      reason: "prerequisite-missing",
      detail,
      places: asked.map((seat) => placeOf(seat)),
    };
  },
};

const isSameRead = (seat: Seat, other: Seat): boolean =>
  other.exchange.conversation !== seat.exchange.conversation &&
  other.method === seat.method &&
  isJsonObject(member(other.exchange.response, "result")) &&
  ["uri", "name", "arguments"].every(
    (key) =>
      JSON.stringify(member(member(seat.request, "params"), key)) ===
      JSON.stringify(member(member(other.request, "params"), key)),
  );

export const extraParam = answersTo({
  name: "extra_param",
  doc: "The answers to server/discover with a param no revision defines.",
  steps: ["extra-param"],
});

export const removedInitialize = answersTo({
  name: "removed_initialize",
  doc: "The answers to initialize sent as a stateless request.",
  steps: ["removed-initialize"],
});

export const leftoverControl = answersTo({
  name: "after_leftover_notifications",
  doc: "The answers to the good request that follows notifications of the stateful era.",
  steps: ["leftover-notifications-control"],
});

export const leftovers = answersTo({
  name: "leftover_notifications",
  doc: "The answers to notifications of the stateful era.",
  steps: ["leftover-notifications-initialized", "leftover-notifications-roots"],
});

/** A process may stay in the era of its first handshake; an HTTP endpoint serves other clients too. */
export const besideLegacy: Fact = {
  ...answersTo({
    name: "beside_legacy",
    doc: "The answers to stateless requests beside an initialize of the stateful era (on stdio only those before it).",
    steps: BESIDE,
  }),
  read(view) {
    const found = seatsOf(view, BESIDE).filter(({ step, exchange }) => exchange.http || step === BESIDE[0]);
    if (found.length === 0) return unseen(view, BESIDE, "a request beside an initialize of the stateful era");
    return seen(found.map((seat) => answerItem(seat, view)));
  },
};

/** An error may name versions anywhere: in its text, or in its data under any key. */
export const legacyInitialize: Fact = {
  name: "legacy_initialize",
  doc: "The answers to an initialize of the stateful era sent to a stateless server, with the versions its error names.",
  kind: "observations",
  type: "answer, and named: dates in the error that look like versions; speaks (modern, dual: also an older era, as this or another initialize shows)",
  derived: ["outcome", "named", "speaks"],
  read(view) {
    const steps = ["alternate-eras-initialize"];
    const found = seatsOf(view, steps);
    if (found.length === 0) return unseen(view, steps, "an initialize of the stateful era");
    const speaks = found.some(isGreeted) || view.once(isGreetedAnywhere) ? "dual" : "modern";
    return seen(
      found.map((seat) => {
        const item = answerItem(seat, view);
        const text = JSON.stringify(member(seat.exchange.response, "error") ?? seat.exchange.http?.body?.data ?? "");
        const named = [...new Set(text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])];
        const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}), named, speaks };
        return { ...item, value, parts: { ...item.parts, named: "", speaks: "" } };
      }),
    );
  },
};

const isGreeted = ({ exchange }: Pick<Seat, "exchange">): boolean =>
  stringMember(member(exchange.response, "result"), "protocolVersion") !== undefined;

/** On stdio a process may stay in the era of its first message, so that other processes show what a server speaks. */
const isGreetedAnywhere = ({ capture }: View): boolean =>
  capture.exchanges.some(
    (exchange) =>
      stringMember(exchange.request, "method") === "initialize" &&
      metaOf(exchange.request) === undefined &&
      isGreeted({ exchange }),
  );
