import { type Json, type JsonObject, member } from "../../../base/json.ts";
import { headerObject, mediaType } from "../../../judge/core/answer.ts";
import {
  endpointOf,
  type Fetched,
  fetchedDocuments,
  isElsewhere,
  isLoopback,
  resourceDocument,
} from "../../../judge/core/authorization-documents.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import {
  type ExchangeRecord,
  type Fact,
  type Item,
  placeOf,
  placesOf,
  type Reading,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { inconclusive } from "../../../judge/core/left-out.ts";
import { ANONYMOUS, ifProtected, metadataNamedIn } from "../../../judge/core/protection.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const METADATA: readonly QuestionRef[] = ["resource-metadata:*"];

const HEADERS = "/http/response_headers";

/** The address the challenge names for the metadata, with the answer that carries it. */
const namedBy = (
  records: readonly ExchangeRecord[],
): { readonly url: string; readonly record: ExchangeRecord } | undefined =>
  records.flatMap((record) => {
    const url = metadataNamedIn(record);
    return url === undefined ? [] : [{ url, record }];
  })[0];

const FAR = "the challenge names an address of another origin, which is not fetched without --allow-metadata-fetch";

export const namedMetadata = defineFact({
  name: "named_metadata",
  doc: "The addresses at which challenges to a request without credentials say that the resource metadata is.",
  type: "string: the address, as sent",
  questions: ANONYMOUS,
  read: (view) =>
    ifProtected(view, (records) =>
      seen(
        distinct(
          records.flatMap((record) => {
            const url = metadataNamedIn(record);
            return url === undefined ? [] : [{ ...placeOf(record, HEADERS), value: url }];
          }),
        ),
        placesOf(records, HEADERS),
      ),
    ),
});

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
  questions: METADATA,
  read: (view) =>
    ifProtected(view, (records) => {
      const found = resourceDocument(view);
      if (!found) return unseen(view, METADATA, "a look for the resource metadata");
      const named = namedBy(records);
      if (!found.document && named && isUnvisited(named.url, view)) return tooFar(named.record);
      return seen([metadataItem(found, view)]);
    }),
};

const tooFar = (record: ExchangeRecord): Reading => inconclusive("not-probed", FAR, [placeOf(record, HEADERS)]);

const metadataItem = ({ record, route, document, at }: Fetched, view: View): Item => {
  const { http } = record.exchange;
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
    ...placeOf(record, "/http"),
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

export const metadataRoutes = defineFact({
  name: "resource_metadata_routes",
  doc: "The ways that lead to the resource metadata: named in the challenge, or at a well-known place.",
  type: "string: named, path or root",
  derived: true,
  questions: METADATA,
  read: (view) =>
    ifProtected(view, (records) => {
      const fetched = fetchedDocuments(view).filter(({ step }) => step === "resource-metadata");
      if (fetched.length === 0) return unseen(view, METADATA, "a look for the resource metadata");
      const named = namedBy(records);
      const far = named && isUnvisited(named.url, view) ? [named.record] : [];
      return seen(
        [
          ...far.map((record) => ({ ...placeOf(record, HEADERS), value: "named" })),
          ...fetched
            .filter(({ document }) => document !== undefined)
            .map(({ record, route, at }) => ({ ...placeOf(record, at), value: route })),
        ],
        fetched.map(({ record }) => placeOf(record)),
      );
    }),
});
