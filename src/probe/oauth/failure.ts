import type { Trouble } from "../../wire/trouble.ts";
import type { AuthAnswer } from "./auth-http.ts";

/** What can be wrong with a document, or with the way to it. */
export type DiscoveryProblem =
  | "unreachable" // no response came
  | "forbidden-address" // the address is private, and nobody allowed that
  | "not-https" // an address outside this machine or network without TLS
  | "redirected" // to another origin, or too often
  | "not-found" // any other status than 200
  | "not-json" // something else than a JSON object
  | "other-resource" // resource metadata about something else
  | "no-issuer" // resource metadata without an authorization server
  | "bad-address" // what should be an address is none, or holds user info
  | "other-issuer" // the document says that it is about another issuer
  | "incomplete"; // a required member is missing or of another type

/** One place that was tried and why it gave nothing. */
export interface DiscoveryFailure {
  readonly problem: DiscoveryProblem;
  /** One line: what is wrong and where. It may quote the server, so it is printed through the terminal's escape function. */
  readonly line: string;
  /** The exchange that shows it. */
  readonly exchange?: string;
  /** How the document spells the issuer, where nothing but a slash at the end differs. */
  readonly spelling?: string;
}

export type DiscoveryResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failures: readonly DiscoveryFailure[] };

export const failed = (problem: DiscoveryProblem, line: string, answer?: AuthAnswer): DiscoveryFailure => ({
  problem,
  line,
  ...(answer ? { exchange: answer.exchange } : {}),
});

/** Where several places were tried, the one that says most: a place with nothing there says least. */
export const mainFailure = (failures: readonly DiscoveryFailure[]): DiscoveryFailure | undefined =>
  failures.find(({ problem }) => problem !== "not-found") ?? failures[0];

export const fromTrouble = (trouble: Trouble, answer: AuthAnswer): DiscoveryFailure =>
  trouble.kind === "forbidden-address"
    ? failed(
        "forbidden-address",
        `${answer.url.origin} is a loopback or private address; allow it with --allow-private if you trust it`,
        answer,
      )
    : failed("unreachable", `${answer.url.href}: ${trouble.detail}`, answer);
