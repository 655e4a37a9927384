import { Worker } from "node:worker_threads";
import type { Audit, StandardVersion } from "../model/discoverability.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../model/revision.ts";
import { type AgentCall, ToolRefusal } from "./agent-tool.ts";
import { type Judged, type JudgeJob, judgeJob } from "./judge-job.ts";

/** A session of the size we let a server have is judged in seconds; ample for a machine under load. */
const MOST_MS = 120_000;
const MOST_MEGABYTES = 1024;

export const judgeResult = async (
  capture: string,
  revision: Revision | undefined,
  call: AgentCall,
): Promise<Result> => {
  const judged = await judgeApart({ make: "result", capture, revision }, call);
  if (judged.made === "result") return judged.result;
  throw refusal(judged);
};

export const judgeAudit = async (capture: string, standard: StandardVersion, call: AgentCall): Promise<Audit> => {
  const judged = await judgeApart({ make: "audit", capture, standard }, call);
  if (judged.made === "audit") return judged.audit;
  throw refusal(judged);
};

const refusal = (judged: Judged): Error =>
  judged.made === "refusal"
    ? new ToolRefusal(judged.message)
    : new Error(`made ${judged.made}, which nobody asked for`);

/**
 * In a thread of its own: a server can send so much that judging it takes seconds, and the calls of others must not wait
 * for that. From source there is no JavaScript to start a thread from (Node 20 reads no TypeScript); it happens here then.
 */
const judgeApart = async (job: JudgeJob, { signal }: AgentCall): Promise<Judged> => {
  if (import.meta.url.endsWith(".ts")) return await judgeJob(job);
  if (signal.aborted) throw new ToolRefusal("cancelled");
  const thread = new Worker(new URL("./judge-worker.cjs", import.meta.url), {
    workerData: job,
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
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
    const timer = setTimeout(() => end(() => reject(new ToolRefusal(TOO_LARGE))), MOST_MS);
    signal.addEventListener("abort", cancelled, { once: true });
    thread.once("message", (judged: Judged) => end(() => resolve(judged)));
    thread.once("exit", () => end(() => reject(new Error("the thread that judges ended by itself"))));
    thread.once("error", (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ToolRefusal(TOO_LARGE) : error)),
    );
  });

const TOO_LARGE = "the session is too large to be judged here; use mcptest check on the command line";
