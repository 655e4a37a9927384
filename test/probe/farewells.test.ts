import { expect, test } from "vitest";
import { Farewells, farewellsOf } from "../../src/probe/farewells.ts";
import { deferred } from "../../src/wire/deferred.ts";

test("the next may begin while others are leaving, until enough of them are", async () => {
  const farewells = new Farewells(1);
  const [first, second] = [deferred(), deferred()];
  await farewells.begin(() => first.promise);
  let mayBegin = false;
  const begun = farewells
    .begin(() => second.promise)
    .then(() => {
      mayBegin = true;
    });
  await new Promise((resolve) => setImmediate(resolve));
  expect(mayBegin).toBe(false);
  second.resolve();
  await begun;
  let over = false;
  const end = farewells.end().then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  first.resolve();
  await end;
});

test("over HTTP each is waited for", async () => {
  const farewells = farewellsOf({ target: { kind: "http" }, concurrency: 4 });
  const { promise, resolve } = deferred();
  let mayBegin = false;
  const begun = farewells
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
  const farewells = new Farewells(1);
  await farewells.begin(() => Promise.reject(new Error("ours")));
  await expect(farewells.end()).rejects.toThrow("ours");
});
