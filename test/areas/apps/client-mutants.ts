import { EVERYWHERE, type MutantClient, mutant } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("apps-without-types", ["C-UI-001"], EVERYWHERE).does({
    capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } },
  }),
];
