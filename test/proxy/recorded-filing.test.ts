// Which exchange of a recording a message is filed under, and what counts as late.

import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { Redactor } from "../../src/capture/redact.ts";
import { newExchange, RecordedFiling } from "../../src/probe/proxy/recorded-exchange.ts";
import { Recording } from "../../src/probe/proxy/recording.ts";

const open = () => {
  const lines: { exchange: string; response?: Json; meanwhile?: { late?: true }[]; trouble?: Json }[] = [];
  const redactor = new Redactor({ values: [], headers: [] }, [], new Uint8Array(32));
  const recording = new Recording({
    append: (line) => void lines.push(JSON.parse(line)),
    redactor,
    now: () => 0,
    onFailure: (error) => {
      throw error;
    },
  });
  const filing = new RecordedFiling(recording, () => {});
  const ask = (name: string, ...ids: number[]): void => {
    const requests = ids.map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const request = requests.length === 1 ? (requests[0] ?? null) : requests;
    filing.add(newExchange(name, "stdio", 0, request), request);
  };
  const hear = (id: number): boolean => filing.file({ seq: 1, at_ms: 1, message: { jsonrpc: "2.0", id, result: {} } });
  return { lines, filing, ask, hear };
};

test("a reused id means its newest request, also for the answer that comes second", () => {
  const { lines, filing, ask, hear } = open();
  ask("old", 1);
  ask("new", 1);
  expect([hear(1), hear(1)]).toEqual([true, true]);
  expect(lines).toMatchObject([
    { exchange: "new", response: { id: 1 } },
    { exchange: "new", meanwhile: [{ late: true }] },
  ]);
  filing.failAll({ kind: "closed", detail: "over" });
  expect(lines).toHaveLength(2);
});

test("a repeated answer is late only once the whole batch is answered", () => {
  const { lines, ask, hear } = open();
  ask("batch", 1, 2);
  for (const id of [1, 1, 2, 1]) hear(id);
  expect(lines.map(({ meanwhile }) => meanwhile?.map(({ late }) => late))).toEqual([
    undefined,
    [undefined],
    undefined,
    [true],
  ]);
  expect(lines[2]?.response).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test("an id that nobody asked with belongs to no exchange", () => {
  const { lines, hear } = open();
  expect(hear(7)).toBe(false);
  expect(lines).toEqual([]);
});
