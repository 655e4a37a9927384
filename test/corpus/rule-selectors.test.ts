// The words of --only and --skip.

import { expect, test } from "vitest";
import { isChosen, narrowed, readSelectors } from "../../src/judge/corpus/rule-selectors.ts";
import { embeddedTexts } from "../../src/judge/corpus-files/embedded.ts";

const read = (...typed: string[]) => readSelectors(typed, embeddedTexts());

test("ids, their first part and sections, in any case, each once", () => {
  expect(read("tool-2", "TOOL002", "Tool", "Client-Features", "ping")).toEqual({
    words: ["TOOL-002", "TOOL", "client-features", "PING"],
  });
});

test("what is none of these is refused in one line that names the nearest", () => {
  expect(read("TOOL-02x")).toEqual({
    problem: expect.stringMatching(/^"TOOL-02x" is neither a rule nor a section; did you mean TOOL-/),
  });
  expect(read("resource")).toEqual({ problem: expect.stringContaining("did you mean resources") });
  expect(read("zzzzzzzz")).toEqual({ problem: expect.stringContaining("mcptest compliance rules lists the rules") });
});

test("a rule that is not checked says why", () => {
  expect(read("PROTO-010")).toEqual({ problem: expect.stringMatching(/^PROTO-010 was withdrawn: The sentence/) });
  expect(read("PROTO-045")).toEqual({ problem: expect.stringMatching(/^PROTO-045 is not checked: It concerns/) });
});

test("a section and ids of the same name are both meant", () => {
  const asked = { only: ["auth"] };
  expect(isChosen(asked, { id: "AUTH-001", section: "auth" })).toBe(true);
  expect(isChosen(asked, { id: "SEC-001", section: "auth" })).toBe(true);
  expect(isChosen(asked, { id: "SEC-001", section: "security" })).toBe(false);
});

test("who judges less of a part gets what both name", () => {
  const rules = (): readonly { id: string; section: "tools" | "prompts" }[] => [
    { id: "TOOL-001", section: "tools" },
    { id: "TOOL-002", section: "tools" },
    { id: "PROMPT-001", section: "prompts" },
  ];
  expect(narrowed(undefined, {}, rules)).toBeUndefined();
  expect(narrowed({ quick: true }, {}, rules)).toEqual({ quick: true });
  expect(narrowed({ quick: true }, { only: ["TOOL"] }, rules)).toEqual({ quick: true, only: ["TOOL"] });
  expect(narrowed({ only: ["tools"] }, { only: ["TOOL-002", "PROMPT"] }, rules)).toEqual({ only: ["TOOL-002"] });
  expect(narrowed({ skip: ["TOOL"] }, { skip: ["PROMPT"] }, rules)).toEqual({ skip: ["TOOL", "PROMPT"] });
});
