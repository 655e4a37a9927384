import type { Header } from "../base/header.ts";
import type { Json, JsonObject } from "../base/json.ts";
import type { RawText, ReadingNote } from "../base/reading.ts";
import type { Limits } from "../wire/limits.ts";
import type { SseFields } from "../wire/sse-parser.ts";
import type { ProcessRecord } from "../wire/stdio/process-record.ts";
import type { Surroundings } from "../wire/surroundings.ts";
import type { Trouble } from "../wire/trouble.ts";

/**
 * The saved session of one run. docs/capture-format.md describes it for people who re-implement it and
 * schemas/capture.schema.json states it. The founding minimal form (label, capabilities, exchanges) is a
 * valid capture; everything else is optional for a reader.
 */
export interface Capture {
  readonly format?: "mcptest-capture/1";
  readonly server_label: string;
  /** null: no handshake was completed. */
  readonly server_capabilities: JsonObject | null;
  readonly tool?: { readonly name: string; readonly version: string };
  readonly started_at?: string;
  readonly target?: CapturedTarget;
  readonly transport?: TransportName;
  readonly server_info?: Json;
  readonly era?: EraFinding;
  readonly revisions?: RevisionFindings;
  readonly limits?: Limits;
  /** The part of the plan that was asked; absent: all of it. */
  readonly asked?: AskedPart;
  /** Only of a session with an authorization server (`mcptest auth`). */
  readonly authorization?: AuthorizationSession;
  readonly redaction?: RedactionNote;
  readonly conversations?: readonly ConversationRecord[];
  readonly exchanges: readonly Exchange[];
  /** Messages that belong to no exchange, in order of arrival. */
  readonly unsolicited?: readonly Unsolicited[];
  /** What the plan would have asked and did not. */
  readonly not_probed?: readonly NotProbed[];
  /** Only where nothing could be asked: what was looked at to say why. */
  readonly surroundings?: Surroundings;
  readonly outcome?: Outcome;
  /** False when a JSON Lines recording has no footer. */
  readonly closed?: boolean;
  /** Added by the reader: what it dropped, and what is unusual about the file. */
  readonly reader_notes?: readonly string[];
}

/** How much was asked: what `--quick`, `--only` and `--skip` said. Who judges the capture judges no more than that. */
export interface AskedPart {
  /** One polite conversation. */
  readonly quick?: true;
  /** Rule ids, the first part of ids (`TOOL`) or sections (`tools`); only these. */
  readonly only?: readonly string[];
  /** The same; all but these. */
  readonly skip?: readonly string[];
  /** Of a session in which a client was tested: the scenarios it was put through, where the user named them. */
  readonly scenarios?: readonly string[];
}

/** Which authorization server was asked, and as which client. */
export interface AuthorizationSession {
  /** Letter by letter as it was typed, or as the metadata of the server names it. */
  readonly issuer: string;
  /** The MCP server whose metadata named the issuer; absent where the user typed the issuer itself. */
  readonly server?: string;
  /** For which tokens were asked. */
  readonly resource?: string;
  /** Absent where there was none: then only what needs no client was asked. */
  readonly client?: AuthorizationClient;
  /** What an issued access token says of itself; the token is not kept. */
  readonly token?: IssuedToken;
}

export interface AuthorizationClient {
  readonly kind: "given" | "registered";
  readonly redirect_uris: readonly string[];
  /** Whether it has a secret. */
  readonly confidential: boolean;
}

export interface IssuedToken {
  readonly form: "jwt" | "opaque";
  readonly audience?: readonly string[];
}

export type TransportName = "streamable-http" | "http+sse" | "stdio";

export type CapturedTarget =
  | {
      readonly kind: "http";
      readonly url: string;
      readonly header_names: readonly string[];
      /** What the user's own token says of itself, where it is a JWT. The token is never kept. */
      readonly token?: CapturedToken;
      readonly insecure?: true;
      /** Where something listens on the port of a server at loopback, as far as the system tells. */
      readonly listens_on?: readonly string[];
    }
  | {
      readonly kind: "stdio";
      readonly command: readonly string[];
      readonly env_names: readonly string[];
      readonly cwd?: string;
    };

export interface CapturedToken {
  /** `iss`, as it stands there. */
  readonly issuer?: string;
  /** From `iat`, or else `nbf`, to `exp`, in seconds; null for one that never expires, absent where its start is not said. */
  readonly lifetime_s?: number | null;
  /** Made for the test: its lifetime says nothing about anybody else's. */
  readonly made?: true;
}

/** Which era the server speaks, and what showed it. `none`: it could not be determined; the reason says why. */
export interface EraFinding {
  readonly verdict: "stateful" | "stateless" | "dual" | "none";
  readonly reason: string;
  /** Ids of the exchanges the verdict rests on. */
  readonly shown_by: readonly string[];
}

export interface RevisionFindings {
  /** The revision probed in full. */
  readonly probed: string | null;
  /** What a discover result lists. */
  readonly listed?: readonly string[];
  /** One row per revision asked for: what the server answered with. */
  readonly asked: readonly { readonly revision: string; readonly answered: string | null; readonly exchange: string }[];
}

export interface RedactionNote {
  readonly scheme: "hmac-sha256/12";
  /** How many values were replaced. */
  readonly replaced: number;
  /** Answers in which the server itself returned secrets; absent where there were none. */
  readonly returned?: readonly ReturnedSecrets[];
}

export interface ReturnedSecrets {
  readonly exchange: string;
  readonly what: readonly ("token" | "private-key")[];
}

export type Outcome = "complete" | "aborted" | "unreachable" | "auth-required" | "run-timed-out";

