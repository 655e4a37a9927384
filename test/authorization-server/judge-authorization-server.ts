import type { ServerChoices } from "../../src/areas/authorization-server/steps/ask-authorization-server.ts";
import { recordAuthorization } from "../../src/areas/authorization-server/steps/record-authorization.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { ownCapture } from "../../src/capture/read.ts";
import { LATEST_STATELESS, type Revision } from "../../src/protocol/revision.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import type { Result } from "../../src/scores/result/result.ts";

export interface Asked {
  readonly choices?: Partial<ServerChoices>;
  readonly revision?: Revision;
  /** Whether clients may be registered; yes unless said otherwise. */
  readonly register?: boolean;
}

export interface JudgedServer {
  readonly capture: Capture;
  readonly result: Result;
  readonly failed: readonly string[];
  readonly remaining: readonly string[];
}

export const TOOL = { name: "mcptest", version: "0.0.0" };

/** Asks an authorization server as the command does, and judges the session as it is saved. */
export const judgeAuthorizationServer = async (
  address: string,
  { choices = {}, revision = LATEST_STATELESS, register = true }: Asked = {},
): Promise<JudgedServer> => {
  const { capture, remaining } = await recordAuthorization(
    { kind: "http", url: new URL(address).href, headers: [], origin: "user" },
    {
      client: TOOL,
      revision,
      typed: address,
      choices: { mayRegister: async () => register, documents: { port: 0 }, ...choices },
      metadata: { private: true },
    },
  );
  const saved = ownCapture(JSON.parse(JSON.stringify(capture)));
  const result = await makeResult(saved, { tool: TOOL });
  return { capture: saved, result, remaining, failed: failedIn(result) };
};

/** Rules that fail, warnings included. */
export const failedIn = ({ verdicts }: Result): readonly string[] =>
  verdicts.filter(({ state }) => state === "fail").map(({ id }) => id);

export const stateOf = ({ verdicts }: Result, rule: string): string | undefined =>
  verdicts.find(({ id }) => id === rule)?.state;
