import { Worker } from "node:worker_threads";
import type { Revision } from "../../protocol/revision.ts";
import type { Audit, StandardVersion } from "../../scores/discoverability/discoverability.ts";
import type { LockResult } from "../../scores/lock/lock.ts";
import type { Result } from "../../scores/result/result.ts";
import { type AgentCall, ToolRefusal } from "./agent-tool.ts";
import { type Judged, type JudgeJob, judgeJob } from "./judge-job.ts";

/** The largest session we record is judged in seconds; this is ample even for a busy machine. */
const MAX_MS = 120_000;
const MAX_MEGABYTES = 1024;

export const judgeResult = async (
  capture: string,
  revision: Revision | undefined,
  call: AgentCall,
): Promise<Result> => {
  const judged = await judgeInWorker({ make: "result", capture, revision }, call);
  if (judged.made === "result") return judged.result;
  throw refusal(judged);
};

export const judgeAudit = async (capture: string, standard: StandardVersion, call: AgentCall): Promise<Audit> => {
  const judged = await judgeInWorker({ make: "audit", capture, standard }, call);
  if (judged.made === "audit") return judged.audit;
  throw refusal(judged);
};

export const compareSurfaces = async (before: string, after: string, call: AgentCall): Promise<LockResult> => {
  const judged = await judgeInWorker({ make: "comparison", before, after }, call);
  if (judged.made === "comparison") return judged.comparison;
  throw refusal(judged);
};

const refusal = (judged: Judged): Error =>
  judged.made === "refusal"
    ? new ToolRefusal(judged.message)
    : new Error(`the worker made ${judged.made}, which was not asked for`);

/**
 * Judges in a worker thread: a server can send so much that judging takes seconds, and other calls must not wait for
 * that. When run from source there is no JavaScript file for a worker (Node 20 reads no TypeScript), so it runs here.
 */
const judgeInWorker = async (job: JudgeJob, { signal }: AgentCall): Promise<Judged> => {
  if (import.meta.url.endsWith(".ts")) return await judgeJob(job);
  if (signal.aborted) throw new ToolRefusal("cancelled");
  const thread = new Worker(new URL("./judge-worker.cjs", import.meta.url), {
    workerData: job,
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  try {
    return await answerOf(thread, signal);
  } finally {
    await thread.terminate();
  }
};

const answerOf = (thread: Worker, signal: AbortSignal): Promise<Judged> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancelled);
      settle();
    };
    const cancelled = (): void => end(() => reject(new ToolRefusal("cancelled")));
    const timer = setTimeout(() => end(() => reject(new ToolRefusal(TOO_LARGE))), MAX_MS);
    signal.addEventListener("abort", cancelled, { once: true });
    thread.once("message", (judged: Judged) => end(() => resolve(judged)));
    thread.once("exit", () => end(() => reject(new Error("the judging worker ended without an answer"))));
    thread.once("error", (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ToolRefusal(TOO_LARGE) : error)),
    );
  });

const TOO_LARGE = "the session is too large to judge here; run mcptest check on the command line";
