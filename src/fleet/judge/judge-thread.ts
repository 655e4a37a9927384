// The thread that judge-place.ts starts: a packed capture comes in, what is stored about it goes out, one after the other.

import { parentPort } from "node:worker_threads";
import { answerFor } from "./answer-for.ts";

parentPort?.on("message", async (packed: Uint8Array) => {
  parentPort?.postMessage(await answerFor(packed));
});
