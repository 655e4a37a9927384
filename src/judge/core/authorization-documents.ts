import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { readStrictJson } from "../../base/strict-json.ts";
import type { QuestionRef } from "../../protocol/question.ts";
import { recordsOf } from "./answers.ts";
import type { ExchangeRecord, View } from "./fact.ts";

/** A public document that was asked for, and what came. */
export interface Fetched {
  readonly record: ExchangeRecord;
  /** The step it was asked in, and the way it was found. */
  readonly step: "resource-metadata" | "authorization-server";
  readonly route: string;
  readonly document: JsonObject | undefined;
  /** Where the document stands in the exchange. */
  readonly at: string;
}

/** Every way to a document. */
const ROUTES = {
  "resource-metadata": ["named", "path", "root"],
  "authorization-server": ["rfc8414", "openid", "openid-appended", "root", "inserted"],
} as const;

export const fetchedDocuments = (view: View): readonly Fetched[] => view.once(gather);

const gather = (view: View): readonly Fetched[] =>
  [
    ...ROUTES["resource-metadata"].flatMap((route) => fetchedBy(view, "resource-metadata", route)),
    ...ROUTES["authorization-server"].flatMap((route) => fetchedBy(view, "authorization-server", route)),
  ].sort((left, right) => left.record.index - right.record.index);

const fetchedBy = <Step extends keyof typeof ROUTES>(
  view: View,
  step: Step,
  route: (typeof ROUTES)[Step][number],
): readonly Fetched[] =>
  recordsOf(view, [`${step}:${route}` as QuestionRef]).map((record) => {
    const value = documentIn(record);
    const at = record.exchange.response === undefined ? "/http/body" : "/response";
    return { record, step, route, document: isJsonObject(value) ? value : undefined, at };
  });

/** Declared as JSON it is kept as the response, else as a body, which may hold JSON all the same. */
const documentIn = ({ exchange: { http, response } }: ExchangeRecord): Json | undefined => {
  if (http?.status !== 200) return undefined;
  if (response !== undefined || http.body?.encoding !== "utf8") return response;
  const reading = readStrictJson(http.body.data, { depth: 32, values: 10_000 });
  return reading.ok ? reading.value : undefined;
};

/** As a client looks for it: where the challenge says, then below the path of the endpoint, then at the root. */
const RESOURCE_ORDER: readonly string[] = ROUTES["resource-metadata"];

/** The resource metadata a client arrives at; where there is none, the first place it would have looked. */
export const resourceDocument = (view: View): Fetched | undefined => {
  const fetched = fetchedDocuments(view)
    .filter(({ step }) => step === "resource-metadata")
    .sort((left, right) => RESOURCE_ORDER.indexOf(left.route) - RESOURCE_ORDER.indexOf(right.route));
  return fetched.find(({ document }) => document !== undefined) ?? fetched[0];
};

export const serverDocuments = (view: View): readonly Fetched[] =>
  fetchedDocuments(view).filter(({ step }) => step === "authorization-server");

/** The first authorization server the resource metadata names. */
export const issuerIn = (document: JsonObject | undefined): string | undefined => {
  const servers = member(document, "authorization_servers");
  const [first] = Array.isArray(servers) ? servers : [];
  return typeof first === "string" ? first : undefined;
};

/** The address of the endpoint; undefined where the capture does not say it. */
export const endpointOf = ({ capture }: View): URL | undefined =>
  capture.target?.kind === "http" && URL.canParse(capture.target.url) ? new URL(capture.target.url) : undefined;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname) || hostname.endsWith(".localhost");

export const isElsewhere = (address: string, endpoint: URL | undefined): boolean =>
  endpoint !== undefined &&
  URL.canParse(address, endpoint.href) &&
  new URL(address, endpoint).origin !== endpoint.origin;
