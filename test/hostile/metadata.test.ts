import { describe, test } from "vitest";
import { AUTHORIZATION_CASES } from "./cases/authorization.ts";
import { METADATA_CASES } from "./cases/metadata.ts";
import { SCHEMA_CASES } from "./cases/schemas.ts";
import { runHttpCase } from "./run-http-case.ts";

describe.each([
  ["what a server says of its tools", METADATA_CASES],
  ["schemas of tools", SCHEMA_CASES],
  ["challenges", AUTHORIZATION_CASES],
])("%s", (_area, cases) => {
  test.each(cases)("$id: $what", async (row) => void (await runHttpCase(row)));
});
