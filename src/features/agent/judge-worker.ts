// The thread that judge-in-worker.ts starts: one capture, one answer.

import { parentPort, workerData } from "node:worker_threads";
import { type JudgeJob, judgeJob } from "./judge-job.ts";

void judgeJob(workerData as JudgeJob).then((verdict) => parentPort?.postMessage(verdict));
