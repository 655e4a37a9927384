import { randomBytes } from "node:crypto";
import type { Capture } from "../../capture/capture.ts";
import { redactCapture } from "../../capture/redact.ts";
import { secretsOf } from "../../capture/secrets.ts";
import type { HttpTarget, SignedIn } from "../../capture/target.ts";
import { captureTarget, targetLabel } from "../../probe/captured-target.ts";

export interface FlowAbout {
  readonly startedAt: string;
  readonly tool: { readonly name: string; readonly version: string };
}

/** A sign-in alone, as a capture: nothing was asked of the server but who may come in. */
export const captureFlow = (target: HttpTarget, signedIn: SignedIn, { startedAt, tool }: FlowAbout): Capture => {
  const { conversations, exchanges } = signedIn;
  const answered = exchanges.some(({ http }) => http?.status !== undefined);
  const flow: Omit<Capture, "redaction"> = {
    format: "mcptest-capture/1",
    server_label: targetLabel(target),
    server_capabilities: null,
    tool,
    started_at: startedAt,
    target: captureTarget(target),
    transport: "streamable-http",
    conversations,
    exchanges,
    outcome: answered ? "auth-required" : "unreachable",
  };
  return redactCapture(flow, secretsOf({ ...target, signedIn }, {}), randomBytes(32));
};
