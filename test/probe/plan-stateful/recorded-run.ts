// A whole run against an example server, and ways to look at what was recorded.

import { expect, onTestFinished } from "vitest";
import { probeTarget } from "../../../src/areas/probe-target.ts";
import { type Json, member, stringMember } from "../../../src/base/json.ts";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import type { Target } from "../../../src/capture/target.ts";
import type { Revision } from "../../../src/protocol/revision.ts";
import type { Limits } from "../../../src/wire/limits.ts";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "../../servers/http/http-server.ts";
import { type StdioServerArguments, stdioServerCommand } from "../../servers/spawn.ts";

/** Long enough to be cancelled, short enough to be waited for. */
const SLOW_MS = 400;

export class RecordedRun {
  readonly capture: Capture;

  constructor(capture: Capture) {
    this.capture = capture;
  }

  exchange(id: string): Exchange {
    const found = this.capture.exchanges.find((exchange) => exchange.id === id);
    if (!found) throw new Error(`the capture holds no exchange ${id}`);
    return found;
  }

  status(id: string): number | undefined {
    return this.exchange(id).http?.status;
  }

  errorCode(id: string): Json | undefined {
    return member(member(this.exchange(id).response, "error"), "code");
  }

  result(id: string): Json | undefined {
    return member(this.exchange(id).response, "result");
  }

  conversation(id: string) {
    const found = this.capture.conversations?.find((conversation) => conversation.id === id);
    if (!found) throw new Error(`the capture holds no conversation ${id}`);
    return found;
  }

  skipped(): string[] {
    return (this.capture.not_probed ?? []).map(({ conversation, step }) => `${conversation}/${step}`);
  }

  calledTools(): Set<string> {
    const calls = this.capture.exchanges.filter(({ request }) => stringMember(request, "method") === "tools/call");
    return new Set(calls.flatMap(({ request }) => stringMember(member(request, "params"), "name") ?? []));
  }
}

export const recordTarget = async (
  target: Target,
  revision: Revision,
  limits: Partial<Limits> = {},
): Promise<RecordedRun> =>
  new RecordedRun(
    await probeTarget(target, {
      client: { name: "mcptest-test", version: "0.0.0" },
      revision,
      limits,
      baseEnv: { PATH: process.env["PATH"] ?? "" },
    }),
  );

export const recordHttp = async (
  options: HttpServerOptions,
  revision: Revision,
): Promise<{ run: RecordedRun; server: RunningHttpServer }> => {
  const server = await startHttpServer({ slowMs: SLOW_MS, ...options });
  onTestFinished(() => server.close());
  const target: Target = { kind: "http", url: server.url, headers: [], origin: "user" };
  return { run: await recordTarget(target, revision), server };
};

export const recordStdio = (options: StdioServerArguments, revision: Revision): Promise<RecordedRun> => {
  const { command, args } = stdioServerCommand({ slowMs: SLOW_MS, ...options });
  return recordTarget({ kind: "stdio", command, args, env: {} }, revision);
};

/** Steps to which silence is a right answer: cancelled requests, and messages that are none. */
const SILENT = /^(cancel-race-\d+|cancel-in-flight-\d|not-json-rpc-.*|null-id|batch-refused|duplicate-id-first)$/;

/** What holds of every run against a server that does everything right. */
export const expectHealthy = ({ capture }: RecordedRun, revision: Revision): void => {
  expect(capture.outcome).toBe("complete");
  expect(capture.revisions?.probed).toBe(revision);
  const troubled = capture.exchanges.filter(
    ({ step, trouble }) => trouble && !(trouble.limit === "quietMs" && SILENT.test(step ?? "")),
  );
  // A cancelled call over HTTP ends with its stream, without a response.
  const unexpected = troubled.filter(
    ({ step, trouble }) => !(trouble?.kind === "closed" && /^(cancel-|close-in-flight)/.test(step ?? "")),
  );
  expect(unexpected.map(({ id, trouble }) => [id, trouble])).toEqual([]);
  expect(capture.conversations?.filter(({ trouble }) => trouble)).toEqual([]);
  const reasons = new Set((capture.not_probed ?? []).map(({ reason }) => reason));
  expect([...reasons].filter((reason) => reason !== "not-offered" && reason !== "unsafe-to-probe")).toEqual([]);
};

/** Tools of the example server that change something. */
export const CHANGING_TOOLS = ["publish_change", "reset_counter"];

export const expectHarmless = (recorded: RecordedRun): void => {
  const called = recorded.calledTools();
  for (const name of CHANGING_TOOLS) expect(called).not.toContain(name);
};
