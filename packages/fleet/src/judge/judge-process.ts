// The process that judge-place.ts starts: as judge-thread.ts, over the channel to the process that started it.

import { compileLate } from "../engine-flags.ts";
import { answerInTurn } from "./answer-in-turn.ts";

compileLate();
process.on(
  "message",
  answerInTurn((answer) => process.send?.(answer)),
);
