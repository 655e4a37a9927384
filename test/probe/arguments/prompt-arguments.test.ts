import { describe, expect, it } from "vitest";
import { promptArguments } from "../../../src/probe/arguments/prompt-arguments.ts";

const prompt = {
  name: "review",
  arguments: [
    { name: "city", required: true },
    { name: "style", required: false },
    { name: "url" },
    { name: "__proto__", required: true },
    { required: true },
    "junk",
  ],
};

describe("prompt arguments", () => {
  it("are the required ones, as strings", () => {
    expect(JSON.stringify(promptArguments(prompt))).toBe('{"city":"Paris","__proto__":"example"}');
  });

  it("are none for a prompt without any", () => {
    expect(promptArguments({ name: "plain" })).toEqual({});
    expect(promptArguments({ arguments: {} })).toEqual({});
    expect(promptArguments(undefined)).toEqual({});
  });
});
