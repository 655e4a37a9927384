import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

interface Workflow {
  readonly permissions: object;
  readonly jobs: Record<string, { readonly permissions: object; readonly steps: { uses?: string; run?: string }[] }>;
}

test("the weekly refresh asks for few permissions, pins its actions, and fetches to a folder outside the clone", () => {
  const path = new URL("../../.github/workflows/refresh-corpus.yml", import.meta.url);
  const workflow = parse(readFileSync(path, "utf8")) as Workflow;
  expect(workflow.permissions).toEqual({});
  const { permissions, steps } = workflow.jobs["refresh"] ?? { permissions: {}, steps: [] };
  expect(permissions).toEqual({ contents: "write", "pull-requests": "write" });
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  const script = steps.map(({ run }) => run ?? "").join("\n");
  expect(script).toContain('conformance refresh --corpus-dir "$RUNNER_TEMP/');
  expect(script).toContain("npm run --silent corpus:diff -- --upstream");
  // Nothing of the event is put into a script: a name with quotes in it would be run.
  expect(script).not.toContain("${{");
});
