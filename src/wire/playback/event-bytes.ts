import type { EventFraming, Said } from "../playback.ts";

const LF = 0x0a;

/** A message as an event of a stream, framed as the recorded server did. Data may hold bytes that are no text. */
export const eventBytes = ({ bytes, sse }: Said, { lineEnding }: EventFraming): Buffer => {
  const field = (name: string, value: string | number | undefined): Buffer[] =>
    value === undefined ? [] : [Buffer.from(`${name}: ${value}${lineEnding}`)];
  const data: Uint8Array[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(LF, from);
    const until = end < 0 ? bytes.length : end;
    data.push(Buffer.from("data: "), bytes.subarray(from, until), Buffer.from(lineEnding));
    from = until + 1;
  }
  return Buffer.concat([
    ...field("event", sse?.event),
    ...field("id", sse?.id),
    ...field("retry", sse?.retry),
    ...data,
    Buffer.from(lineEnding),
  ]);
};

/** What stands in front of the first event. */
export const streamStart = ({ byteOrderMark, before }: EventFraming): Buffer =>
  Buffer.concat([byteOrderMark ? Buffer.of(0xef, 0xbb, 0xbf) : Buffer.alloc(0), before]);
