import { expect } from "vitest";
import type { Capture, ConversationRecord } from "../../../src/capture/capture.ts";
import { exchangeOf, type HostileCase, messages, notes } from "../case.ts";

type StdioCase = HostileCase<string>;

const answered = (capture: Capture): void =>
  expect(exchangeOf(capture, "initialize").response).toHaveProperty("result");
const noAnswer = (capture: Capture): void => expect(exchangeOf(capture, "initialize").response).toBeUndefined();
const stateful = (capture: Capture): ConversationRecord | undefined =>
  capture.conversations?.find(({ id }) => id === exchangeOf(capture, "initialize").conversation);
const endedBy = (capture: Capture): string[] =>
  (capture.conversations ?? []).flatMap(({ process }) => process?.ended_by ?? []);

/** Nothing of what the child does is worth a long wait. */
const BRIEF = { stdinCloseMs: 150, termMs: 150 };

export const STDIO_CASES: readonly StdioCase[] = [
  {
    id: "E00",
    what: "a polite server, so that the others differ from something",
    vice: "polite",
    expect: {
      outcome: "complete",
      also: (capture) => {
        answered(capture);
        expect(stateful(capture)?.process?.ended_by).toBe("stdin-close");
      },
    },
  },
  {
    id: "E01",
    handshakeOnly: true,
    what: "a banner on stdout",
    vice: "E01 banner",
    expect: {
      note: "not-json",
      also: (capture) => {
        answered(capture);
        expect(notes(capture).map(({ kind }) => kind)).toContain("empty-line");
      },
    },
  },
  {
    id: "E02",
    handshakeOnly: true,
    what: "JSON on stdout that is no message",
    vice: "E02 other JSON",
    expect: {
      also: (capture) => {
        answered(capture);
        expect(messages(capture).map(({ message }) => message)).toContainEqual({ hello: "world" });
      },
    },
  },
  {
    id: "E03",
    what: "a line without end",
    vice: "E03 endless line",
    limits: { ...BRIEF, lineBytes: 1_048_576 },
    expect: { trouble: { kind: "limit-exceeded", limit: "lineBytes" }, note: "incomplete-line", also: noAnswer },
  },
  {
    id: "E04 messages",
    what: "short lines without end",
    vice: "E04 flood",
    limits: { ...BRIEF, messages: 500 },
    expect: { trouble: { kind: "limit-exceeded", limit: "messages" }, also: noAnswer },
  },
  {
    id: "E04 bytes",
    what: "short lines without end, more bytes than allowed",
    vice: "E04 flood",
    limits: { ...BRIEF, stdoutBytes: 200_000 },
    expect: { trouble: { kind: "limit-exceeded", limit: "stdoutBytes" }, also: noAnswer },
  },
  {
    id: "E04 run",
    what: "short lines without end, more than one run may keep",
    vice: "E04 flood",
    limits: { ...BRIEF, captureBytes: 50_000 },
    expect: { trouble: { kind: "limit-exceeded", limit: "captureBytes" }, also: noAnswer },
  },
  {
    id: "E05",
    what: "messages over several lines",
    vice: "E05 indented",
    limits: { startMs: 600, exchangeMs: 600 },
    expect: { note: "not-json", also: noAnswer },
  },
  {
    id: "E06 CRLF",
    handshakeOnly: true,
    what: "CRLF line ends",
    vice: "E06 CRLF",
    expect: { note: "carriage-return", also: answered },
  },
  {
    id: "E06 NUL",
    what: "NUL bytes before every message",
    vice: "E06 NUL",
    limits: { startMs: 600, exchangeMs: 600 },
    expect: { note: "not-json", also: noAnswer },
  },
  {
    id: "E07",
    handshakeOnly: true,
    what: "floods stderr while it works",
    vice: "E07 stderr flood",
    limits: { ...BRIEF, stderrBytes: 4_096 },
    expect: {
      also: (capture) => {
        answered(capture);
        const record = stateful(capture)?.process;
        expect(record?.stderr_bytes).toBeGreaterThan(60_000);
        expect(record?.stderr?.data).toHaveLength(4_096);
        expect(record?.stderr_tail?.data).toHaveLength(4_096);
      },
    },
  },
  {
    id: "E08",
    handshakeOnly: true,
    what: "terminal escapes and a fake verdict on stderr",
    vice: "E08 stderr escapes",
    expect: {
      also: (capture) => expect(stateful(capture)?.process?.stderr?.data).toContain("PASS everything"),
    },
  },
  {
    id: "E09",
    what: "never reads and never answers",
    vice: "E09 deaf",
    // Long enough for a busy machine to get as far as ignoring SIGTERM.
    limits: { ...BRIEF, startMs: 2_000, exchangeMs: 400 },
    expect: {
      outcome: "unreachable",
      trouble: { kind: "timed-out" },
      also: (capture) => expect(endedBy(capture)).toContain("sigkill"),
    },
  },
  {
    id: "E10",
    what: "exits at once, and cheerfully",
    vice: "E10 exits",
    expect: {
      outcome: "unreachable",
      trouble: { kind: "unexpected-exit" },
      also: (capture) => {
        noAnswer(capture);
        expect(exchangeOf(capture, "initialize").trouble?.kind).toBe("unexpected-exit");
        expect(stateful(capture)?.process).toMatchObject({ ended_by: "itself", exit_code: 0 });
      },
    },
  },
  {
    id: "E12",
    what: "dies in the middle of a line",
    vice: "E12 half a line",
    expect: {
      trouble: { kind: "unexpected-exit" },
      note: "incomplete-line",
      also: (capture) => {
        noAnswer(capture);
        expect(stateful(capture)?.process).toMatchObject({ ended_by: "itself", signal: "SIGKILL" });
      },
    },
  },
  {
    id: "E12 whole",
    what: "dies before the newline of a whole message",
    vice: "E12 whole but unfinished",
    expect: { trouble: { kind: "unexpected-exit" }, note: "incomplete-line", also: noAnswer },
  },
  {
    id: "E13",
    handshakeOnly: true,
    what: "ignores the end of its input and SIGTERM",
    vice: "E13 polite but stubborn",
    limits: BRIEF,
    expect: {
      also: (capture) => {
        answered(capture);
        expect(stateful(capture)?.process?.ended_by).toBe("sigkill");
      },
    },
  },
  {
    id: "E14",
    handshakeOnly: true,
    what: "leaves a process of its group behind that ignores SIGTERM",
    vice: "E14 forks",
    limits: BRIEF,
    expect: {
      also: (capture) => {
        answered(capture);
        expect(stateful(capture)?.process?.survivors).toBe(1);
      },
    },
  },
  {
    id: "E14 exits",
    what: "exits and leaves a process behind that holds its stdout",
    vice: "E14 forks and exits",
    limits: BRIEF,
    expect: { outcome: "unreachable", trouble: { kind: "unexpected-exit" } },
  },
  {
    id: "E16",
    what: "spins and hears nothing",
    vice: "E16 spins",
    limits: { ...BRIEF, startMs: 500, exchangeMs: 500 },
    expect: {
      outcome: "unreachable",
      trouble: { kind: "timed-out" },
      also: (capture) => expect(endedBy(capture)).toContain("sigkill"),
    },
  },
  {
    id: "E23",
    what: "closes its stdout and lives on",
    vice: "E23 closes stdout",
    expect: { outcome: "unreachable", trouble: { kind: "closed" }, also: noAnswer },
  },
  {
    id: "E23 stdin",
    what: "closes its stdin and lives on",
    vice: "E23 closes stdin",
    limits: { ...BRIEF, startMs: 500, exchangeMs: 500 },
    expect: { outcome: "unreachable", also: noAnswer },
  },
  {
    id: "E24",
    handshakeOnly: true,
    what: "asks us thousands of things",
    vice: "E24 asks",
    limits: { serverRequests: 20 },
    expect: {
      also: (capture) => {
        answered(capture);
        const answers = capture.exchanges.filter(({ step }) => step === "answer");
        const perConversation = answers.filter(({ conversation }) => conversation === stateful(capture)?.id);
        expect(perConversation).toHaveLength(20);
        for (const { request } of perConversation) expect(request).toMatchObject({ error: { code: -32601 } });
      },
    },
  },
  {
    id: "G04",
    what: "thousands of answers nobody asked for",
    vice: "G04 unsolicited",
    limits: { ...BRIEF, messages: 300 },
    expect: { trouble: { kind: "limit-exceeded", limit: "messages" }, also: noAnswer },
  },
  {
    id: "G04 order",
    what: "answers in the wrong order",
    vice: "G04 out of order",
    expect: {
      outcome: "complete",
      also: (capture) => {
        for (const { request, response } of capture.exchanges) {
          const ids = [request, response].map((message) => (message as { id?: unknown } | undefined)?.id);
          if (response !== undefined) expect(ids[1]).toBe(ids[0]);
        }
      },
    },
  },
  {
    id: "G06 same",
    what: "a list that always gives the same cursor",
    vice: "G06 same cursor",
    expect: { outcome: "complete", also: (capture) => expect(pages(capture)).toBeLessThanOrEqual(3) },
  },
  {
    id: "G06 fresh",
    what: "a list that never ends",
    vice: "G06 fresh cursor",
    limits: { pages: 6 },
    expect: { outcome: "complete", also: (capture) => expect(pages(capture)).toBe(6) },
  },
  {
    id: "G06 long",
    what: "cursors of a megabyte, each of which we send back",
    vice: "G06 long cursor",
    limits: { captureBytes: 4_194_304 },
    expect: { trouble: { kind: "limit-exceeded", limit: "captureBytes" } },
  },
  {
    id: "G11",
    what: "notifications without end during the handshake",
    vice: "G11 notifies",
    limits: { ...BRIEF, messages: 400 },
    expect: { trouble: { kind: "limit-exceeded", limit: "messages" }, also: noAnswer },
  },
  {
    id: "G13",
    what: "progress for ever and no result",
    vice: "G13 progress",
    limits: { startMs: 700, exchangeMs: 500 },
    expect: { trouble: { kind: "timed-out" }, also: noAnswer },
  },
  {
    id: "G14",
    what: "a ping every millisecond",
    vice: "G14 pings",
    limits: { serverRequests: 10 },
    expect: {
      outcome: "complete",
      also: (capture) => {
        answered(capture);
        const answers = capture.exchanges.filter(
          ({ step, conversation }) => step === "answer" && conversation === stateful(capture)?.id,
        );
        expect(answers.length).toBeLessThanOrEqual(10);
      },
    },
  },
];

/** How often the first reading of the list asked for a page. */
const pages = (capture: Capture): number => {
  const own = capture.exchanges.filter(({ conversation }) => conversation === stateful(capture)?.id);
  return own.filter(({ step }) => /^tools\/list(-page-\d+)?$/.test(step ?? "")).length;
};
