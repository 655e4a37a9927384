import { randomBytes } from "node:crypto";
import { defined } from "../../../base/defined.ts";
import type { AuthorizationSession, Capture, Outcome } from "../../../capture/capture.ts";
import { redactCapture } from "../../../capture/redact.ts";
import { secretsOf } from "../../../capture/secrets.ts";
import type { HttpTarget } from "../../../capture/target.ts";
import { captureTarget } from "../../../probe/captured-target.ts";
import { openAuthHttp } from "../../../probe/oauth/auth-http.ts";
import type { DiscoveryFailure } from "../../../probe/oauth/failure.ts";
import { openRun, type RunRequest } from "../../../probe/open-run.ts";
import type { RunContext } from "../../../probe/run-context.ts";
import type { Revision } from "../../../protocol/revision.ts";
import { askAuthorizationServer, type ServerChoices } from "./ask-authorization-server.ts";
import { CONVERSATION } from "./asking.ts";
import { findIssuer } from "./find-issuer.ts";

export interface AuthorizationRequest extends Omit<RunRequest, "tools" | "plan" | "part"> {
  /** By whose rules the session is judged unless another revision is named. */
  readonly revision: Revision;
  /** The address letter by letter: an issuer is compared so. */
  readonly typed: string;
  readonly choices: ServerChoices;
  /** Told before anything is asked of an issuer; `server` is the MCP server that named it. */
  readonly onIssuer?: (issuer: string, server?: string) => void;
}

export interface RecordedAuthorization {
  readonly capture: Capture;
  /** Why there is no metadata to go by, place by place; empty where there is. */
  readonly failures: readonly DiscoveryFailure[];
  /** Clients that were registered and could not be deleted. */
  readonly remaining: readonly string[];
}

/** Asks an authorization server what it may be asked, and returns what was said, secrets replaced. */
export const recordAuthorization = async (
  target: HttpTarget,
  request: AuthorizationRequest,
): Promise<RecordedAuthorization> => {
  const started_at = new Date().toISOString();
  const run = openRun(target, request);
  const { context } = run;
  const http = openAuthHttp(context, target, CONVERSATION);
  context.recorder.updateConversation(CONVERSATION.id, { probes: request.revision });
  const secrets = new Set<string>();
  try {
    const found = await findIssuer(http, request.typed, request.onIssuer ?? (() => {}));
    const { resource = found.resource, scope = found.scopes } = request.choices;
    const asked = found.metadata
      ? await askAuthorizationServer(
          http,
          { ...found, metadata: found.metadata },
          { ...request.choices, resource, scope },
          secrets,
        )
      : undefined;
    const session: AuthorizationSession = defined({
      issuer: found.issuer,
      server: found.server,
      resource,
      client: asked?.client,
      token: asked?.token,
    });
    http.close();
    const told = { ...describe(context, target, request.revision), started_at, authorization: session };
    const base = secretsOf(target, {});
    const hidden = { ...base, values: [...base.values, ...[...secrets].filter((value) => value.length >= 8)] };
    const capture = redactCapture(
      { ...told, ...context.recorder.snapshot(), outcome: outcomeOf(context) },
      hidden,
      randomBytes(32),
    );
    return { capture, failures: found.metadata ? [] : found.failures, remaining: asked?.remaining ?? [] };
  } finally {
    http.close();
    run.end();
  }
};

const describe = (context: RunContext, target: HttpTarget, revision: Revision): Omit<Capture, "exchanges"> => ({
  format: "mcptest-capture/1",
  server_label: target.url,
  server_capabilities: null,
  tool: context.client,
  target: captureTarget(target),
  transport: "streamable-http",
  revisions: { probed: revision, asked: [] },
  limits: context.limits,
});

const outcomeOf = ({ signal, recorder }: RunContext): Outcome => {
  if (signal.aborted) return signal.reason === "run-timed-out" ? "run-timed-out" : "aborted";
  return recorder.anyAnswer ? "complete" : "unreachable";
};
