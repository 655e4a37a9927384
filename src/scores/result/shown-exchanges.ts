import { defined } from "../../base/defined.ts";
import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import type { RawText } from "../../base/reading.ts";
import { startOf } from "../../base/shorten.ts";
import type { Capture, Exchange, HttpRecord, Place, ReceivedMessage } from "../../capture/capture.ts";
import type { ResultExchange } from "../../judge/judged.ts";
import { exchangeForm } from "./capture-digest.ts";

/** Longest exchange in a result, as JSON. */
const LONGEST = 4_096;

/** The exchanges that evidence points to, in the order of the capture, each shortened to what a report can show. */
export const shownExchanges = (
  { exchanges }: Pick<Capture, "exchanges">,
  judged: readonly { readonly evidence: readonly Place[] }[],
): readonly ResultExchange[] => {
  const wanted = new Set(judged.flatMap(({ evidence }) => evidence.map(({ exchange }) => exchange)));
  return exchanges.flatMap((exchange, index) =>
    wanted.has(exchange.id ?? index)
      ? [
          {
            ...cutExchange(exchange),
            ...(exchange.id === undefined ? { index } : {}),
            sha256: exchangeForm(exchange).sha256,
          },
        ]
      : [],
  );
};

/** How much of each text, and how many messages and headers, are kept; tried in turn until the whole fits. */
const STEPS = [
  { text: 1_500, messages: 6, headers: 20 },
  { text: 800, messages: 3, headers: 12 },
  { text: 300, messages: 2, headers: 6 },
  { text: 80, messages: 0, headers: 2 },
] as const;

type Room = (typeof STEPS)[number];

export const cutExchange = (exchange: Exchange): Exchange => {
  // Sorted or not, it is equally long.
  if ((exchangeForm(exchange).length ?? JSON.stringify(exchange).length) <= LONGEST) return exchange;
  let cut = exchange;
  const textOf = openTexts();
  for (const room of STEPS) {
    cut = cutTo(exchange, room, textOf);
    if (fits(cut)) break;
  }
  return cut;
};

const fits = (exchange: Exchange): boolean => JSON.stringify(exchange).length <= LONGEST;

type TextOf = (message: Json) => string;

/** Each message of an exchange is written once, however often it is tried. */
const openTexts = (): TextOf => {
  const known = new Map<Json, string>();
  return (message) => {
    const text = known.get(message) ?? JSON.stringify(message);
    known.set(message, text);
    return text;
  };
};

const cutTo = (exchange: Exchange, room: Room, textOf: TextOf): Exchange => {
  const { request, request_raw, request_notes, response, response_raw, response_notes, ...others } = exchange;
  const { meanwhile, http, trouble, ...rest } = others;
  const sent = cutMessage(request, request_raw, room.text, textOf);
  const answered = cutMessage(response, response_raw, room.text, textOf);
  return {
    ...rest,
    ...defined({
      request: sent.message,
      request_raw: sent.raw,
      request_notes: request_notes?.slice(0, room.messages),
      response: answered.message,
      response_raw: answered.raw,
      response_notes: response_notes?.slice(0, room.messages),
      meanwhile: meanwhile?.slice(0, room.messages).map((one) => cutReceived(one, room, textOf)),
      http: http && cutHttp(http, room),
      trouble,
    }),
  };
};

/** A message that is too long becomes the start of its text. */
const cutMessage = (
  message: Json | undefined,
  raw: RawText | undefined,
  room: number,
  textOf: TextOf,
): { readonly message?: Json; readonly raw?: RawText } => {
  const text = message === undefined ? undefined : textOf(message);
  if (raw)
    return { raw: cutRaw(raw, room), ...(message !== undefined && (text?.length ?? 0) <= room ? { message } : {}) };
  if (message === undefined || text === undefined) return {};
  return text.length <= room ? { message } : { raw: cutRaw({ encoding: "utf8", data: text }, room) };
};

const cutRaw = (raw: RawText, room: number): RawText => {
  if (raw.data.length <= room) return raw;
  const whole = raw.cut_from ?? Buffer.byteLength(raw.data, raw.encoding);
  // Base64 comes in fours; a cut through a surrogate pair would leave half of it.
  const data = raw.encoding === "base64" ? startOf(raw.data, room - (room % 4)) : whole16(startOf(raw.data, room));
  return { encoding: raw.encoding, data, cut_from: whole };
};

const whole16 = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);

const cutReceived = (received: ReceivedMessage, room: Room, textOf: TextOf): ReceivedMessage => {
  const { message, raw, notes, ...rest } = received;
  const cut = cutMessage(message, raw, Math.min(room.text, 300), textOf);
  return { ...rest, ...cut, ...defined({ notes: notes?.slice(0, room.messages) }) };
};

const cutHttp = (
  { request_headers, request_head, response_headers, body, url, ...rest }: HttpRecord,
  room: Room,
): HttpRecord => ({
  ...rest,
  ...defined({
    url: url && whole16(url.slice(0, room.text)),
    request_headers: cutHeaders(request_headers, room),
    request_head: request_head && cutRaw(request_head, room.text),
    response_headers: response_headers && cutHeaders(response_headers, room),
    body: body && cutRaw(body, room.text),
  }),
});

const cutHeaders = (headers: readonly Header[], room: Room): readonly Header[] =>
  headers
    .slice(0, room.headers)
    .map(([name, value]) => [whole16(name.slice(0, 100)), whole16(value.slice(0, Math.min(room.text, 200)))] as const);
