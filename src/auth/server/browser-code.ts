import { stepName } from "../../protocol/questions/question.ts";
import { startDeadline } from "../../wire/deadline.ts";
import { deferred } from "../../wire/deferred.ts";
import type { Asking } from "./asking.ts";
import { authorizationAddress, makeProof, type Proof } from "./authorization-address.ts";

/** What a user signs in with, and where the answer is brought back to. */
export interface Browser {
  /** The redirect URI at which this machine listens. */
  readonly callback: string;
  /** Shows or opens the address. */
  open(address: string): void;
  /** Called with every address that a browser brings to the callback. */
  onCallback(listener: (address: URL) => void): void;
  readonly waitMs: number;
}

/** Waits for a user to sign in. Undefined: nobody came back in time, or with an error. */
export const awaitCode = async (
  asking: Asking,
  browser: Browser,
): Promise<{ readonly code: string; readonly proof: Proof } | undefined> => {
  const proof = makeProof();
  asking.secrets.add(proof.verifier);
  const address = authorizationAddress(asking, proof);
  if (!address) return undefined;
  const { promise, resolve } = deferred<URL | undefined>();
  const state = address.searchParams.get("state");
  // Whatever else comes to the port is not the answer to this request.
  browser.onCallback((url) => {
    if (url.searchParams.get("state") === state) resolve(url);
  });
  const { signal } = asking.http.context;
  const onAbort = (): void => resolve(undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  const deadline = startDeadline(browser.waitMs, onAbort);
  browser.open(address.href);
  const back = await promise;
  deadline.cancel();
  signal.removeEventListener("abort", onAbort);
  if (!back) return undefined;
  const draft = asking.http.note(stepName("code-exchange", "callback"), back);
  draft.endMs = asking.http.context.now();
  const code = back.searchParams.get("code");
  if (code === null) return undefined;
  asking.secrets.add(code);
  return { code, proof };
};
