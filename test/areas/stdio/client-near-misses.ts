import { type InnocentClient, MODERN_STDIO, STDIO } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "tries-again-without-a-credential",
    near: ["C-AUTH-002"],
    contexts: [...STDIO, ...MODERN_STDIO],
    scenario: "stdio-credentials",
    vice: { repeatsAfter: { code: -32603, times: 1 } },
  },
  {
    name: "spaces-after-colons",
    near: ["C-STDIO-001", "C-STDIO-002"],
    contexts: [...STDIO, ...MODERN_STDIO],
    vice: { text: (text) => text.replaceAll('":', '": ') },
  },
  {
    name: "reads-by-lines",
    near: ["C-STDIO-003"],
    contexts: [...STDIO, ...MODERN_STDIO],
    scenario: "pieces",
    vice: { capabilities: {} },
  },
  {
    name: "starts-again-a-few-times",
    near: ["C-STDIO-008", "C-STDIO-009"],
    contexts: MODERN_STDIO,
    scenario: ["process-ends", "process-ends-at-rest"],
    vice: { restarts: 2 },
  },
];
