// What a result about a client looks like to programs.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { judgeConformance } from "../../src/scores/conformance/judge-conformance.ts";
import { judgeClientOf, recordClient } from "./judge-test-client.ts";

const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")) as object;

const CONTEXT = { transport: "stdio", version: "2025-11-25" } as const;

test("a result about a client is as the published schema says", async () => {
  const validate = new Ajv2020({ strict: false }).compile(schemaOf("result"));
  const result = await judgeClientOf("server-requests", CONTEXT, { answers: { ping: () => ({ status: "pong" }) } });
  expect(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors)).toBe(true);
  expect(result.conformance).toMatchObject({ target_version: "2025-11-25", must: { total: expect.any(Number) } });
  expect(result).toMatchObject({ role: "client", target: "small-client 1.0.0", revision: "2025-11-25" });
});

test("so are the capture and its conformance", async () => {
  const validate = new Ajv2020({ strict: false }).compile(schemaOf("capture"));
  const capture = await recordClient("client-features", CONTEXT, {});
  expect(validate(JSON.parse(JSON.stringify(capture))), JSON.stringify(validate.errors)).toBe(true);
  expect(capture.conversations).toMatchObject([{ scenario: "client-features" }]);
  const scored = await judgeConformance(capture, {
    role: "client",
    tool: { name: "mcptest", version: "0.0.0" },
    corpora: resolveConformance({}),
    mapping: await embeddedMapping(),
  });
  const conforms = new Ajv2020({ strict: false }).compile(schemaOf("conformance"));
  expect(conforms(JSON.parse(JSON.stringify(scored))), JSON.stringify(conforms.errors)).toBe(true);
  expect(scored).toMatchObject({ role: "client", target: "small-client 1.0.0", tier: "tier-1" });
});
