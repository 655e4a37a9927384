// What a test needs to talk to a server without the command line: a run, targets, talks. Everything opened here is
// closed when the test is over.

import { onTestFinished } from "vitest";
import type { Header } from "../../src/base/header.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture, ConversationRecord, Exchange, TransportName, Unsolicited } from "../../src/capture/capture.ts";
import type { HttpTarget, StdioTarget, Target } from "../../src/capture/target.ts";
import { ActiveWork, Clients } from "../../src/probe/concurrency.ts";
import { Health } from "../../src/probe/health.ts";
import { Pace } from "../../src/probe/pace.ts";
import { Recorder } from "../../src/probe/recorder.ts";
import type { RunContext } from "../../src/probe/run-context.ts";
import { StatefulTalk } from "../../src/probe/talk/stateful-talk.ts";
import { StatelessTalk } from "../../src/probe/talk/stateless-talk.ts";
import { type AnyConversation, openConversation, Talk } from "../../src/probe/talk/talk.ts";
import { Throttle } from "../../src/probe/throttle.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/wire/limits.ts";
import { type StdioServerArguments, stdioServerCommand } from "../servers/spawn.ts";

export const CLIENT = { name: "mcptest-test", version: "0.0.0" };

export interface Run {
  readonly context: RunContext;
  abort(): void;
  /** What a capture would hold now. */
  snapshot(): Pick<Capture, "conversations" | "exchanges" | "unsolicited">;
  /** The first exchange of this step. */
  step(step: string): Exchange;
  conversation(id: string): ConversationRecord;
  unsolicited(): readonly Unsolicited[];
}

export const openRun = (target: Target, limits: Partial<Limits> = {}): Run => {
  const began = performance.now();
  const now = (): number => Math.round((performance.now() - began) * 10) / 10;
  const ending = new AbortController();
  const recorder = new Recorder(now);
  const context: RunContext = {
    target,
    limits: { ...DEFAULT_LIMITS, ...limits },
    recorder,
    health: new Health(ending.signal),
    throttle: new Throttle(),
    pace: new Pace(),
    work: new ActiveWork(),
    slowTools: new Set(),
    waitsForTools: true,
    tokens: new Set(),
    clients: new Clients(),
    tools: "read-only",
    now,
    wallClock: Date.now,
    signal: ending.signal,
    client: CLIENT,
    baseEnv: BASE_ENV,
    concurrency: 2,
    followRedirects: false,
  };
  const found = <T>(entry: T | undefined, what: string): T => {
    if (entry === undefined) throw new Error(`the capture holds no ${what}`);
    return entry;
  };
  return {
    context,
    abort: () => ending.abort("aborted"),
    snapshot: () => recorder.snapshot(),
    step: (step) =>
      found(
        recorder.snapshot().exchanges.find((exchange) => exchange.step === step),
        `step ${step}`,
      ),
    conversation: (id) => found(recorder.conversation(id), `conversation ${id}`),
    unsolicited: () => recorder.snapshot().unsolicited ?? [],
  };
};

/** Enough for a child to find its programs. */
export const BASE_ENV: Readonly<Record<string, string>> = { PATH: process.env["PATH"] ?? "" };

export const httpTarget = (url: string, headers: readonly Header[] = []): HttpTarget => ({
  kind: "http",
  url,
  headers,
  origin: "user",
});

export const stdioTarget = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StdioTarget => ({ kind: "stdio", command, args, env });

/** An example server as a child process. */
export const exampleTarget = (options: StdioServerArguments): StdioTarget => {
  const { command, args } = stdioServerCommand(options);
  return stdioTarget(command, args);
};

interface TalkOptions {
  readonly transport?: TransportName;
  readonly id?: string;
}

const open = (run: Run, { transport, id = "c" }: TalkOptions): AnyConversation =>
  openConversation(
    run.context,
    run.context.target,
    transport ?? (run.context.target.kind === "stdio" ? "stdio" : "streamable-http"),
    id,
    "a test",
  );

export const statefulTalk = (
  run: Run,
  options: TalkOptions & { readonly revision?: Revision; readonly capabilities?: JsonObject } = {},
): StatefulTalk => {
  const talk = new StatefulTalk(run.context, open(run, options), {
    revision: options.revision ?? "2025-11-25",
    ...(options.capabilities ? { capabilities: options.capabilities } : {}),
  });
  onTestFinished(() => talk.close());
  return talk;
};

export const statelessTalk = (
  run: Run,
  options: TalkOptions & { readonly revision?: Revision } = {},
): StatelessTalk => {
  const talk = new StatelessTalk(run.context, open(run, options), options.revision ?? "2026-07-28");
  onTestFinished(() => talk.close());
  return talk;
};

/** A talk that dresses nothing: what is sent is what was given. */
export const bareTalk = (run: Run, options: TalkOptions = {}): Talk => {
  const { conversation } = open(run, options);
  onTestFinished(() => conversation.close());
  return new Talk(conversation, { revision: "2025-11-25", params: (_method, params) => params, headers: () => [] });
};

/** Resolves with the first message for which `wanted` holds; hand `onMessage` to the request. */
export const watchFor = <M extends { readonly message?: unknown }>(
  wanted: (message: M) => boolean,
): { readonly seen: Promise<M>; onMessage(message: M): undefined } => {
  let tell: (message: M) => void = () => {};
  const seen = new Promise<M>((resolve) => {
    tell = resolve;
  });
  return {
    seen,
    onMessage: (message) => {
      if (wanted(message)) tell(message);
      return undefined;
    },
  };
};
