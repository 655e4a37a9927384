// What a client knows: its lists, what came of its last step, what it keeps.

import type { Json, JsonObject } from "../../../src/base/json.ts";

export type Kind = "tools" | "resources" | "templates" | "prompts";

export interface StepOutcome {
  readonly outcome: "result" | "error";
  readonly value: Json;
}

export class ClientMemory {
  last: StepOutcome = { outcome: "result", value: null };
  readonly lists = new Map<Kind, readonly JsonObject[]>();
  readonly kept = new Map<string, { readonly answer: JsonObject; readonly untilMs: number }>();
  /** The requests of open subscriptions, by what they are for. */
  readonly subscriptions = new Map<string, Json>();

  /** A list that changed is not known any more, nor what was kept of it. */
  forget(method: string): void {
    const kind = ({ tools: "tools", resources: "resources", prompts: "prompts" } as const)[method.split("/")[1] ?? ""];
    if (kind !== undefined && method.endsWith("list_changed")) this.lists.delete(kind);
    for (const key of [...this.kept.keys()])
      if (key.startsWith(`${method.split("/")[1] ?? ""}/`)) this.kept.delete(key);
  }
}
