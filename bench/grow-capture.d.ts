import type { Capture } from "../src/capture/capture.ts";

/** Each makes of a recorded session one with about `count` exchanges, messages or tools. */
export const SHAPES: Readonly<Record<string, (capture: Capture, count: number) => Capture>>;
