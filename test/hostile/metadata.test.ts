import { describe, test } from "vitest";
import { AUTHORIZATION_CASES } from "./cases/authorization.ts";
import { METADATA_CASES } from "./cases/metadata.ts";
import { SCHEMA_CASES } from "./cases/schemas.ts";
import { runHttpCase } from "./run-http-case.ts";

describe("No code from a server: what it says of its tools, resources and prompts", () => {
  test.each(METADATA_CASES)("$id: $what", async (row) => void (await runHttpCase(row)));
});

describe("Schemas are data: a probe of tools that publish them", () => {
  test.each(SCHEMA_CASES)("$id: $what", { timeout: 60_000 }, async (row) => void (await runHttpCase(row)));
});

describe("No code from a server: challenges and the metadata they name", () => {
  test.each(AUTHORIZATION_CASES)("$id: $what", async (row) => void (await runHttpCase(row)));
});
