// How a client of both eras finds out which one a server speaks.

import type { ScenarioName } from "../../../capture/scenario-names.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { derivedAt, derivedFact, itemsFact } from "../../../judge/core/client/fact.ts";
import { isPost, responseHeader, sentSessionId } from "../../../judge/core/client/http.ts";
import { lastingRuns, type Run, speaksBoth } from "../../../judge/core/client/runs.ts";
import { errorCode, type Fact, type Item, type Message, type View } from "../../../judge/core/client/view.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";

/** What the first request of the stateless era came to. */
type Reception =
  | "result"
  | "modern-error"
  | "missing-method"
  | "bad-request"
  | "other-status"
  | "error"
  | "silence"
  | "exit";

const MODERN_ERRORS: readonly unknown[] = [-32020, -32021, -32022];

/** A client that has to sign in, or is asked to wait, has learned nothing about the era. */
const UNDECIDED: readonly number[] = [401, 403, 429];

const receptionOf = (sent: Message): Reception | undefined => {
  const { http, result, session } = sent;
  const code = errorCode(sent);
  if (result !== undefined) return "result";
  if (MODERN_ERRORS.includes(code)) return "modern-error";
  if (http) {
    const { status = 0 } = http;
    if (status === 404 && code === -32601) return "missing-method";
    if (status === 400) return "bad-request";
    return status > 400 && status < 500 && !UNDECIDED.includes(status) ? "other-status" : undefined;
  }
  if (code !== undefined) return "error";
  return session.scenario === "legacy-silence" ? "silence" : session.scenario === "legacy-exit" ? "exit" : undefined;
};

const isHandshake = ({ method }: Message): boolean => method === "initialize";

const isProbe = ({ session, method, id }: Message): boolean =>
  session.era === "stateless" && method !== undefined && id !== undefined;

interface Probe extends Item {
  readonly run: Run;
  readonly first: Message;
  /** The first initialize after it. */
  readonly handshake: Message | undefined;
}

/** The first request of every run that began in the stateless era, in this revision. */
const probesIn = (view: View): readonly Probe[] => view.once(gatherProbes);

const gatherProbes = (view: View): readonly Probe[] =>
  lastingRuns(view).flatMap((run): Probe[] => {
    const first = run.exchanges.find(isProbe);
    const handshake = run.exchanges.find(isHandshake);
    if (!first || first.session.revision !== view.revision || (handshake?.sentAt ?? NEVER) < first.sentAt) return [];
    const reception = receptionOf(first);
    return reception === undefined ? [] : [{ ...derivedAt(first, reception), run, first, handshake }];
  });

/** After these nothing else is expected. */
const KEEPS_ERA: ReadonlySet<Reception> = new Set(["result", "modern-error", "missing-method"]);

const eraFact = (
  name: string,
  transport: "http" | "stdio",
  reception: Reception,
  what: string,
  scenarios: readonly ScenarioName[],
): Fact =>
  derivedFact(name, {
    doc: `Of every client of both eras whose first request of the stateless era was answered with ${what}: whether initialize followed.`,
    type: "handshake or none",
    scenarios,
    words: { none: "no initialize", handshake: "initialize" },
    missing: `a client of both eras has its first request answered with ${what}`,
    among: probesIn,
    only: ({ handshake, run, value }, view) =>
      speaksBoth(view) &&
      value === reception &&
      (run.transport === "stdio") === (transport === "stdio") &&
      // A client that is still waiting may yet do it.
      (handshake !== undefined || run.end === "itself" || KEEPS_ERA.has(reception)),
    at: (probe) => probe.handshake ?? probe,
    say: ({ handshake }) => (handshake ? "handshake" : "none"),
  });

