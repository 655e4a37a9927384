import { describe, expect, test } from "vitest";
import { member } from "../../../src/base/json.ts";
import { compareRevisions, LATEST_STATEFUL, STATEFUL_REVISIONS } from "../../../src/protocol/revision.ts";
import { CHANGING_TOOLS, expectHarmless, expectHealthy, recordHttp } from "./recorded-run.ts";

describe.each(STATEFUL_REVISIONS)("a Streamable HTTP server of %s", (revision) => {
  const since = (first: string): boolean => compareRevisions(revision, first) >= 0;

  test.each([false, true])("answers the whole plan (event streams: %s)", async (sse) => {
    // A server of both eras must be as good in this one.
    const era = sse && revision === LATEST_STATEFUL ? "dual" : "stateful";
    const { run, server } = await recordHttp({ era, sse }, revision);
    expectHealthy(run, revision);
    expectHarmless(run);
    const started = server.log.entries.flatMap((entry) => (entry.kind === "tool" ? [entry.name] : []));
    for (const name of CHANGING_TOOLS) expect(started).not.toContain(name);

    // Sessions.
    expect(run.status("sessions/session-missing")).toBe(400);
    expect(run.status("sessions/session-missing-get")).toBe(400);
    expect(run.status("sessions/session-unknown")).toBe(404);
    expect(run.status("sessions/session-ended-delete")).toBe(204);
    expect(run.status("sessions/session-ended-ping")).toBe(404);
    expect(run.status("sessions/session-ended-get")).toBe(404);
    expect(run.status("sessions/session-ended-delete-again")).toBe(404);
    expect(run.status("sessions/session-renewed")).toBe(200);

    // Origins.
    expect(run.status("origins/foreign-origin-post")).toBe(403);
    expect(run.status("origins/foreign-origin-null")).toBe(403);
    expect(run.status("origins/foreign-origin-get")).toBe(403);
    expect(run.status("origins/foreign-origin-delete-delete")).toBe(403);
    expect(run.status("origins/own-origin-post")).toBe(200);

    // The version header, where the revision has it.
    if (since("2025-06-18")) {
      expect(run.status("version-header/version-unknown")).toBe(400);
      expect(run.status("version-header/version-senseless-list")).toBe(400);
      expect(run.status("version-header/version-missing-list")).toBe(200);
    } else {
      expect(run.capture.conversations?.map(({ id }) => id)).not.toContain("version-header");
    }

    // Batches.
    if (revision === "2025-03-26") {
      expect(run.exchange("malformed/batch").response).toHaveLength(2);
      const mixed = run.exchange("malformed/batch-mixed").response;
      const ids = Array.isArray(mixed) ? mixed.map((message) => member(message, "id")) : [];
      expect(ids).toEqual(expect.arrayContaining(["g", "u"]));
      expect(run.status("malformed/batch-notifications")).toBe(202);
      expect(run.result("batch-initialize/batch-initialize-plain")).toBeDefined();
    } else {
      expect(run.status("malformed/batch-refused")).toBe(400);
    }

    // The session's own stream was open throughout, and no response came on it.
    const stream = run.exchange("stateful/open-stream");
    expect(stream.http?.stream).toBeDefined();
    expect((stream.meanwhile ?? []).filter(({ message }) => member(message, "method") === undefined)).toEqual([]);

    // A call whose stream was cut goes on. Before 2025-03-26 tools carry no annotations, so none may be called.
    if (sse && since("2025-03-26")) {
      const call = run.exchange("resumption/resume-call");
      expect(call.response).toBeUndefined();
      const rest = run.exchange("resumption/resume-call-get").meanwhile ?? [];
      expect(rest.map(({ message }) => member(message, "id"))).toContain(member(call.request, "id"));
    }
  });
});
