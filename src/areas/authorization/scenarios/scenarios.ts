import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { AUTH_DISCOVERY } from "./discovery.ts";
import { AUTH_EXTENSIONS } from "./extensions.ts";
import { AUTH_FLOW } from "./flow.ts";
import { AUTH_TOKENS } from "./tokens.ts";

/** On stdio credentials come from the environment: where one is missing, there is nobody to sign in at. */
const ON_STDIO: Scenario = {
  name: "stdio-credentials",
  face: "dual",
  transport: "stdio",
  beside: true,
  reactions: [
    {
      on: { method: "tools/call", time: 1 },
      actions: [
        {
          do: "error",
          error: {
            code: -32603,
            message: "Unauthorized: the environment holds no API key",
            data: { status: 401, resource_metadata: "$canary/.well-known/oauth-protected-resource" },
          },
        },
      ],
    },
  ],
  plan: [
    { op: "connect" },
    { op: "list", what: "tools" },
    { op: "call", name: "add", arguments: { a: 2, b: 3 } },
    { op: "wait", ms: 300 },
    { op: "call", name: "add", arguments: { a: 2, b: 3 } },
    { op: "close" },
  ],
  instructions: ["Call the tool add. It fails; call it once more."],
};

/** Everything about signing in. */
export const AUTH_SCENARIOS: readonly Scenario[] = [
  ...AUTH_DISCOVERY,
  ...AUTH_FLOW,
  ...AUTH_TOKENS,
  ...AUTH_EXTENSIONS,
  ON_STDIO,
];
