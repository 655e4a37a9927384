import { expect, test } from "vitest";
import { ClosingConversations, closingFor } from "../../src/probe/concurrency.ts";
import { deferred } from "../../src/wire/deferred.ts";

test("the next may begin while others are leaving, until enough of them are", async () => {
  const closing = new ClosingConversations(1);
  const [first, second] = [deferred(), deferred()];
  await closing.begin(() => first.promise);
  let mayBegin = false;
  const begun = closing
    .begin(() => second.promise)
    .then(() => {
      mayBegin = true;
    });
  await new Promise((resolve) => setImmediate(resolve));
  expect(mayBegin).toBe(false);
  second.resolve();
  await begun;
  let over = false;
  const end = closing.end().then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  first.resolve();
  await end;
});

test("over HTTP each is waited for", async () => {
  const closing = closingFor({ target: { kind: "http" }, concurrency: 4 });
  const { promise, resolve } = deferred();
  let mayBegin = false;
  const begun = closing
    .begin(() => promise)
    .then(() => {
      mayBegin = true;
    });
  await new Promise((done) => setImmediate(done));
  expect(mayBegin).toBe(false);
  resolve();
  await begun;
});

test("a bug of ours is not lost", async () => {
  const closing = new ClosingConversations(1);
  await closing.begin(() => Promise.reject(new Error("ours")));
  await expect(closing.end()).rejects.toThrow("ours");
});
