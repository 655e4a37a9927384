import type { Header } from "../../../model/target.ts";
import { sessionHeaders } from "../../dialect/stateful.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import type { StatefulTalk } from "../../talk/stateful-talk.ts";
import type { StatefulIO } from "./stateful-step.ts";

type EditHeaders = (headers: readonly Header[]) => readonly Header[];

export const SESSION_HEADER = "Mcp-Session-Id";
export const VERSION_HEADER = "MCP-Protocol-Version";

export const dropHeader =
  (name: string): EditHeaders =>
  (headers) =>
    headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());

/** Sets a header whether it was there or not. */
export const putHeader =
  (name: string, value: string): EditHeaders =>
  (headers) => [...dropHeader(name)(headers), [name, value]];

/** As if there were no session: what the very first request of a client looks like. */
export const dropSession: EditHeaders = (headers) => dropHeader(VERSION_HEADER)(dropHeader(SESSION_HEADER)(headers));

/** The headers of an ordinary POST in this session, for bodies that are no ordinary messages. */
export const postHeaders = (talk: StatefulTalk): readonly Header[] => talk.dialect.headers({}, {});

/** The headers of a GET that asks for the event stream of this session. */
export const streamHeaders = (talk: StatefulTalk): readonly Header[] => [
  ["Accept", "text/event-stream"],
  ["Accept-Encoding", "identity"],
  ...sessionHeaders(talk.session),
];

/** Asks for an event stream only to see what comes of it. */
export const knock = (
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
