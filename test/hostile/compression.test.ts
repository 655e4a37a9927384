import { test } from "vitest";
import { COMPRESSION_CASES } from "./cases/compression.ts";
import { runHttpCase } from "./run-http-case.ts";

test.each(COMPRESSION_CASES)("Bounded: $id, $what", async (row) => void (await runHttpCase(row)));
