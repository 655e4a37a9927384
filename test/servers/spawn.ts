// How a test starts an example server as a process of its own.

import { fileURLToPath } from "node:url";
import type { Revision } from "./revisions.ts";
import type { Feature, OptionalExtension } from "./server-core.ts";

export interface StdioServerArguments {
  era: "stateful" | "stateless" | "dual";
  revisions?: readonly Revision[];
  without?: readonly Feature[];
  offers?: readonly OptionalExtension[];
  mutant?: string;
  nearMiss?: string;
  slowMs?: number;
  clientRequestTimeoutMs?: number;
}

// The entries are bundled before the tests start: node 20 does not read TypeScript.
const BUNDLES = fileURLToPath(new URL("../../.cache/test-servers/", import.meta.url));

export function stdioServerCommand(options: StdioServerArguments): { command: string; args: string[] } {
  const { era, revisions, without, offers, mutant, nearMiss, slowMs, clientRequestTimeoutMs } = options;
  return {
    command: process.execPath,
    args: [
      `${BUNDLES}stdio-main.js`,
      "--era",
      era,
      ...(revisions === undefined ? [] : ["--revisions", revisions.join(",")]),
      ...(without === undefined ? [] : ["--without", without.join(",")]),
      ...(offers === undefined ? [] : ["--offers", offers.join(",")]),
      ...(mutant === undefined ? [] : ["--mutant", mutant]),
      ...(nearMiss === undefined ? [] : ["--near-miss", nearMiss]),
      ...(slowMs === undefined ? [] : ["--slow-ms", String(slowMs)]),
      ...(clientRequestTimeoutMs === undefined ? [] : ["--client-timeout-ms", String(clientRequestTimeoutMs)]),
    ],
  };
}
