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
  open(address: URL): void;
  /** What a browser brought to the callback; never settles if nobody comes. */
  readonly answer: Promise<URLSearchParams>;
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
  const { promise: end, resolve } = deferred<undefined>();
  const { signal } = asking.http.context;
  const onEnd = (): void => resolve(undefined);
  signal.addEventListener("abort", onEnd, { once: true });
  const deadline = startDeadline(browser.waitMs, onEnd);
  browser.open(address);
  const back = await Promise.race([browser.answer, end]);
  deadline.cancel();
  signal.removeEventListener("abort", onEnd);
  // What belongs to another request is not the answer to this one.
  if (!back || back.get("state") !== address.searchParams.get("state")) return undefined;
  const code = back.get("code");
  if (code !== null) asking.secrets.add(code);
  const draft = asking.http.note(stepName("code-exchange", "callback"), new URL(`${browser.callback}?${back}`));
  draft.endMs = asking.http.context.now();
  if (code === null) return undefined;
  return { code, proof };
};
