import type { DiscoveryFailure, DiscoveryProblem } from "./failure.ts";

/** Why nobody is signed in. */
export type LoginProblem =
  | DiscoveryProblem
  | "server-unreachable" // the MCP server itself did not answer
  | "no-resource-metadata" // no document says who issues tokens
  | "unknown-issuer" // --authorization-server names none that the resource names
  | "no-pkce" // the authorization server does not say that it knows S256
  | "no-client" // no client identity was given, and none may be registered
  | "unsupported" // the authorization server does not offer what was asked for
  | "registration-refused"
  | "no-listener" // the port of the redirect is taken
  | "no-answer" // the browser never came back
  | "state-mismatch"
  | "issuer-mismatch"
  | "denied" // the authorization server sent the browser back with an error
  | "bad-answer" // a response that is no OAuth response
  | "refused" // the token endpoint answered with an OAuth error
  | "interrupted";

export interface LoginFailure {
  readonly problem: LoginProblem;
  /** One line: what is wrong, where, what to do. It may quote a server. */
  readonly line: string;
  /** What else was tried, a line each. */
  readonly further?: readonly string[];
}

/** Thrown inside the flow, so that its steps read one after the other; the flow itself returns a failure. */
export class LoginStop extends Error {
  override readonly name = "LoginStop";
  readonly failure: LoginFailure;

  constructor(problem: LoginProblem, line: string, further: readonly string[] = []) {
    super(line);
    this.failure = { problem, line, ...(further.length > 0 ? { further } : {}) };
  }
}

/** The failure that says most, with the others below it. */
export const stopFor = (problem: LoginProblem, line: string, failures: readonly DiscoveryFailure[]): LoginStop =>
  new LoginStop(
    problem,
    line,
    failures.map((failure) => failure.line),
  );
