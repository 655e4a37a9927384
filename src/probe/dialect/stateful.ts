import type { Header } from "../../base/header.ts";
import { HEADER } from "../../protocol/headers.ts";
import { compareRevisions, type Revision } from "../../protocol/revision.ts";
import { type Dialect, POST_HEADERS } from "./dialect.ts";

/** What the server handed out at initialize and wants back. */
export interface SessionState {
  readonly sessionId: string | undefined;
  /** Undefined until initialize is answered. */
  readonly negotiated: string | undefined;
}

/** initialize, then a session: the handshake decides what later requests carry. */
export const statefulDialect = (revision: Revision, session: () => SessionState): Dialect => ({
  revision,
  params: (_method, params, { meta }) =>
    meta ? { ...params, _meta: { ...objectOf(params?.["_meta"]), ...meta } } : params,
  headers: () => [...POST_HEADERS, ...sessionHeaders(session())],
});

export const sessionHeaders = ({ sessionId, negotiated }: SessionState): Header[] => [
  ...(sessionId === undefined ? [] : [[HEADER.sessionId, sessionId] as const]),
  // The header came with 2025-06-18; older sessions do not know it.
  ...(negotiated !== undefined && SENDABLE.test(negotiated) && compareRevisions(negotiated, "2025-06-18") >= 0
    ? [[HEADER.protocolVersion, negotiated] as const]
    : []),
];

/** The version is a server's text: one that no header can hold would cost every later request. */
const SENDABLE = /^[\x21-\x7e]{1,64}$/;

const objectOf = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
