import { stepName } from "../../../protocol/question.ts";
import { startDeadline } from "../../../wire/deadline.ts";
import { deferred } from "../../../wire/deferred.ts";
import type { IssuerRun } from "./asking.ts";
import { authorizationAddress, type CodeVerifier, makeProof } from "./authorization-address.ts";

/** What a user signs in with, and where the answer is brought back to. */
export interface Browser {
  /** The redirect URI at which this machine listens. */
  readonly callback: string;
  /** Shows or opens the address. */
  open(address: URL): void;
  /** What a browser brought to the callback; never settles if nobody comes. */
  readonly answer: Promise<URLSearchParams>;
  readonly waitMs: number;
}

/** A code, or why there is none. */
export type BrowserCode = { readonly code: string; readonly proof: CodeVerifier } | { readonly reason: string };

/** Waits for a user to sign in. */
export const awaitCode = async (asking: IssuerRun, browser: Browser): Promise<BrowserCode> => {
  const proof = makeProof();
  asking.secrets.add(proof.verifier);
  const address = authorizationAddress(asking, proof);
  if (!address) return { reason: "the metadata has no authorization_endpoint" };
  const { promise: end, resolve } = deferred<undefined>();
  const { signal } = asking.http.context;
  const onEnd = (): void => resolve(undefined);
  signal.addEventListener("abort", onEnd, { once: true });
  const deadline = startDeadline(browser.waitMs, onEnd);
  browser.open(address);
  const back = await Promise.race([browser.answer, end]);
  deadline.cancel();
  signal.removeEventListener("abort", onEnd);
  if (!back) return { reason: "nobody signed in within the time" };
  // What belongs to another request is not the answer to this one.
  if (back.get("state") !== address.searchParams.get("state"))
    return { reason: "the browser came back with the answer to another request (its state is not ours)" };
  const code = back.get("code");
  if (code !== null) asking.secrets.add(code);
  const draft = asking.http.note(stepName("code-exchange", "callback"), new URL(`${browser.callback}?${back}`));
  draft.endMs = asking.http.context.now();
  if (code !== null) return { code, proof };
  return { reason: `the browser came back with the error ${back.get("error") ?? "that is not named"}, and no code` };
};
