import { Worker } from "node:worker_threads";
import { startOwnProcess } from "mcptest/internal";
import type { DerivedResult } from "./judge-capture.ts";

/** A capture as it is stored. */
export interface JudgeRequest {
  /** Of the question, not of the capture: two servers may have said the same. */
  readonly id: number;
  readonly packed: Uint8Array;
}

/** To the question of this id: whoever takes one for that of another gives a server the verdict of its neighbour. */
export type JudgeAnswer = { readonly id: number } & ({ readonly judged: DerivedResult } | { readonly error: string });

/** Where captures are judged, one after the other, beside the event loop of this process. */
export interface JudgePlace {
  judge(question: JudgeRequest): void;
  end(): Promise<void>;
}

export interface PlaceEvents {
  onAnswer(answer: JudgeAnswer): void;
  /** Nobody here ended it, and it judges no more. */
  onEnd(why: PlaceEnd): void;
}

export interface PlaceEnd {
  readonly message: string;
  /** Memory and time are what a capture took; of an end that is unknown it may be innocent. */
  readonly cause: "memory" | "time" | "unknown";
}

const OUT_OF_MEMORY: PlaceEnd = { message: "judging took too much memory", cause: "memory" };

export type StartPlace = (events: PlaceEvents) => JudgePlace;

/** In megabytes: for what stays, and for new objects, which are garbage soon: the more, the less time goes into collecting them. */
export interface PlaceMemory {
  readonly old: number;
  readonly young: number;
}

/** Shares the memory of this process, which is to stay small. */
export const inThread =
  ({ old, young }: PlaceMemory): StartPlace =>
  ({ onAnswer, onEnd }) => {
    const thread = new Worker(new URL("./judge-thread.cjs", import.meta.url), {
      env: {},
      execArgv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young },
    });
    thread.unref();
    thread.on("message", onAnswer);
    thread.on("error", (error: NodeJS.ErrnoException) =>
      onEnd(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? OUT_OF_MEMORY : { message: error.message, cause: "unknown" }),
    );
    thread.on("exit", () => onEnd({ message: "the judging thread ended", cause: "unknown" }));
    return {
      judge: (question) => thread.postMessage(question),
      end: async () => {
        await thread.terminate();
      },
    };
  };

/** By how many per cent the heap of a process may grow between two collections: thirty captures' garbage is a hundred megabytes. */
const GROWTH = 1_000;

/**
 * Where judging is all there is to do. V8 marks garbage on helper threads of its own, which cost nothing where cores are idle; here none is, and
 * they took a fifth of the processor time. Only a process can be started without them.
 */
export const inProcess =
  ({ old, young }: PlaceMemory): StartPlace =>
  ({ onAnswer, onEnd }) => {
    const own = startOwnProcess(
      new URL("./judge-process.cjs", import.meta.url),
      [
        "--single-threaded-gc",
        `--heap-growing-percent=${GROWTH}`,
        `--max-old-space-size=${old}`,
        `--min-semi-space-size=${young}`,
        `--max-semi-space-size=${young}`,
      ],
      {
        onMessage: (answer) => onAnswer(answer as JudgeAnswer),
        onEnd: ({ message, isAborted }) => onEnd(isAborted ? OUT_OF_MEMORY : { message, cause: "unknown" }),
      },
    );
    return { judge: (question) => own.send(question), end: own.kill };
  };
