// The thread in which a server's regular expressions run: it holds nothing that matters, so it can be killed at any time.

import { parentPort } from "node:worker_threads";
import type { Json } from "../../../base/json.ts";
import { evaluateInstance } from "./evaluate.ts";
import { type PreparedSchema, prepareSchema } from "./prepare-schema.ts";
import { walkSchema } from "./walk-schema.ts";
import type { WorkerJob, WorkerMessage } from "./worker-protocol.ts";

const port = parentPort;
const post = (message: WorkerMessage): void => port?.postMessage(message);

/** The last one is kept: many values are often held against the same schema. */
let last: { readonly key: string; readonly prepared: PreparedSchema } | undefined;

const prepare = ({ schema, dialect, limits }: WorkerJob): PreparedSchema | null => {
  const key = `${dialect} ${schema}`;
  if (last?.key === key) return last.prepared;
  const walked = walkSchema(JSON.parse(schema) as Json, dialect, limits);
  if (walked === null) return null;
  last = { key, prepared: prepareSchema(walked) };
  return last.prepared;
};

port?.on("message", async (job: WorkerJob) => {
  const prepared = prepare(job);
  const done =
    prepared === null
      ? { evaluation: { not_evaluated: "unsupported dialect" as const }, steps: 0 }
      : await evaluateInstance(prepared, job.dialect, JSON.parse(job.instance) as Json, job.budget);
  post({ kind: "done", ...done });
});

// The interpreter is loaded before the first job, so that loading it is no part of that job's time.
void import("@cfworker/json-schema").then(() => post({ kind: "ready" }));
