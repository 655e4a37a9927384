import type { Capture } from "../capture/capture.ts";
import { type RenderOptions, render } from "./render.ts";
import { transcriptView } from "./views/capture/transcript.ts";

export type TranscriptOptions = Required<Pick<RenderOptions, "color" | "width">>;

/** A capture as people read it: who said what, one line per message, conversation by conversation. */
export const renderTranscript = (capture: Capture, options: TranscriptOptions): string =>
  render(transcriptView, capture, "pretty", options);
