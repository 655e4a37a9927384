// The process that judge-place.ts starts: as judge-thread.ts, over the channel to the process that started it.

import { compileLate } from "../engine-flags.ts";
import { answerFor } from "./answer-for.ts";

compileLate();
process.on("message", async (packed: Uint8Array) => {
  process.send?.(await answerFor(packed));
});
