import { type JsonObject, member } from "../../../base/json.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import {
  endpointOf,
  type Fetched,
  isElsewhere,
  isLoopback,
  issuerIn,
  resourceDocument,
  serverDocuments,
} from "../../../judge/core/authorization-documents.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Fact, type Item, placeOf, type Reading, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { ifProtected } from "../../../judge/core/protection.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const METADATA: readonly QuestionRef[] = ["authorization-server:*"];
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
  const places = resource ? [placeOf(resource.record)] : [];
  if (issuer === undefined)
    return inconclusive("prerequisite-missing", "no resource metadata names an authorization server", places);
  if (fetched.length === 0 && isElsewhere(issuer, endpointOf(view)))
    return inconclusive(
      "not-probed",
      "the authorization server is on another origin, from which nothing is fetched without --allow-metadata-fetch",
      places,
    );
  return fetched.length > 0 ? fetched : unseen(view, METADATA, "a look for the metadata of the authorization server");
};

/** Who asks an authorization server itself needs no server that names it. */
const documentsAsked = (view: View): readonly Fetched[] | Reading => {
  const fetched = serverDocuments(view);
  return fetched.length > 0 ? fetched : unseen(view, METADATA, "a look for the metadata of the authorization server");
};

const isReading = (found: readonly Fetched[] | Reading): found is Reading => !Array.isArray(found);

const withDocuments = (view: View, read: (fetched: readonly Fetched[]) => Reading): Reading => {
  const readFound = (found: readonly Fetched[] | Reading): Reading => (isReading(found) ? found : read(found));
  return view.capture.authorization
    ? readFound(documentsAsked(view))
    : ifProtected(view, () => readFound(documentsIn(view)));
};

/** What only a description of an authorization server has; the answer of a catch-all page is none. */
const describes = ({ document }: Fetched): boolean =>
  ["issuer", "authorization_endpoint", "token_endpoint"].some((name) => typeof member(document, name) === "string");

export const metadataPlaces = defineFact({
  name: "authorization_server_places",
  doc: "The places at which metadata of the authorization server was found, or its endpoints without any.",
  type:
    "string: rfc8414, openid, openid-appended; root, inserted (below the origin of the endpoint); default-endpoints " +
    "(/authorize and /token exist)",
  derived: true,
  questions: METADATA,
  read: (view) =>
    withDocuments(view, (fetched) =>
      seen(
        [
          ...fetched.filter(describes).map(({ record, route, at }) => ({ ...placeOf(record, at), value: route })),
          ...defaultsIn(view),
        ],
        fetched.map(({ record }) => placeOf(record)),
      ),
    ),
});

/** Both of them, or none: one alone leads nowhere. */
const defaultsIn = (view: View): readonly Item[] => {
  const found = recordsOf(view, ["default-endpoint:authorize", "default-endpoint:token"]).filter(
    ({ exchange }) => exchange.http?.status !== undefined && exchange.http.status !== 404,
  );
  return found.length < 2
    ? []
    : found.slice(0, 1).map((record) => ({ ...placeOf(record), value: "default-endpoints" }));
};

const documentItem = ({ record, route, document = {}, at }: Fetched, asked: string | undefined): Item => {
  const value: JsonObject = { route, document };
  const issuer = member(document, "issuer");
  if (asked !== undefined && !AT_ORIGIN.includes(route)) value["issuer"] = issuer === asked ? "same" : "other";
  return { ...placeOf(record, at), value, parts: { route: "", document: at, issuer: at } };
};

const noDocument = (fetched: readonly Fetched[]): Reading =>
  inconclusive(
    "prerequisite-missing",
    "no metadata of the authorization server was found",
    fetched.map(({ record }) => placeOf(record)),
  );

export const authorizationServer: Fact = {
  name: "authorization_server",
  doc: "The metadata of the authorization server, as found where a client looks first.",
  kind: "observations",
  type: "route, document, and issuer: same or other than the one the address was made from",
  derived: ["route", "issuer"],
  questions: METADATA,
  read: (view) =>
    withDocuments(view, (fetched) => {
      const found = fetched.filter(describes).slice(0, 1);
      const asked = view.capture.authorization?.issuer ?? issuerIn(resourceDocument(view)?.document);
      return found.length > 0 ? seen(found.map((entry) => documentItem(entry, asked))) : noDocument(fetched);
    }),
};

