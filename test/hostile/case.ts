import { expect } from "vitest";
import type { ProbeRequest } from "../../src/areas/probe-target.ts";
import type { ReadingNote } from "../../src/base/reading.ts";
import type { Capture, Exchange, Outcome, ReceivedMessage } from "../../src/capture/capture.ts";
import type { LimitName, Limits } from "../../src/wire/limits.ts";
import type { Trouble, TroubleKind } from "../../src/wire/trouble.ts";
import type { ViceServer } from "./servers/http.ts";

export const CLIENT = { name: "mcptest-hostile", version: "0" } as const;

/** One row of the catalogue. */
export interface HostileCase<V> {
  /** The catalogue's number; a word behind it tells variants apart. */
  readonly id: string;
  /** What the server does, one phrase. */
  readonly what: string;
  readonly vice: V;
  readonly limits?: Partial<Limits>;
  readonly followRedirects?: boolean;
  /** Nothing behind the handshake matters: the run is cut off there. */
  readonly handshakeOnly?: boolean;
  readonly expect: Expectation;
}

export interface Expectation {
  readonly outcome?: Outcome;
  /** Some exchange or conversation is in this trouble. */
  readonly trouble?: { readonly kind: TroubleKind; readonly limit?: LimitName };
  /** Some message was read with this note. */
  readonly note?: ReadingNote["kind"];
  /** Whatever else must hold. `server` is there for HTTP only. */
  readonly also?: (capture: Capture, server?: ViceServer) => void;
}

/** Long enough never to be reached by accident on a busy machine; a case about a deadline brings its own. */
export const PATIENT: Partial<Limits> = {
  connectMs: 8_000,
  headMs: 8_000,
  idleMs: 8_000,
  exchangeMs: 8_000,
  startMs: 8_000,
  runMs: 20_000,
  quietMs: 40,
  stdinCloseMs: 1_000,
  termMs: 1_000,
};

const HANDSHAKE = new Set(["server/discover", "server/discover-retry", "confirm-era", "initialize", "open-stream"]);

/** What `record` is asked besides its target. */
export const requestOf = (row: HostileCase<unknown>): ProbeRequest => {
  const ending = new AbortController();
  const cutOff = {
    signal: ending.signal,
    onStep: ({ step }: { readonly step: string }) => {
      if (!HANDSHAKE.has(step)) ending.abort();
    },
  };
  return {
    client: CLIENT,
    limits: { ...PATIENT, ...row.limits },
    followRedirects: row.followRedirects ?? false,
    ...(row.handshakeOnly ? cutOff : {}),
  };
};

export const troubles = (capture: Capture): Trouble[] =>
  [...capture.exchanges, ...(capture.conversations ?? [])].flatMap(({ trouble }) => trouble ?? []);

export const messages = (capture: Capture): ReceivedMessage[] => [
  ...capture.exchanges.flatMap(({ meanwhile }) => meanwhile ?? []),
  ...(capture.unsolicited ?? []),
];

export const notes = (capture: Capture): ReadingNote[] => [
  ...capture.exchanges.flatMap(({ response_notes }) => response_notes ?? []),
  ...messages(capture).flatMap((message) => message.notes ?? []),
];

/** The first exchange of a step, which must exist. */
export const exchangeOf = (capture: Capture, step: string): Exchange => {
  const found = capture.exchanges.find((exchange) => exchange.step === step);
  if (!found) throw new Error(`no exchange "${step}" in the capture`);
  return found;
};

export const checkExpectation = (expected: Expectation, capture: Capture, server?: ViceServer): void => {
  if (expected.outcome) expect(capture.outcome).toBe(expected.outcome);
  if (expected.trouble) expect(troubles(capture)).toContainEqual(expect.objectContaining(expected.trouble));
  if (expected.note) expect(notes(capture).map(({ kind }) => kind)).toContain(expected.note);
  expected.also?.(capture, server);
};
