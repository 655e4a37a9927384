import { EVERYWHERE, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "apps-without-types",
    fails: ["C-UI-001"],
    contexts: EVERYWHERE,
    vice: { capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } } },
  },
];
