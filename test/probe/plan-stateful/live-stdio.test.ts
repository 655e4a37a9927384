import { describe, expect, test } from "vitest";
import { member } from "../../../src/base/json.ts";
import { compareRevisions, LATEST_STATEFUL, STATEFUL_REVISIONS } from "../../../src/protocol/revision.ts";
import { expectHarmless, expectHealthy, recordStdio } from "./recorded-run.ts";

describe.each(STATEFUL_REVISIONS)("a stdio server of %s", (revision) => {
  test("answers the whole plan", async () => {
    // A server of both eras must be as good in this one.
    const era = revision === LATEST_STATEFUL ? "dual" : "stateful";
    const run = await recordStdio({ era }, revision);
    expectHealthy(run, revision);
    expectHarmless(run);

    // Before the handshake.
    expect(run.errorCode("silence/before-initialize-list")).toBeDefined();
    expect(run.result("silence/before-initialize-ping")).toEqual({});
    expect(run.result("silence/before-initialize-handshake")).toBeDefined();
    expect(run.result("early/strange-initialize-ping")).toEqual({});
    expect(run.result("early/withheld-initialized-ping")).toEqual({});

    // Versions nobody speaks are answered with one that somebody does.
    for (const odd of ["old-version", "future-version"]) {
      expect(member(run.result(`${odd}/odd-version`), "protocolVersion")).toBe("2025-11-25");
    }
    expect(run.errorCode("empty-initialize/empty-initialize")).toBe(-32602);

    // Malformed input, and the server survives it.
    expect(run.result("malformed/parse-error-control")).toEqual({});
    expect(run.errorCode("malformed/not-json-rpc-no-jsonrpc")).toBe(-32600);
    expect(run.result("malformed/twin-ids-integer")).toEqual({});
    if (revision === "2025-03-26") expect(run.exchange("malformed/batch").response).toHaveLength(2);

    // Framing and the end of the process.
    expect(run.result("stateful/split-write-tail")).toEqual({});
    expect(run.result("stateful/joint-write-second")).toEqual({});
    for (const ended of ["stateful", "half-line"]) {
      expect(run.conversation(ended).process).toMatchObject({ ended_by: "stdin-close", exit_code: 0 });
    }

    // Tools declare that they only read from 2025-03-26 on.
    const declares = compareRevisions(revision, "2025-03-26") >= 0;
    expect(run.calledTools().has("catalogue_info")).toBe(declares);
    if (declares) {
      const asked = run.capture.exchanges
        .filter(({ step }) => step === "answer")
        .map(({ conversation }) => conversation);
      expect(asked).toContain("client-features");
      expect(asked).not.toContain("stateful");
    }
  });

  test("is started four times, and asked nothing twice in one process", async () => {
    const { capture } = await recordStdio({ era: "stateful" }, revision);
    const started = capture.conversations?.filter((one) => one.shares_process_with === undefined) ?? [];
    expect(started.map(({ id }) => id).sort()).toEqual(["early", "silence", "stateful", "stateless"]);
    const processOf = new Map(capture.conversations?.map((one) => [one.id, one.shares_process_with ?? one.id]));
    const ids = capture.exchanges
      .filter(({ request, step }) => member(request, "method") !== undefined && !/^(twin|duplicate)/.test(step ?? ""))
      .flatMap(({ conversation, request }) => {
        const id = member(request, "id");
        return typeof id === "number" && id > 100 ? [`${processOf.get(conversation ?? "")} ${id}`] : [];
      });
    expect(ids.length).toBeGreaterThan(50);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("that shakes hands once for each process is started for each conversation", async () => {
    const run = await recordStdio({ era: "stateful", nearMiss: "one-handshake" }, revision);
    expectHealthy(run, revision);
    const shared = run.capture.conversations?.filter((one) => one.shares_process_with !== undefined) ?? [];
    expect(shared.map(({ id }) => id)).toEqual(["second-handshake"]);
  });

  test("is not asked for what it does not offer", async () => {
    const without = ["tools", "resources", "prompts", "completions", "logging", "subscribe"] as const;
    const run = await recordStdio({ era: "stateful", without: [...without] }, revision);
    expectHealthy(run, revision);
    for (const absent of ["tools/list-absent", "prompts/list-absent", "set-level-absent", "subscribe-absent"]) {
      expect(run.errorCode(`stateful/${absent}`)).toBe(-32601);
    }
    expect(run.skipped()).toEqual(expect.arrayContaining(["stateful/tools/list", "stateful/read", "stateful/call"]));
  });
});
