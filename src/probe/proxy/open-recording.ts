import { randomBytes } from "node:crypto";
import type { Capture } from "../../capture/capture.ts";
import { Redactor } from "../../capture/redact.ts";
import { secretsOf } from "../../capture/secrets.ts";
import type { Target } from "../../capture/target.ts";
import type { Limits } from "../../wire/limits.ts";
import { captureTarget, targetLabel } from "../captured-target.ts";
import { Recording, toLine } from "./recording.ts";

export interface ProxyRecordingRequest {
  readonly tool: { readonly name: string; readonly version: string };
  readonly limits: Limits;
  /** What the child inherits and may hold secrets. */
  readonly inheritedEnv: Readonly<Record<string, string>>;
  /** Creates the file with its first line and takes the others. Undefined: it could not be had, and the reason was told. */
  readonly create: (header: string) => ((line: string) => void) | undefined;
  readonly onFailure: (error: unknown) => void;
}

/** Starts the recording of a session that others have with the target. */
export const openRecording = (target: Target, request: ProxyRecordingRequest): Recording => {
  const began = performance.now();
  const redactor = new Redactor(secretsOf(target, request.inheritedEnv), [], randomBytes(32));
  const header: Omit<Capture, "exchanges"> = {
    format: "mcptest-capture/1",
    server_label: targetLabel(target),
    server_capabilities: null,
    tool: request.tool,
    started_at: new Date().toISOString(),
    target: captureTarget(target),
    transport: target.kind === "http" ? "streamable-http" : "stdio",
    limits: request.limits,
    redaction: { scheme: "hmac-sha256/12", replaced: 0 },
  };
  const append = request.create(toLine("header", header, redactor));
  const recording = new Recording({
    append: append ?? (() => {}),
    redactor,
    now: () => Math.round((performance.now() - began) * 10) / 10,
    onFailure: request.onFailure,
  });
  if (!append) recording.giveUp();
  return recording;
};
