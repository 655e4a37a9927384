import { describe, expect, it } from "vitest";
import { createFinder } from "../../src/capture/find-secrets.ts";
import { textOf, withEntries, withMembers } from "../../src/capture/unchanged.ts";

const shout = (entry: unknown): unknown => (entry === "quiet" ? "LOUD" : entry);

describe("what is copied", () => {
  it("is a list in which an entry changes, and no other", () => {
    const list = ["a", { b: 1 }];
    expect(withEntries(list, shout)).toBe(list);
    expect(withEntries(["a", "quiet", "b"], shout)).toEqual(["a", "LOUD", "b"]);
  });

  it("is an object in which a member changes, with its members in their order", () => {
    const object = { a: "b", c: undefined };
    expect(withMembers(object, (_, value) => shout(value))).toBe(object);
    const copy = withMembers({ z: 1, a: "quiet", m: undefined }, (_, value) => shout(value));
    expect(Object.entries(copy)).toEqual([
      ["z", 1],
      ["a", "LOUD"],
      ["m", undefined],
    ]);
  });

  it("keeps a member called __proto__ one", () => {
    const object = JSON.parse('{"__proto__":{"x":1},"a":"quiet"}') as object;
    expect(JSON.stringify(withMembers(object, (_, value) => shout(value)))).toBe('{"__proto__":{"x":1},"a":"LOUD"}');
  });
});

describe("a look through a whole message", () => {
  const { mayBeIn } = createFinder(["s3cret/value"]);
  const mayHold = (value: unknown): boolean => mayBeIn(textOf(value));

  it("sees a secret in a text, in a name, and however it is spelled", () => {
    expect(mayHold({ a: [{ b: "before s3cret/value behind" }] })).toBe(true);
    expect(mayHold({ "s3cret/value": 1 })).toBe(true);
    expect(mayHold(["s3cret%2Fvalue"])).toBe(true);
    expect(mayHold(["s3cret\\/value"])).toBe(true);
    expect(mayHold([Buffer.from("x s3cret/value x").toString("base64")])).toBe(true);
  });

  it("is not misled by two texts that would be one together, nor by signs of a spelling alone", () => {
    expect(mayHold(["s3cret/", "value"])).toBe(false);
    expect(mayHold({ a: "100 % \\ & +", b: [1, true, null] })).toBe(false);
  });

  it("finds nothing where there is nothing to look for", () => {
    expect(createFinder([]).mayBeIn("s3cret/value")).toBe(false);
  });
});
