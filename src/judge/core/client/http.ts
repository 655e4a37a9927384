// Requests of Streamable HTTP, and what their headers say.

import type { HttpRecord } from "../../../capture/capture.ts";
import { headerValue } from "../../../capture/header-value.ts";
import type { Message, Session } from "../../../capture/timeline.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import type { Fact, View } from "../fact.ts";
import { clientFact, type NamedPlace, placeOf } from "./fact.ts";
import { sessionsIn } from "./view.ts";

export { HEADER_TOKEN, type HeaderAnnotation, headerAnnotationsIn } from "../header-annotations.ts";
export { decodedHeader, formOfHeader, saysValue, writingOf } from "./header-text.ts";

/** A request of Streamable HTTP, whether or not it carries a message. */
export interface ClientHttpRequest extends Message {
  readonly http: HttpRecord;
}

const isOverHttp = (message: Message): message is ClientHttpRequest => message.http !== undefined;

/** HTTP+SSE, which Streamable HTTP replaced, has an endpoint of its own for each stream. */
export const httpRequestsIn = (view: View): readonly ClientHttpRequest[] => view.once(gather);

const gather = (view: View): readonly ClientHttpRequest[] =>
  sessionsIn(view)
    .filter(({ transport }) => transport === "streamable-http")
    .flatMap(({ exchanges }) => exchanges.filter(isOverHttp));

/** A fact about requests of Streamable HTTP. */
export const httpFact = (
  name: string,
  head: Omit<Parameters<typeof clientFact<ClientHttpRequest>>[1], "lookedAt">,
): Fact => clientFact(name, { among: httpRequestsIn, ...head, lookedAt: (request) => placeOf(request, "/http") });

export const isAtEndpoint = ({ http }: Message): boolean => http?.url === undefined;

export const isPost = ({ http }: Message): boolean => http?.method === "POST";

export const isGet = ({ http }: Message): boolean => http?.method === "GET";

export const requestHeader = ({ http }: Message, name: string): string | undefined =>
  headerValue(http?.request_headers, name);

export const responseHeader = ({ http }: Message, name: string): string | undefined =>
  headerValue(http?.response_headers, name);

/** The session id that the server gave. */
export const givenSessionId = ({ initialize }: Session): string | undefined =>
  initialize && responseHeader(initialize, HEADER_KEY.sessionId);

export const sentSessionId = (message: Message): string | undefined => requestHeader(message, HEADER_KEY.sessionId);

/** The headers of a request, under the method of its message, or of HTTP where that has none. */
export const inHeaders = (message: Message): NamedPlace => ({
  ...placeOf(message, HEADERS),
  name: message.method ?? message.http?.method,
});

export const HEADERS = "/http/request_headers";
