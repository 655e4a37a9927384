import { type Json, member, stringMember } from "../../../src/model/json.ts";
import { MODERN_STDIO, type MutantClient, STDIO } from "../../clients/mutant-client.ts";

/** Asks wherever an error says that metadata is. */
const follows = (message: Json): boolean => {
  const url = stringMember(member(member(message, "error"), "data"), "resource_metadata");
  if (url !== undefined) void fetch(url).catch(() => {});
  return false;
};

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "signs-in-on-stdio",
    fails: ["C-AUTH-002"],
    contexts: [...STDIO, ...MODERN_STDIO],
    scenario: "stdio-credentials",
    vice: { stopsOn: follows },
  },
  {
    name: "talks-to-stdin",
    fails: ["C-STDIO-001"],
    contexts: [...STDIO, ...MODERN_STDIO],
    vice: { text: (text, message) => (member(message, "method") === "tools/list" ? `[debug] listing\n${text}` : text) },
  },

  {
    name: "indents-its-messages",
    fails: ["C-STDIO-001", "C-STDIO-002"],
    contexts: [...STDIO, ...MODERN_STDIO],
    vice: {
      text: (text, message) =>
        member(message, "method") === "prompts/list" ? JSON.stringify(JSON.parse(text), null, 2) : text,
    },
  },
  {
    name: "takes-pieces-for-messages",
    fails: ["C-STDIO-003"],
    contexts: [...STDIO, ...MODERN_STDIO],
    scenario: "pieces",
    vice: { takesPiecesForLines: true },
  },
  {
    name: "overlooks-the-end-of-the-process",
    fails: ["C-STDIO-008"],
    contexts: [...STDIO, ...MODERN_STDIO],
    scenario: "process-ends",
    vice: { overlooksEnd: true },
  },
  {
    name: "starts-again-for-ever",
    fails: ["C-STDIO-009"],
    contexts: MODERN_STDIO,
    scenario: "process-ends-at-rest",
    vice: { restarts: 9 },
  },
];
