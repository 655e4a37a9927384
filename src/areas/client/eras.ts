import { member } from "../../base/json.ts";
import type { Fact, Item, View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import type { ScenarioName } from "../../probe/scenario/names.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { type ClientRun, clientRuns, type RunRecord, speaksBoth } from "./client-runs.ts";
import { messagesOf } from "./client-sessions.ts";
import { clientFact, derivedAt } from "./sent.ts";

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

const receptionOf = ({ record, session }: RunRecord): Reception | undefined => {
  const { response, http } = record.exchange;
  const code = member(member(response, "error"), "code");
  if (member(response, "result") !== undefined) return "result";
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

const isHandshake = ({ record }: RunRecord): boolean => record.method === "initialize";

const isProbe = ({ record, session }: RunRecord): boolean =>
  session.era === "stateless" &&
  record.method !== undefined &&
  messagesOf(record).some((message) => member(message, "id") !== undefined);

interface Probe extends Item {
  readonly run: ClientRun;
  readonly first: RunRecord;
  readonly reception: Reception;
  /** The first initialize after it. */
  readonly handshake: RunRecord | undefined;
}

/** The first request of every run that began in the stateless era, in this revision. */
const probesIn = (view: View): readonly Probe[] => view.once(gatherProbes);

const gatherProbes = (view: View): readonly Probe[] =>
  clientRuns(view.capture).flatMap((run): Probe[] => {
    const first = run.records.find(isProbe);
    const opening = run.records.find(isHandshake);
    if (!first || first.session.revision !== view.revision || (opening && opening.order < first.order)) return [];
    const reception = receptionOf(first);
    if (reception === undefined) return [];
    const place = { exchange: first.record.id, pointer: "/request", name: first.record.method };
    return [{ ...derivedAt(place, reception), run, first, reception, handshake: opening }];
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
  clientFact(
    {
      name,
      doc: `Of every client of both eras whose first request of the stateless era was answered with ${what}: whether initialize followed.`,
      type: "handshake or none",
      derived: true,
      scenarios,
      words: { none: "no initialize", handshake: "initialize" },
    },
    (view) =>
      speaksBoth(view.capture)
        ? probesIn(view).filter(
            ({ handshake, ...probe }) =>
              probe.reception === reception &&
              (probe.run.transport === "stdio") === (transport === "stdio") &&
              // Who is still waiting may yet do it.
              (handshake !== undefined || probe.run.end === "itself" || KEEPS_ERA.has(reception)),
          )
        : [],
    ({ handshake, ...probe }) =>
      handshake
        ? derivedAt({ exchange: handshake.record.id, pointer: "/request", name: "initialize" }, "handshake")
        : derivedAt(probe, "none"),
    `a client of both eras has its first request answered with ${what}`,
  );

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
interface FallenBack extends Item {
  readonly run: ClientRun;
  readonly handshake: RunRecord;
}

const fallbacksIn = (view: View): readonly FallenBack[] =>
  probesIn(view).flatMap(({ run, handshake, ...probe }): FallenBack[] =>
    handshake?.answered !== undefined && member(handshake.record.exchange.response, "result") !== undefined
      ? [{ ...probe, run, handshake }]
      : [],
  );

export const repeatedProbes = clientFact(
  {
    name: "repeated_probes",
    doc: "Of every client that fell back to the handshake: whether it tried the stateless era again in the same session.",
    type: "once or again",
    derived: true,
    scenarios: ["neutral-stateful"],
  },
  fallbacksIn,
  ({ run, handshake, ...probe }) => {
    const later = run.records.filter(
      (one) => isProbe(one) && one.order > (handshake.answered ?? Number.POSITIVE_INFINITY),
    );
    // Whoever connects anew may find out anew.
    const [again] = later.filter((one) => !run.records.some((next) => isHandshake(next) && next.order > one.order));
    return again
      ? derivedAt({ exchange: again.record.id, pointer: "/request", name: again.record.method }, "again")
      : derivedAt(probe, "once");
  },
  "a client of both eras falls back to the handshake",
);

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

export const callsAfterRefusal = clientFact(
  {
    name: "calls_after_refusal",
    doc: "Of every client of the stateless era alone that met a server of the other: how many tools it called after its first request was refused.",
    type: "integer",
    derived: true,
    scenarios: LEGACY_SCENARIOS,
  },
  (view) =>
    probesIn(view).filter(({ run, handshake }) => !handshake && LEGACY_SCENARIOS.some((name) => name === run.scenario)),
  ({ run, first, ...probe }) => {
    const calls = run.records.filter(
      ({ record, order }) => record.method === "tools/call" && order > (first.answered ?? Number.POSITIVE_INFINITY),
    );
    const [call] = calls;
    const place = call ? { exchange: call.record.id, pointer: "/request", name: "tools/call" } : probe;
    return derivedAt(place, calls.length);
  },
  "a client of the stateless era alone meets a server of the other",
);

export const fallbackSessions = clientFact(
  {
    name: "fallback_sessions",
    doc: "Of every session that a client opened after it fell back: whether it kept to the rules of that era.",
    type: "object: era (kept, mixed), session (kept, dropped)",
    derived: true,
    scenarios: ["neutral-stateful"],
  },
  fallbacksIn,
  ({ run, handshake, ...probe }) => {
    const later = run.records.filter(
      ({ record, order, session }) =>
        order > (handshake.answered ?? Number.POSITIVE_INFINITY) && record.method !== undefined && !session.shared,
    );
    const id = headerValue(handshake.record.exchange.http?.response_headers, HEADER_KEY.sessionId);
    const dropped = run.records.find(
      // Whoever connects anew finds out anew, without a session.
      ({ record, order, session }) =>
        id !== undefined &&
        session.era === "stateful" &&
        order > (handshake.answered ?? Number.POSITIVE_INFINITY) &&
        record.exchange.http?.method === "POST" &&
        record.method !== "initialize" &&
        headerValue(record.exchange.http.request_headers, HEADER_KEY.sessionId) === undefined,
    );
    // To try the stateless era once more is another matter.
    const mixed = later.find(
      ({ session, record }) => session.era === "stateless" && record.method !== "server/discover",
    );
    const shown = mixed ?? dropped;
    const place = shown ? { exchange: shown.record.id, pointer: "/request", name: shown.record.method } : probe;
    return derivedAt(place, {
      era: mixed ? "mixed" : "kept",
      session: dropped ? "dropped" : "kept",
    });
  },
  "a client of both eras falls back to the handshake",
);
