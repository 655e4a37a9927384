import { EVERYWHERE, type MutantClient } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "apps-without-types",
    fails: ["C-UI-001"],
    contexts: EVERYWHERE,
    vice: { capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } } },
  },
];
