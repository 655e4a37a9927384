import { expect, test } from "vitest";
import { member } from "../../../src/base/json.ts";
import { expectHarmless, expectHealthy, recordHttp } from "./recorded-run.ts";

test("an HTTP+SSE server of 2024-11-05 answers the whole plan", async () => {
  const { run } = await recordHttp({ era: "http+sse" }, "2024-11-05");
  expect(run.capture.transport).toBe("http+sse");
  expectHealthy(run, "2024-11-05");
  expectHarmless(run);

  expect(run.status("origins/foreign-origin")).toBe(403);
  expect(run.status("origins/null-origin")).toBe(403);
  expect(run.status("origins/own-origin")).toBe(200);
  expect(run.status("origins/foreign-origin-post")).toBe(403);
  expect(run.errorCode("silence/before-initialize-list")).toBeDefined();
  expect(run.result("silence/before-initialize-ping")).toEqual({});

  const ids = run.capture.conversations?.map(({ id }) => id) ?? [];
  for (const only of ["sessions", "resumption", "http-methods", "abrupt-close"]) expect(ids).not.toContain(only);

  // Two clients used the same ids, and each got its own answers.
  for (const client of ["client-one", "client-two"]) {
    const list = run.exchange(`${client}/same-ids-1-list`);
    expect(member(list.response, "id")).toBe("same-1-b");
    expect(member(member(list.response, "result"), "tools")).toBeDefined();
  }
});
