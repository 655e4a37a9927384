// What a probe writes to a child is what the child reads, byte for byte.

import { expect, test } from "vitest";
import { type Json, member } from "../../src/base/json.ts";
import type { Talk } from "../../src/probe/talk/talk.ts";
import { bareTalk, openRun, type Run, stdioTarget } from "./context.ts";

/** Answers every whole line and, at the end of its input, writes on stderr what it has read, in hex. */
const RECORDER = `
let all = Buffer.alloc(0), seen = 0;
process.stdin.on("data", (chunk) => {
  all = Buffer.concat([all, chunk]);
  for (let end = all.indexOf(10, seen); end >= 0; end = all.indexOf(10, seen)) {
    const line = all.subarray(seen, end).toString("utf8");
    seen = end + 1;
    let message;
    try { message = JSON.parse(line); } catch { message = { id: null }; }
    if (message.id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { line } }) + "\\n");
  }
});
process.stdin.on("end", () => process.stderr.write(all.toString("hex")));
`;

const start = (): { readonly run: Run; readonly talk: Talk; readonly received: () => Promise<string> } => {
  const run = openRun(stdioTarget(process.execPath, ["-e", RECORDER]));
  const talk = bareTalk(run);
  return {
    run,
    talk,
    /** Ends the conversation and tells what the child has read. */
    received: async () => {
      await talk.conversation.close();
      return Buffer.from(run.conversation("c").process?.stderr?.data ?? "", "hex").toString("utf8");
    },
  };
};

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
const ping = (id: Json): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

test("bytes go out without a newline of ours, and the rest of the line may follow", async () => {
  const { run, talk, received } = start();
  const whole = `${ping(1)}\n`;
  const [begin, end] = [whole.slice(0, 12), whole.slice(12)];
  const begun = talk.send({
    step: "begin",
    message: JSON.parse(ping(1)) as Json,
    bytes: bytes(begin),
    expect: "response",
  });
  await talk.send({ step: "end", bytes: bytes(end), expect: "nothing" }).done;
  expect((await begun.done).response).toMatchObject({ id: 1, result: { line: ping(1) } });
  expect(await received()).toBe(whole);
  expect(run.step("begin")).toMatchObject({
    request: { id: 1, method: "ping" },
    request_raw: { encoding: "utf8", data: begin },
  });
  expect(run.step("end").request_raw).toEqual({ encoding: "utf8", data: end });
  expect(run.step("end").request).toBeUndefined();
});

test("two messages may go out in one write", async () => {
  const { run, talk, received } = start();
  const both = `${ping("a")}\n${ping("b")}\n`;
  const draft = await talk.send({
    step: "both",
    message: [JSON.parse(ping("a")) as Json, JSON.parse(ping("b")) as Json],
    bytes: bytes(both),
    expect: "response",
  }).done;
  expect((draft.response as Json[]).map((one) => member(one, "id"))).toEqual(["a", "b"]);
  expect(await received()).toBe(both);
  expect(run.step("both").request_raw).toEqual({ encoding: "utf8", data: both });
});

test("answers to bytes that name no message belong to nobody", async () => {
  const { run, talk, received } = start();
  const both = `${ping("a")}\n${ping("b")}\n`;
  await talk.send({ step: "both", bytes: bytes(both), expect: "nothing" }).done;
  await talk.request("ping").done;
  expect(run.unsolicited().map(({ message }) => member(message, "id"))).toEqual(["a", "b"]);
  expect(await received()).toBe(`${both}${ping(1)}\n`);
});

test("half a line and then the end of input", async () => {
  const { run, talk, received } = start();
  const half = '{"jsonrpc":"2.0","id":1,"met';
  await talk.send({ step: "half", deliberate: true, bytes: bytes(half), expect: "nothing" }).done;
  expect(await received()).toBe(half);
  expect(run.step("half")).toMatchObject({ deliberate: true, request_raw: { encoding: "utf8", data: half } });
  expect(run.conversation("c").process).toMatchObject({ ended_by: "stdin-close", exit_code: 0 });
});

test.each([
  ["that is no JSON", "{oops}\n"],
  ["with a carriage return", "{}\r\n"],
  ["that is empty", "\n"],
])("a line %s is answered as the child sees fit", async (_what, line) => {
  const { run, talk, received } = start();
  await talk.send({ step: "odd", deliberate: true, bytes: bytes(line), expect: "nothing" }).done;
  await talk.request("ping").done;
  expect(await received()).toBe(`${line}${ping(1)}\n`);
  expect(run.step("odd").request_raw).toEqual({ encoding: "utf8", data: line });
});

test("bytes that are no UTF-8 are kept as base64", async () => {
  const { run, talk, received } = start();
  const odd = Buffer.from([0x22, 0xff, 0x22, 0x0a]);
  await talk.send({ step: "odd", bytes: odd, expect: "nothing" }).done;
  await received();
  expect(run.conversation("c").process?.stderr?.data).toBe(odd.toString("hex"));
  expect(run.step("odd").request_raw).toEqual({ encoding: "base64", data: odd.toString("base64") });
});

test("a notification nobody knows is one line and needs no answer", async () => {
  const { run, talk, received } = start();
  await talk.notify("notifications/made_up").done;
  expect(await received()).toBe('{"jsonrpc":"2.0","method":"notifications/made_up"}\n');
  expect(run.step("notifications/made_up")).not.toHaveProperty("trouble");
});

test("the same id used twice at once has two answers, in order", async () => {
  const { talk, received } = start();
  const drafts = await Promise.all(
    ["first", "second"].map((method) => talk.request(method, undefined, { id: 7, deliberate: true }).done),
  );
  expect(drafts.map(({ response }) => member(member(response, "result"), "line"))).toEqual(
    ["first", "second"].map((method) => JSON.stringify({ jsonrpc: "2.0", id: 7, method })),
  );
  await received();
});
