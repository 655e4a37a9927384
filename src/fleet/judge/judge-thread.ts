// The thread that judge-pool.ts starts: a packed capture comes in, what is stored about it goes out, one after the other.

import { parentPort } from "node:worker_threads";
import { judgePacked } from "./judge-capture.ts";

parentPort?.on("message", (packed: Uint8Array) => {
  judgePacked(packed).then(
    (judged) => parentPort?.postMessage({ judged }),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
