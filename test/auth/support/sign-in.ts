// Signing in without the command line.

import type { HttpTarget } from "../../../src/capture/target.ts";
import type { SignInRequest } from "../../../src/features/auth/sign-in.ts";
import { comeBack, signInByForms } from "./browser.ts";

export const targetAt = (url: string): HttpTarget => ({ kind: "http", url, headers: [], origin: "user" });

export const refuse = (): Promise<boolean> => Promise.resolve(false);

/** A request whose browser signs in by itself. */
export const requestWith = (change: Partial<SignInRequest> = {}): SignInRequest => ({
  way: "browser",
  client: {},
  waitMs: 20_000,
  allowPrivate: false,
  run: { client: { name: "mcptest-test", version: "0.0.0" } },
  mayRegister: refuse,
  tell: () => {},
  show: (address) => void signInByForms(address.href).then(comeBack),
  ...change,
});