/** Why a step of the plan was not sent. */
export const NOT_PROBED_REASONS = [
  "not-offered", // the server does not advertise or list what the step is about
  "unsafe-to-probe", // it would run something that does not declare itself harmless
  "prerequisite-missing", // an earlier answer it builds on did not come
  "auth-required", // the server wants credentials first
  "unreachable", // the server stopped answering connections
  "timed-out", // the server stopped answering in time
  "rate-limited", // the server asked twice to slow down
  "aborted", // the run was interrupted or out of time
] as const;

export type NotProbedReason = (typeof NOT_PROBED_REASONS)[number];

export interface NotProbed {
  readonly conversation: string;
  readonly step: string;
  readonly reason: NotProbedReason;
  readonly detail: string;
}

export interface ConversationRecord {
  readonly id: string;
  /** What this conversation is for, one short phrase. */
  readonly purpose: string;
  /** Where a client was tested: the scenario it was held in. */
  readonly scenario?: string;
  /** How the client that was tested in it came to its end, where that was seen. */
  readonly client_end?: ClientEnd;
  readonly transport: TransportName;
  /** The revision whose plan it belongs to. */
  readonly probes?: string;
  /** The revision spoken in it, once known. */
  readonly revision?: string;
  readonly session_id?: string;
  readonly opened_ms: number;
  /** Where its process was long silent at first: how much of that it waited for a processor of this machine. */
  readonly queued_ms?: number;
  readonly closed_ms?: number;
  /** The conversation whose process this one was held in, after it; absent where it had one of its own. */
  readonly shares_process_with?: string;
  /** How the process ended; of several conversations in one process the last has it. */
  readonly process?: ProcessRecord;
  readonly trouble?: Trouble;
}

/** It ended itself, said nothing for too long, or was cut off by the limit of the scenario. */
export type ClientEnd = "itself" | "silence" | "limit";

/** One message from the server. `message` is absent when the bytes are not JSON. */
export interface ReceivedMessage {
  /** Order of arrival within the conversation, counted over everything sent and received. */
  readonly seq: number;
  readonly at_ms: number;
  readonly message?: Json;
  readonly raw?: RawText;
  readonly notes?: readonly ReadingNote[];
  readonly sse?: SseFields;
  /** True when it arrived after the response of the exchange it is filed under. */
  readonly late?: true;
}

export interface Unsolicited extends ReceivedMessage {
  readonly conversation: string;
}

export interface Exchange {
  readonly id?: string;
  readonly conversation?: string;
  /** The plan's name for what is asked here. */
  readonly step?: string;
  /** We misbehave on purpose in this one. */
  readonly deliberate?: true;
  /** Something else cut it short: the process ended, or the web server fell. It was asked again, or left open. */
  readonly interrupted?: true;
  /** The message sent. Absent when no JSON was sent (a GET, a DELETE, broken bytes). */
  readonly request?: Json;
  /** The bytes sent when they are not the plain serialisation of `request`. */
  readonly request_raw?: RawText;
  /** What a strict reading of the request noticed; only where it is not ours (a recorded client). */
  readonly request_notes?: readonly ReadingNote[];
  readonly response?: Json;
  readonly response_raw?: RawText;
  readonly response_notes?: readonly ReadingNote[];
  /** Order of sending, and of the response's arrival, within the conversation. */
  readonly seq?: number;
  readonly response_seq?: number;
  readonly response_sse?: SseFields;
  readonly meanwhile?: readonly ReceivedMessage[];
  readonly http?: HttpRecord;
  readonly timing?: Timing;
  readonly trouble?: Trouble;
}

/** Milliseconds since the run began; every one of them is volatile. */
export interface Timing {
  readonly start_ms: number;
  readonly head_ms?: number;
  readonly response_ms?: number;
  readonly end_ms: number;
}

export interface HttpRecord {
  readonly method: string;
  /** Redacted; only when it differs from the target's. */
  readonly url?: string;
  readonly request_headers: readonly Header[];
  /** The request head byte for byte, when it holds what no header list can (control characters, say). */
  readonly request_head?: RawText;
  readonly status?: number;
  readonly status_text?: string;
  readonly http_version?: string;
  readonly response_headers?: readonly Header[];
  /** Body bytes as received, before any content coding was undone. */
  readonly body_bytes?: number;
  /** The body when it is neither one JSON message nor an event stream. */
  readonly body?: RawText;
  readonly stream?: StreamRecord;
  /** A redirect that was answered: reported, and followed only on request within the origin. */
  readonly redirect?: { readonly location: string; readonly followed: boolean };
  /** Bytes that followed the response on the same connection and belong to no request. */
  readonly stray_bytes?: number;
}

/** How an event stream was framed. */
export interface StreamRecord {
  readonly events: number;
  readonly comments: number;
  /** Line endings seen. */
  readonly line_endings: readonly ("lf" | "crlf" | "cr")[];
  readonly byte_order_mark?: true;
  readonly last_event_id?: string;
  readonly retry_ms?: number;
  /** Of a recorded session: when it ended. The answer may come later, on another stream. */
  readonly ended_ms?: number;
  /** Who ended the stream. */
  readonly ended_by: "server" | "client" | "trouble";
  /** Lines that are no field, no comment and not blank. */
  readonly odd_lines?: number;
  /** The first of those lines. */
  readonly odd_text?: RawText;
  /** The event cut off by the end of the stream. */
  readonly unfinished?: RawText;
}

/**
 * A place in a capture. `exchange` is the exchange's id, or its place in the list when it has none; null means that the
 * pointer starts at the session.
 */
export interface Place {
  readonly exchange: string | number | null;
  readonly pointer: string;
}
