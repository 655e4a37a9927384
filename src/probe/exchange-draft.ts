import type { Exchange, HttpRecord, RawText, ReadingNote, ReceivedMessage, SseFields } from "../model/capture.ts";
import type { Json } from "../model/json.ts";
import type { Trouble } from "../model/trouble.ts";

/**
 * An exchange while it is under way. It is in the recorder from the moment it is sent, so that an interrupted
 * run still shows what was asked.
 */
export interface ExchangeDraft {
  readonly id: string;
  readonly conversation: string;
  readonly step: string;
  readonly deliberate: boolean;
  readonly slot: number;
  readonly seq: number;
  readonly startMs: number;
  request?: Json;
  requestRaw?: RawText;
  response?: Json;
  responseRaw?: RawText;
  responseNotes?: readonly ReadingNote[];
  responseSeq?: number;
  responseSse?: SseFields;
  headMs?: number;
  responseMs?: number;
  endMs?: number;
  meanwhile: ReceivedMessage[];
  http?: HttpRecord;
  trouble?: Trouble;
}

/** The members in the order the capture format names them, absent ones left out. */
export const finishDraft = (draft: ExchangeDraft, nowMs: number): Exchange => ({
  id: draft.id,
  conversation: draft.conversation,
  step: draft.step,
  ...(draft.deliberate ? { deliberate: true as const } : {}),
  ...(draft.request === undefined ? {} : { request: draft.request }),
  ...(draft.requestRaw ? { request_raw: draft.requestRaw } : {}),
  ...(draft.response === undefined ? {} : { response: draft.response }),
  ...(draft.responseRaw ? { response_raw: draft.responseRaw } : {}),
  ...(draft.responseNotes && draft.responseNotes.length > 0 ? { response_notes: draft.responseNotes } : {}),
  seq: draft.seq,
  ...(draft.responseSeq === undefined ? {} : { response_seq: draft.responseSeq }),
  ...(draft.responseSse && Object.keys(draft.responseSse).length > 0 ? { response_sse: draft.responseSse } : {}),
  ...(draft.meanwhile.length > 0 ? { meanwhile: [...draft.meanwhile] } : {}),
  ...(draft.http ? { http: draft.http } : {}),
  timing: {
    start_ms: draft.startMs,
    ...(draft.headMs === undefined ? {} : { head_ms: draft.headMs }),
    ...(draft.responseMs === undefined ? {} : { response_ms: draft.responseMs }),
    end_ms: draft.endMs ?? nowMs,
  },
  ...(troubleOf(draft) ?? {}),
});

const troubleOf = (draft: ExchangeDraft): { trouble: Trouble } | undefined => {
  if (draft.trouble) return { trouble: draft.trouble };
  if (draft.endMs === undefined) return { trouble: { kind: "aborted", detail: "the run ended before the answer" } };
  return undefined;
};
