import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * By how many per cent the heap of a thread may grow before its garbage is collected. A worker is busy for hours in little memory: what it needs at
 * once is a quarter of what V8 would let it grow to. Less than this, and V8's marking, which a fleet leaves no idle core for, takes time from the work.
 */
const GROWTH = 40;

/** V8 reckons from the last collection and would make the first one late, so that one is made here. */
export const keepHeapSmall = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
};

/**
 * Have V8 optimize only what has run long, in all threads of this process. Judging is thousands of short callbacks: V8 drops the optimized code of
 * a callback whenever garbage is collected while none of it is alive, and made it again and again, which took a quarter of the processor time. The flags are
 * those of Node 20; later versions have a compiler between the two, and would print that they do not know them.
 */
export const compileLate = (): void => {
  if (Number(process.versions.node.split(".")[0]) !== 20) return;
  setFlagsFromString("--interrupt-budget=400000");
  setFlagsFromString("--max-bytecode-size-for-early-opt=0");
};
