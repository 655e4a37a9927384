import { describe, test } from "vitest";
import { FRAMING_CASES, SLOW_CASES } from "./cases/framing.ts";
import { HEADER_CASES } from "./cases/headers.ts";
import { runHttpCase } from "./run-http-case.ts";

describe.each([
  ["slow servers", SLOW_CASES],
  ["broken framing", FRAMING_CASES],
  ["odd headers", HEADER_CASES],
])("Bounded: %s", (_area, cases) => {
  test.each(cases)("$id: $what", async (row) => void (await runHttpCase(row)));
});
