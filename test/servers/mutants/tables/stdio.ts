import type { Mutant } from "../mutant.ts";

export const STDIO_MUTANTS: readonly Mutant[] = [
  {
    id: "stdout-banner",
    vice: "Writes a banner on stdout before its first message.",
    hooks: { stdoutStart: () => "Example server 1.0 ready\n" },
    fails: [],
  },
];
