import { TASKS_EXTENSION } from "../../protocol/meta-keys.ts";

/** Everything a client of the revision can declare. */
export const ALL_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
} as const;

/** What every stateful revision lets a client declare. */
export const CLIENT_FEATURES = { roots: { listChanged: true }, sampling: {} } as const;

export const TASKS_DECLARED = { extensions: { [TASKS_EXTENSION]: {} } } as const;
