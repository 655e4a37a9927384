import { GATES, type Gate } from "./gate.ts";

export type ParsedGates<G extends Gate> = { readonly gates: readonly G[] } | { readonly problem: string };

/** Reads `must,tools`; a problem says what is wrong and what may stand there instead. */
export const parseGates = <G extends Gate = Gate>(
  text: string,
  allowed: readonly G[] = GATES as readonly Gate[] as G[],
): ParsedGates<G> => {
  const gates: G[] = [];
  for (const typed of text.split(",").map((word) => word.trim())) {
    const found = allowed.find((gate) => gate === typed.toLowerCase());
    if (found === undefined)
      return { problem: `${JSON.stringify(typed)} is not a choice; use one of ${allowed.join(", ")}` };
    if (!gates.includes(found)) gates.push(found);
  }
  if (gates.length > 1 && gates.some((gate) => gate === "never"))
    return { problem: "never stands alone; leave it out, or name nothing else" };
  return { gates };
};
