import { type JsonObject, member } from "../../model/json.ts";
import { seatsOf } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import { placeOf, type View } from "../view.ts";
import {
  endpointOf,
  type Fetched,
  isElsewhere,
  isLoopback,
  issuerIn,
  resourceDocument,
  serverDocuments,
} from "./documents.ts";
import { behindWall } from "./wall.ts";

const STEPS = [/^authorization-server/];
const AT_ORIGIN = ["root", "inserted"];

/**
 * The documents about the authorization server. In 2025-03-26 it is the origin itself that was asked; later the one
 * that the resource metadata names, if it is on the same origin or the user allowed others.
 */
const documentsIn = (view: View): readonly Fetched[] | Reading => {
  const fetched = serverDocuments(view);
  if (fetched.some(({ route }) => AT_ORIGIN.includes(route))) return fetched;
  const resource = resourceDocument(view);
  const issuer = issuerIn(resource?.document);
  const places = resource ? [placeOf(resource.seat)] : [];
  if (issuer === undefined)
    return {
      seen: false,
      applies: true,
      reason: "prerequisite-missing",
      detail: "no resource metadata names an authorization server",
      places,
    };
  if (fetched.length === 0 && isElsewhere(issuer, endpointOf(view)))
    return {
      seen: false,
      applies: true,
      reason: "not-probed",
      detail:
        "the authorization server is on another origin, from which nothing is fetched without --allow-metadata-fetch",
      places,
    };
  return fetched.length > 0 ? fetched : unseen(view, STEPS, "a look for the metadata of the authorization server");
};

const isReading = (found: readonly Fetched[] | Reading): found is Reading => !Array.isArray(found);

const withDocuments = (view: View, read: (fetched: readonly Fetched[]) => Reading): Reading =>
  behindWall(view, () => {
    const found = documentsIn(view);
    return isReading(found) ? found : read(found);
  });

/** What only a description of an authorization server has; the answer of a catch-all page is none. */
const describes = ({ document }: Fetched): boolean =>
  ["issuer", "authorization_endpoint", "token_endpoint"].some((name) => typeof member(document, name) === "string");

export const metadataPlaces: Fact = {
  name: "authorization_server_places",
  doc: "The places at which metadata of the authorization server was found, or its endpoints without any.",
  kind: "list",
  type:
    "string: rfc8414, openid, openid-appended; root, inserted (below the origin of the endpoint); default-endpoints " +
    "(/authorize and /token exist)",
  derived: true,
  read: (view) =>
    withDocuments(view, (fetched) =>
      seen(
        [
          ...fetched.filter(describes).map(({ seat, route, at }) => ({ ...placeOf(seat, at), value: route })),
          ...defaultsIn(view),
        ],
        fetched.map(({ seat }) => placeOf(seat)),
      ),
    ),
};

/** Both of them, or none: one alone leads nowhere. */
const defaultsIn = (view: View): readonly Item[] => {
  const found = seatsOf(view, ["default-endpoint-authorize", "default-endpoint-token"]).filter(
    ({ exchange }) => exchange.http?.status !== undefined && exchange.http.status !== 404,
  );
  return found.length < 2 ? [] : found.slice(0, 1).map((seat) => ({ ...placeOf(seat), value: "default-endpoints" }));
};

const documentItem = ({ seat, route, document = {}, at }: Fetched, asked: string | undefined): Item => {
  const value: JsonObject = { route, document };
  const issuer = member(document, "issuer");
  if (asked !== undefined && !AT_ORIGIN.includes(route)) value["issuer"] = issuer === asked ? "same" : "other";
  return { ...placeOf(seat, at), value, parts: { route: "", document: at, issuer: at } };
};

const noDocument = (fetched: readonly Fetched[]): Reading => ({
  seen: false,
  applies: true,
  reason: "prerequisite-missing",
  detail: "no metadata of the authorization server was found",
  places: fetched.map(({ seat }) => placeOf(seat)),
});

export const authorizationServer: Fact = {
  name: "authorization_server",
  doc: "The metadata of the authorization server, as found where a client looks first.",
  kind: "observations",
  type: "route, document, and issuer: same or other than the one the address was made from",
  derived: ["route", "issuer"],
  read: (view) =>
    withDocuments(view, (fetched) => {
      const found = fetched.filter(describes).slice(0, 1);
      const asked = issuerIn(resourceDocument(view)?.document);
      return found.length > 0 ? seen(found.map((entry) => documentItem(entry, asked))) : noDocument(fetched);
    }),
};

const ENDPOINTS = /^(?:issuer|jwks_uri|[a-z_]+_endpoint)$/;

export const authorizationEndpoints: Fact = {
  name: "authorization_endpoints",
  doc: "The addresses in the metadata of the authorization server.",
  kind: "list",
  type: "member (of the metadata), url, channel (https, loopback, open)",
  derived: ["member", "channel"],
  read: (view) =>
    withDocuments(view, (fetched) => {
      const found = fetched.filter(describes).slice(0, 1);
      if (found.length === 0) return noDocument(fetched);
      return seen(
        found.flatMap(endpointsIn),
        found.map(({ seat, at }) => placeOf(seat, at)),
      );
    }),
};

const endpointsIn = ({ seat, document = {}, at }: Fetched): readonly Item[] =>
  Object.entries(document).flatMap(([name, url]): readonly Item[] => {
    if (!ENDPOINTS.test(name) || typeof url !== "string" || !URL.canParse(url)) return [];
    const pointer = at === "/response" ? `${at}/${name}` : at;
    const parts = { member: pointer, url: pointer, channel: pointer };
    return [{ ...placeOf(seat, pointer), value: { member: name, url, channel: channelOf(new URL(url)) }, parts, name }];
  });

const channelOf = ({ protocol, hostname }: URL): string => {
  if (protocol === "https:") return "https";
  return isLoopback(hostname) ? "loopback" : "open";
};

const DEFAULT_ENDPOINT = /^default-endpoint-([a-z]+)$/;

export const defaultEndpoints: Fact = {
  name: "default_endpoints",
  doc: "What answers at the default paths of an authorization server that publishes no metadata.",
  kind: "list",
  type: "endpoint (authorize, token, register), status",
  derived: ["endpoint"],
  read: (view) =>
    behindWall(view, () => {
      const found = seatsOf(view, [DEFAULT_ENDPOINT]).filter(({ exchange }) => exchange.http?.status !== undefined);
      if (found.length === 0) return unseen(view, [/^default-endpoint/], "a look at the default endpoints");
      return seen(
        found.map((seat) => {
          const endpoint = DEFAULT_ENDPOINT.exec(seat.step ?? "")?.[1] ?? "";
          const value = { endpoint, status: seat.exchange.http?.status ?? null };
          return {
            ...placeOf(seat, "/http"),
            value,
            parts: { endpoint: "", status: "/http/status" },
            name: `/${endpoint}`,
          };
        }),
      );
    }),
};
