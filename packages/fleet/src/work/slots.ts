/**
 * How many targets are asked at once. One that has been silent for a while is only waited for, which costs nothing: it gives its
 * place to another, so that servers that hang do not slow the others down.
 */
export interface Slots {
  /** How many more may be begun. */
  free(): number;
  running(): number;
  /** Takes a place until `leave` is called. */
  enter(): Slot;
}

export interface Slot {
  /** The target said something. */
  stir(): void;
  /** Nothing more is waited for: what follows is our own work, which is not to pile up. */
  settle(): void;
  leave(): void;
}

const SILENT_MS = 4_000;
/** So many may be waited for beside those that talk. */
const WAITING_FACTOR = 5;

export const openSlots = (places: number, now: () => number = () => performance.now()): Slots => {
  const entered = new Map<symbol, number>();
  const talking = (): number => [...entered.values()].filter((at) => now() - at < SILENT_MS).length;
  return {
    free: () => Math.max(0, Math.min(places - talking(), places * WAITING_FACTOR - entered.size)),
    running: () => entered.size,
    enter: () => {
      const key = Symbol("place");
      entered.set(key, now());
      return {
        stir: () => {
          if (entered.has(key)) entered.set(key, now());
        },
        settle: () => {
          if (entered.has(key)) entered.set(key, Number.POSITIVE_INFINITY);
        },
        leave: () => void entered.delete(key),
      };
    },
  };
};
