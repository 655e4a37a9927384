import { type Json, type JsonObject, member } from "../../model/json.ts";
import { headerObject, mediaType } from "../common/answer.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { endpointOf, type Fetched, fetchedDocuments, isElsewhere, isLoopback, resourceDocument } from "./documents.ts";
import { bearerOf, behindWall } from "./wall.ts";

const STEPS = [/^resource-metadata/];

/** The address the challenge names for the metadata, with the answer that carries it. */
const namedBy = (seats: readonly Seat[]): { readonly url: string; readonly seat: Seat } | undefined =>
  seats.flatMap((seat) => {
    const url = bearerOf(seat)?.parameters["resource_metadata"];
    return url === undefined ? [] : [{ url, seat }];
  })[0];

const FAR = "the challenge names an address of another origin, which is not fetched without --allow-metadata-fetch";

const isUnvisited = (named: string, view: View): boolean =>
  isElsewhere(named, endpointOf(view)) && !fetchedDocuments(view).some(({ route }) => route === "named");

export const resourceMetadata: Fact = {
  name: "resource_metadata",
  doc: "The protected-resource metadata a client arrives at, or what it gets where it looks first.",
  kind: "observations",
  type:
    "route (named, path, root), status, content_type, document; of its resource: identity " +
    "(endpoint, parent, other-path, other-host, other-scheme, fragment, relative, missing) and ending (plain, as-endpoint, slash)",
  derived: ["route", "identity", "ending"],
  read: (view) =>
    behindWall(view, (seats) => {
      const found = resourceDocument(view);
      if (!found) return unseen(view, STEPS, "a look for the resource metadata");
      const named = namedBy(seats);
      if (!found.document && named && isUnvisited(named.url, view)) return tooFar(named.seat);
      return seen([metadataItem(found, view)]);
    }),
};

const tooFar = (seat: Seat): Reading => ({
  seen: false,
  applies: true,
  reason: "not-probed",
  detail: FAR,
  places: [placeOf(seat, "/http/response_headers")],
});

const metadataItem = ({ seat, route, document, at }: Fetched, view: View): Item => {
  const { http } = seat.exchange;
  const value: JsonObject = { route };
  if (http?.status !== undefined) value["status"] = http.status;
  const type = mediaType(headerObject(http?.response_headers ?? [])["content-type"]);
  if (type !== undefined) value["content_type"] = type;
  const endpoint = endpointOf(view);
  if (document) {
    value["document"] = document;
    const resource = member(document, "resource");
    if (endpoint) value["identity"] = identity(resource, endpoint);
    const ending = typeof resource === "string" && endpoint ? endingOf(resource, endpoint) : undefined;
    if (ending !== undefined) value["ending"] = ending;
  }
  const inDocument = `${at}${at === "/response" ? "/resource" : ""}`;
  return {
    ...placeOf(seat, "/http"),
    value,
    parts: {
      route: "",
      status: "/http/status",
      content_type: "/http/response_headers",
      document: at,
      identity: inDocument,
      ending: inDocument,
    },
  };
};

/** How the resource named relates to the address that was probed. */
const identity = (resource: Json | undefined, endpoint: URL): string => {
  if (typeof resource !== "string" || resource === "") return "missing";
  if (!URL.canParse(resource)) return "relative";
  const named = new URL(resource);
  if (named.hash !== "" || resource.endsWith("#")) return "fragment";
  if (named.protocol !== endpoint.protocol) return "other-scheme";
  const sameHost = isLoopback(named.hostname) && isLoopback(endpoint.hostname) && named.port === endpoint.port;
  if (named.host !== endpoint.host && !sameHost) return "other-host";
  const [own, whole] = [segments(named.pathname), segments(endpoint.pathname)];
  if (own === whole) return "endpoint";
  return whole.startsWith(own === "/" ? own : `${own}/`) ? "parent" : "other-path";
};

const segments = (path: string): string => path.replace(/\/+$/, "") || "/";

/** A slash at the end matters where the endpoint itself has one. */
const endingOf = (resource: string, endpoint: URL): string => {
  if (!resource.endsWith("/")) return "plain";
  return endpoint.pathname.endsWith("/") && endpoint.pathname !== "/" ? "as-endpoint" : "slash";
};

export const metadataRoutes: Fact = {
  name: "resource_metadata_routes",
  doc: "The ways that lead to the resource metadata: named in the challenge, or at a well-known place.",
  kind: "list",
  type: "string: named, path or root",
  derived: true,
  read: (view) =>
    behindWall(view, (seats) => {
      const fetched = fetchedDocuments(view).filter(({ step }) => step === "resource-metadata");
      if (fetched.length === 0) return unseen(view, STEPS, "a look for the resource metadata");
      const named = namedBy(seats);
      const far = named && isUnvisited(named.url, view) ? [named.seat] : [];
      return seen(
        [
          ...far.map((seat) => ({ ...placeOf(seat, "/http/response_headers"), value: "named" })),
          ...fetched
            .filter(({ document }) => document !== undefined)
            .map(({ seat, route, at }) => ({ ...placeOf(seat, at), value: route })),
        ],
        fetched.map(({ seat }) => placeOf(seat)),
      );
    }),
};
