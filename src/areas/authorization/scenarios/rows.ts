import type { ScenarioName } from "../../../capture/scenario-names.ts";
import type { Authorization } from "../../../probe/scenario/authorization.ts";
import { PLAIN_OFFER } from "../../../probe/scenario/plain-offer.ts";
import type { Scenario } from "../../../probe/scenario/scenario.ts";

/** Programs for the official suite call a tool of this name once they are signed in. */
const TEST_TOOL = { tool: { name: "test-tool", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } } };

/** A scenario with a protected server, which beside that is a plain one of both eras. */
export const signIn = (
  name: ScenarioName,
  official: string,
  authorization: Authorization,
  more: Partial<Scenario> = {},
): Scenario => ({
  name,
  face: "dual",
  transport: "http",
  official: `auth/${official}`,
  offers: { tools: [...PLAIN_OFFER.tools, TEST_TOOL] },
  authorization,
  ...more,
});

/** Uses a token more than once. */
export const TWICE: Pick<Scenario, "plan"> = {
  plan: [
    { op: "connect" },
    { op: "list", what: "tools" },
    { op: "call", name: "add", arguments: { a: 2, b: 3 } },
    { op: "list", what: "tools" },
    { op: "close" },
  ],
};
