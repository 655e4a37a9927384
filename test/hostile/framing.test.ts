import { describe, expect, test } from "vitest";
import { FRAMING_CASES, HEADER_CASES, SLOW_CASES } from "./cases/framing.ts";
import { runHttpCase } from "./run-http-case.ts";
import { onRequest } from "./servers/http.ts";
import { politeResponse } from "./servers/polite.ts";

describe.each([
  ["slow servers", SLOW_CASES],
  ["broken framing", FRAMING_CASES],
  ["odd headers", HEADER_CASES],
])("%s", (_area, cases) => {
  test.each(cases)("$id: $what", async (row) => void (await runHttpCase(row)));
});
