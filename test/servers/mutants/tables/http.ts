import type { Mutant } from "../mutant.ts";

export const HTTP_MUTANTS: readonly Mutant[] = [
  {
    id: "origin-ignored",
    vice: "Serves requests from any origin.",
    hooks: { skip: ["origin"] },
    fails: [],
  },
  {
    id: "sse-without-data-field",
    vice: "Leaves the field name data out of its server-sent events.",
    hooks: { sseEvent: (text) => text.replaceAll("data: ", "") },
    options: { sse: true },
    fails: [],
  },
];
