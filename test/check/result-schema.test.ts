// Whatever is judged, the result meets its published schema.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { judgeServer } from "../rules/judge-server.ts";

const schema = JSON.parse(readFileSync(new URL("../../schemas/result.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
const tool = { name: "mcptest", version: "0.0.0" };

const expectValid = (value: unknown): void => {
  validate(JSON.parse(JSON.stringify(value)));
  expect(validate.errors).toBeNull();
};

test.each([undefined, "unknown-method-code"])("a live server (%s)", async (mutant) => {
  const { capture } = await judgeServer("http/2026-07-28", mutant);
  expectValid(await makeResult(capture, { tool }));
});

test("a session in which nothing was said, in every revision", async () => {
  for (const revision of ["2024-11-05", "2025-11-25", "2026-07-28", "draft"] as const)
    expectValid(await makeResult({ server_label: "x", server_capabilities: null, exchanges: [] }, { tool, revision }));
});