export const modernErrorsOverHttp = eraFact(
  "modern_errors_over_http",
  "http",
  "modern-error",
  "an error of the stateless era over HTTP",
  ["version-refused", "headers-refused", "capability-refused"],
);
export const unrecognized400 = eraFact("unrecognized_400", "http", "bad-request", "400 and no such error", [
  "neutral-stateful",
  "legacy-400-empty",
  "legacy-400-text",
]);
export const unrecognized4xx = eraFact(
  "unrecognized_4xx",
  "http",
  "other-status",
  "404, 405 or 406 and no such error",
  ["legacy-404", "legacy-405", "legacy-406"],
);
export const missingMethods = eraFact("missing_methods", "http", "missing-method", "404 and -32601", ["no-discovery"]);
export const stdioDiscoveries = eraFact("stdio_discoveries", "stdio", "result", "a result on stdio", ["neutral"]);
export const stdioModernErrors = eraFact(
  "stdio_modern_errors",
  "stdio",
  "modern-error",
  "an error of the stateless era on stdio",
  ["version-refused"],
);
export const stdioOtherErrors = eraFact("stdio_other_errors", "stdio", "error", "any other error on stdio", [
  "neutral-stateful",
  "legacy-invalid-params",
  "legacy-not-initialized",
  "legacy-own-code",
]);
export const stdioSilence = eraFact("stdio_silence", "stdio", "silence", "silence on stdio", ["legacy-silence"]);
export const stdioExits = eraFact("stdio_exits", "stdio", "exit", "the end of the process", ["legacy-exit"]);

/** Runs in which the client fell back to the handshake, and it was answered. */
const fallbacksIn = (view: View): readonly Probe[] =>
  probesIn(view).filter(({ handshake }) => handshake?.answeredAt !== NEVER && handshake?.result !== undefined);

const sentSince = ({ run }: Probe, answered: Message | undefined): readonly Message[] =>
  run.exchanges.filter(({ sentAt }) => sentAt > (answered?.answeredAt ?? NEVER));

export const repeatedProbes = itemsFact("repeated_probes", {
  doc: "Of every client that fell back to the handshake: whether it tried the stateless era again in the same session.",
  type: "once or again",
  scenarios: ["neutral-stateful"],
  missing: "a client of both eras falls back to the handshake",
  among: (view) =>
    fallbacksIn(view).map((probe): Item => {
      const { run, handshake } = probe;
      // A client that connects anew may find out anew.
      const again = sentSince(probe, handshake).find(
        (one) => isProbe(one) && !run.exchanges.some((next) => isHandshake(next) && next.sentAt > one.sentAt),
      );
      return derivedAt(again ?? probe, again ? "again" : "once");
    }),
});

const LEGACY_SCENARIOS: readonly ScenarioName[] = [
  "neutral-stateful",
  "legacy-400-empty",
  "legacy-400-text",
  "legacy-404",
  "legacy-405",
  "legacy-406",
  "legacy-invalid-params",
  "legacy-not-initialized",
  "legacy-own-code",
];

export const callsAfterRefusal = itemsFact("calls_after_refusal", {
  doc: "Of every client of the stateless era alone that met a server of the other: how many tools it called after its first request was refused.",
  type: "integer",
  scenarios: LEGACY_SCENARIOS,
  missing: "a client of the stateless era alone meets a server of the other",
  among: (view) =>
    probesIn(view)
      .filter(({ run, handshake }) => !handshake && LEGACY_SCENARIOS.some((name) => name === run.scenario))
      .map((probe) => {
        const calls = sentSince(probe, probe.first).filter(({ method }) => method === "tools/call");
        return derivedAt(calls[0] ?? probe, calls.length);
      }),
});

export const fallbackSessions = itemsFact("fallback_sessions", {
  doc: "Of every session that a client opened after it fell back: whether it kept to the rules of that era.",
  type: "object: era (kept, mixed), session (kept, dropped)",
  scenarios: ["neutral-stateful"],
  missing: "a client of both eras falls back to the handshake",
  among: (view) =>
    fallbacksIn(view).map((probe) => {
      const { handshake } = probe;
      const id = handshake && responseHeader(handshake, HEADER_KEY.sessionId);
      const later = sentSince(probe, handshake);
      const dropped = later.find(
        // A client that connects anew finds out anew, without a session.
        (one) =>
          id !== undefined &&
          one.session.era === "stateful" &&
          isPost(one) &&
          !isHandshake(one) &&
          sentSessionId(one) === undefined,
      );
      // To try the stateless era once more is another matter.
      const mixed = later.find(
        ({ session, method }) =>
          session.era === "stateless" && !session.shared && method !== undefined && method !== "server/discover",
      );
      const value = { era: mixed ? "mixed" : "kept", session: dropped ? "dropped" : "kept" };
      return derivedAt(mixed ?? dropped ?? probe, value);
    }),
});
