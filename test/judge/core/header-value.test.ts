import { expect, test } from "vitest";
import { headerValue } from "../../../src/facts/common/header-value.ts";

test("the first header of a name, whatever its case; asked twice it says the same", () => {
  const headers = [
    ["X-A", "1"],
    ["x-a", "2"],
    ["Content-Type", "text/plain"],
  ] as const;
  for (let round = 0; round < 2; round += 1) {
    expect(headerValue(headers, "x-a")).toBe("1");
    expect(headerValue(headers, "content-type")).toBe("text/plain");
    expect(headerValue(headers, "x-b")).toBeUndefined();
  }
  expect(headerValue(undefined, "x-a")).toBeUndefined();
});