const ENDPOINTS = /^(?:issuer|jwks_uri|[a-z_]+_endpoint)$/;

export const authorizationEndpoints = defineFact({
  name: "authorization_endpoints",
  doc: "The addresses in the metadata of the authorization server.",
  type: "member (of the metadata), url, channel (https, loopback, open)",
  derived: ["member", "channel"],
  questions: METADATA,
  read: (view) =>
    withDocuments(view, (fetched) => {
      const found = fetched.filter(describes).slice(0, 1);
      if (found.length === 0) return noDocument(fetched);
      return seen(
        found.flatMap(endpointsIn),
        found.map(({ record, at }) => placeOf(record, at)),
      );
    }),
});

const endpointsIn = ({ record, document = {}, at }: Fetched): readonly Item[] =>
  Object.entries(document).flatMap(([name, url]): readonly Item[] => {
    if (!ENDPOINTS.test(name) || typeof url !== "string" || !URL.canParse(url)) return [];
    const pointer = at === "/response" ? `${at}/${name}` : at;
    const parts = { member: pointer, url: pointer, channel: pointer };
    return [
      { ...placeOf(record, pointer), value: { member: name, url, channel: channelOf(new URL(url)) }, parts, name },
    ];
  });

const channelOf = ({ protocol, hostname }: URL): string => {
  if (protocol === "https:") return "https";
  return isLoopback(hostname) ? "loopback" : "open";
};

/** What clients use of the metadata. Members that only one kind defines may be missing in the other. */
const USED = ["issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "jwks_uri"];

export const metadataDifferences = defineFact({
  name: "metadata_differences",
  doc: "Members in which the two kinds of metadata of an authorization server contradict each other.",
  type: "member, and its value in either kind: rfc8414, openid",
  questions: METADATA,
  derived: ["member"],
  read: (view) =>
    withDocuments(view, (fetched) => {
      const [first, second, ...more] = fetched.filter(describes);
      if (!first || !second)
        return inapplicable(
          "metadata of one kind only is published",
          fetched.map(({ record }) => placeOf(record)),
        );
      return seen(
        [second, ...more].flatMap((other) => differencesOf(first, other)),
        [first, second, ...more].map(({ record, at }) => placeOf(record, at)),
      );
    }),
});

const differencesOf = (first: Fetched, other: Fetched): readonly Item[] =>
  USED.flatMap((name): readonly Item[] => {
    const [left, right] = [member(first.document, name), member(other.document, name)];
    if (left === undefined || right === undefined || left === right) return [];
    const value = { member: name, [first.route]: left, [other.route]: right };
    return [
      {
        ...placeOf(other.record, other.at),
        value,
        parts: { member: other.at, [first.route]: other.at, [other.route]: other.at },
        name,
      },
    ];
  });

const DEFAULT_ENDPOINTS = ["authorize", "token", "register"] as const;

export const defaultEndpoints = defineFact({
  name: "default_endpoints",
  doc: "What answers at the default paths of an authorization server that publishes no metadata.",
  type: "endpoint (authorize, token, register), status",
  derived: ["endpoint"],
  questions: ["default-endpoint:*"],
  read: (view) =>
    ifProtected(view, () => {
      const found = DEFAULT_ENDPOINTS.flatMap((endpoint) =>
        recordsOf(view, [`default-endpoint:${endpoint}`])
          .filter(({ exchange }) => exchange.http?.status !== undefined)
          .map((record) => ({ endpoint, record })),
      ).sort((left, right) => left.record.index - right.record.index);
      if (found.length === 0) return unseen(view, ["default-endpoint:*"], "a look at the default endpoints");
      return seen(
        found.map(({ endpoint, record }) => {
          const value = { endpoint, status: record.exchange.http?.status ?? null };
          return {
            ...placeOf(record, "/http"),
            value,
            parts: { endpoint: "", status: "/http/status" },
            name: `/${endpoint}`,
          };
        }),
      );
    }),
});
