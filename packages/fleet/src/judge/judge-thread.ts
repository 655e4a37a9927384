// The thread that judge-place.ts starts: packed captures come in, what is stored about them goes out.

import { parentPort } from "node:worker_threads";
import { answerInTurn } from "./answer-in-turn.ts";

parentPort?.on(
  "message",
  answerInTurn((answer) => parentPort?.postMessage(answer)),
);
