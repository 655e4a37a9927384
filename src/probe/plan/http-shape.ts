import type { Header } from "../../base/header.ts";
import { HEADER } from "../../protocol/headers.ts";
import { sessionHeaders } from "../dialect/stateful.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { StatefulTalk } from "../talk/stateful-talk.ts";
import { dropHeader, type EditHeaders } from "./edit-headers.ts";
import type { StatefulIO } from "./stateful-step.ts";

/** As if there were no session: what the very first request of a client looks like. */
export const dropSession: EditHeaders = (headers) =>
  dropHeader(HEADER.protocolVersion)(dropHeader(HEADER.sessionId)(headers));

/** The headers of an ordinary POST in this session, for bodies that are no ordinary messages. */
export const postHeaders = (talk: StatefulTalk): readonly Header[] => talk.dialect.headers({}, {});

/** Posts what may well get no answer. */
export const postOrSilence = (
  io: StatefulIO,
  outgoing: Pick<Parameters<StatefulIO["askOrSilence"]>[0], "as" | "message" | "bytes">,
): Promise<ExchangeDraft> =>
  io.askOrSilence({ ...outgoing, expect: "response", http: { headers: postHeaders(io.talk) } });

/** The headers of a GET that asks for the event stream of this session. */
export const streamHeaders = (talk: StatefulTalk): readonly Header[] => [
  ["Accept", "text/event-stream"],
  ["Accept-Encoding", "identity"],
  ...sessionHeaders(talk.session),
];

/** Asks for an event stream only to see what comes of it. */
export const peekStream = (
  io: StatefulIO,
  headers: readonly Header[],
  options: { readonly as?: string; readonly url?: URL } = {},
): Promise<ExchangeDraft> =>
  io.peek({
    expect: "nothing",
    ...(options.as === undefined ? {} : { as: options.as }),
    http: { method: "GET", headers, ...(options.url ? { url: options.url } : {}) },
  });

export const remove = (io: StatefulIO, as: string, headers: readonly Header[]): Promise<ExchangeDraft> =>
  io.send({ as, expect: "nothing", http: { method: "DELETE", headers } }).done;
