import { member } from "../../model/json.ts";
import { headerObject, outcomeOf } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import type { Reading } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { type Challenge, readChallenges } from "./challenge.ts";
import { fetchedDocuments } from "./documents.ts";

/** The plain request without credentials, asked more than once. */
export const ANONYMOUS = [/^no-token-\d+$/];

export const challengesOf = ({ exchange }: Seat): readonly Challenge[] => {
  const header = headerObject(exchange.http?.response_headers ?? [])["www-authenticate"];
  return typeof header === "string" ? readChallenges(header) : [];
};

export const bearerOf = (seat: Seat): Challenge | undefined =>
  challengesOf(seat).find(({ scheme }) => scheme === "bearer");

/** What stands between a client without credentials and the server, as far as it showed. */
type Wall =
  | { readonly kind: "closed"; readonly seats: readonly Seat[]; readonly signs: readonly Seat[] }
  | { readonly kind: "none"; readonly reading: Extract<Reading, { seen: false }> };

export const wallIn = (view: View): Wall => view.once(findWall);

const findWall = (view: View): Wall => {
  const seats = seatsOf(view, ANONYMOUS);
  const open = seats.find(isServed) ?? servedUnasked(view, seats);
  if (open)
    return { kind: "none", reading: notSeen(inapplicable("the server asks for no credentials", [placeOf(open)])) };
  if (seats.length === 0)
    return { kind: "none", reading: notSeen(unseen(view, ANONYMOUS, "a request without credentials")) };
  if (!seats.some((seat) => asksForCredentials(seat, view)))
    return {
      kind: "none",
      reading: {
        seen: false,
        applies: true,
        reason: "auth-required",
        detail: "the server refuses the request and does not say that it is for want of credentials",
        places: seats.map((seat) => placeOf(seat)),
      },
    };
  return { kind: "closed", seats, signs: signsIn(view, seats) };
};

/** With a refusal a result is a leak, not service. */
export const isServed = ({ exchange }: Seat): boolean =>
  outcomeOf(exchange) === "result" && (exchange.http?.status ?? 200) < 300;

const notSeen = (reading: Reading): Extract<Reading, { seen: false }> => {
  if (reading.seen) throw new Error("a reading that was not seen was expected");
  return reading;
};

/** Nobody was asked for credentials, because none were given and everything was served. */
const servedUnasked = ({ capture, seats }: View, asked: readonly Seat[]): Seat | undefined => {
  if (asked.length > 0 || capture.target?.kind !== "http" || capture.target.header_names.length > 0) return undefined;
  return seats.find(({ exchange }) => exchange.step !== undefined && outcomeOf(exchange) === "result");
};

/** A 401 says so; so does a challenge; so does a refusal where the same request is served with the user's credentials. */
const asksForCredentials = (seat: Seat, { capture }: View): boolean => {
  const { status } = seat.exchange.http ?? {};
  if (status === 401 || challengesOf(seat).length > 0) return true;
  const keyed = capture.target?.kind === "http" && capture.target.header_names.length > 0;
  return keyed && capture.outcome === "complete" && status !== undefined && status >= 300 && status < 500;
};

/** Signs that the server means OAuth, as the authorization pages do, and not a scheme of its own, which is allowed. */
const signsIn = (view: View, seats: readonly Seat[]): readonly Seat[] => [
  ...seats.filter((seat) => bearerOf(seat) !== undefined),
  ...fetchedDocuments(view)
    .filter(({ document }) => SIGNS.some((name) => member(document, name) !== undefined))
    .map(({ seat }) => seat),
];

const SIGNS = ["authorization_servers", "resource", "authorization_endpoint", "token_endpoint"];

/** Reads on where the server protects its endpoint; elsewhere says why there is nothing to read. */
export const behindWall = (
  view: View,
  read: (seats: readonly Seat[]) => Reading,
  { anyScheme = false }: { readonly anyScheme?: boolean } = {},
): Reading => {
  const wall = wallIn(view);
  if (wall.kind === "none") return wall.reading;
  if (!anyScheme && wall.signs.length === 0)
    return inapplicable(
      "the server asks for credentials in a way of its own: no Bearer challenge, no OAuth metadata",
      wall.seats.map((seat) => placeOf(seat)),
    );
  return read(wall.seats);
};
