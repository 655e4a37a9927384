import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * By how many per cent the heap of a thread may grow before its garbage is collected. V8 marks on threads of its own, which cost nothing
 * where cores are idle; a fleet leaves none idle, and then each collection takes time from the work.
 */
const GROWTH = {
  /** A worker is busy for hours in little memory: what it needs at once is a quarter of what V8 would let it grow to. */
  small: 40,
  /** Where judging is all there is to do. At V8's own choice marking takes a third of all processor time. */
  roomy: 500,
} as const;

/** V8 reckons from the last collection and would make the first one late, so that one is made here. */
export const setHeapGrowth = (kind: keyof typeof GROWTH): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH[kind]}`);
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
};
