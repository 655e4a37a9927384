import { memoryOfGroups } from "mcptest/internal";

const EVERY_MS = 500;

/** Aborts when what was started takes more memory than it may. A worker starts one command at a time, so all of it is that one's. */
export const watchMemory = (most: number): { readonly signal: AbortSignal; end(): void } => {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (memoryOfGroups() > most) controller.abort();
  }, EVERY_MS);
  return { signal: controller.signal, end: () => clearInterval(timer) };
};
