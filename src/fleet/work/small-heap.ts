import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collect garbage when the heap has grown by a third, not when it has doubled or more: a worker is busy for hours, and what it
 * needs at once is a quarter of what V8 would let it grow to. Costs a few per cent of its time. V8 reckons from the last collection, and
 * would make the first one late, so that one is made here.
 */
export const keepHeapSmall = (): void => {
  setFlagsFromString("--heap-growing-percent=30");
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
};
