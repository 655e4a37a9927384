import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { versionNamedBy } from "../../judge/core/spoken-revision.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type ClientRun, clientRuns, type RunRecord } from "./client-runs.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";
import { seqOf } from "./steadiness.ts";
import { type Answered, handshakes, sentAfter } from "./versions.ts";

const requestedIn = ({ initialize }: Answered): string | undefined =>
  stringMember(member(initialize.request, "params"), "protocolVersion");

const answeredIn = ({ initialize }: Answered): string | undefined =>
  stringMember(member(initialize.exchange.response, "result"), "protocolVersion");

const isDate = (version: string | undefined): version is string => /^\d{4}-\d\d-\d\d$/.test(version ?? "");

export const newerVersions = clientFact(
  {
    name: "newer_versions",
    doc: "Of every initialize answered with a newer version than it asked for, by a server that knows the newest: what the client did.",
    type: "asked-for-it, declined or accepted",
    derived: true,
    scenarios: ["newer-version"],
    words: { accepted: "a newer version than the one it asked for" },
  },
  (view) =>
    handshakes(view).filter((one) => {
      const [asked, answered] = [requestedIn(one), answeredIn(one)];
      if (!isDate(asked) || !isDate(answered)) return false;
      return answered > asked || (answered === asked && one.session.scenario === "newer-version");
    }),
  (one) => {
    if (requestedIn(one) === answeredIn(one)) return derivedAt(one, "asked-for-it");
    return derivedAt(one, sentAfter(one).length > 0 ? "accepted" : "declined");
  },
  "initialize is answered with the newest version",
);

export const olderVersions = clientFact(
  {
    name: "older_versions",
    doc: "Of every initialize answered with an older version than it asked for: what the client did.",
    type: "declined, follows or keeps-own",
    derived: true,
    scenarios: ["older-version"],
    words: { "keeps-own": "the version that it had asked for" },
  },
  (view) =>
    handshakes(view).filter((one) => {
      const [asked, answered] = [requestedIn(one), answeredIn(one)];
      return isDate(asked) && isDate(answered) && answered < asked;
    }),
  (one) => {
    const after = one.session.records.filter(
      ({ exchange }) => (exchange.seq ?? 0) > (one.initialize.exchange.response_seq ?? 0),
    );
    const own = after.find(
      ({ exchange }) => headerValue(exchange.http?.request_headers, HEADER_KEY.protocolVersion) === requestedIn(one),
    );
    if (own) return derivedAt({ exchange: own.id, pointer: "/http/request_headers" }, "keeps-own");
    return derivedAt(one, sentAfter(one).length > 0 ? "follows" : "declined");
  },
  "initialize is answered with an older version",
);

/** What a session of this revision cannot hold, whatever its client could say in another. */
const laterConstruct = (sent: Sent): string | undefined => {
  const { method = "", params, session } = sent;
  if (session.era !== "stateful") return undefined;
  if (session.revision < "2025-11-25" && sent.kind === "request") {
    if (method.startsWith("tasks/")) return method;
    if (method !== "initialize" && member(params, "task") !== undefined) return "params.task";
  }
  if (method === "server/discover" || method === "subscriptions/listen") return method;
  return member(member(params, "_meta"), META_KEY.protocolVersion) === undefined ? undefined : META_KEY.protocolVersion;
};

export const laterConstructs = sentFact(
  {
    name: "later_constructs",
    doc: "Everything the client sent in a session that only a later revision has: tasks, methods and metadata.",
    type: "what it is",
    derived: true,
  },
  (sent) => {
    const found = laterConstruct(sent);
    return found === undefined ? undefined : { ...partOf(sent, found, ""), name: sent.method };
  },
);

interface Run extends Item {
  readonly run: ClientRun;
  readonly first: RunRecord;
}

/** Runs in which an initialize of this revision came to nothing. */
const failedRuns = (view: View): readonly Run[] =>
  clientRuns(view.capture).flatMap((run): Run[] => {
    const first = run.records.find(
      ({ record, session }) =>
        record.method === "initialize" &&
        session.revision === view.revision &&
        member(record.exchange.response, "result") === undefined,
    );
    return first ? [{ run, first, value: null, exchange: first.record.id, pointer: "/request" }] : [];
  });

export const handshakeAttempts = clientFact(
  {
    name: "handshake_attempts",
    doc: "How often a client sent initialize to a server that never answered it with a result.",
    type: "integer",
    derived: true,
    scenarios: ["refused-handshake", "broken-handshake", "failing-handshake"],
  },
  failedRuns,
  ({ run, ...place }) => {
    const attempts = run.records.filter(({ record }) => record.method === "initialize");
    const succeeds = attempts.some(({ record }) => member(record.exchange.response, "result") !== undefined);
    return succeeds ? undefined : derivedAt({ ...place, name: "initialize" }, attempts.length);
  },
  "initialize fails",
);

const errorCodeOf = ({ record }: Sent): Json | undefined => member(member(record.exchange.response, "error"), "code");

/** A request without what is new in every repetition. */
const workOf = ({ method, params }: Sent): string => {
  const { _meta: _, ...rest } = isJsonObject(params) ? params : ({} as JsonObject);
  return JSON.stringify([method, rest]);
};

/** How often each request was sent that was answered with a code. */
const countsAfter = (view: View, codes: readonly number[], accepts: (sent: Sent) => boolean) =>
  [
    ...groupBy(
      statelessRequestsIn(view).filter((sent) => codes.some((code) => code === errorCodeOf(sent)) && accepts(sent)),
      (sent) => `${sent.session.conversation}\n${workOf(sent)}`,
    ).values(),
  ].flatMap((all): (Sent & { readonly count: number })[] => (all[0] ? [{ ...all[0], count: all.length }] : []));

export const contradictedVersions = clientFact(
  {
    name: "contradicted_versions",
    doc: "How often the client sent each request that was refused for the very version that the refusal lists.",
    type: "integer",
    derived: true,
    scenarios: ["version-always-refused"],
  },
  (view) =>
    countsAfter(view, [-32022], (sent) => {
      const data = member(member(sent.record.exchange.response, "error"), "data");
      return listMember(data, "supported").includes(versionNamedBy(sent.value) ?? null);
    }),
  ({ count, ...sent }) => derivedAt(sent, count),
  "a request is refused for a version that the refusal lists",
);

export const missingCapabilityRepeats = clientFact(
  {
    name: "missing_capability_repeats",
    doc: "How often the client sent each call that was refused for a capability of the client.",
    type: "integer",
    derived: true,
    scenarios: ["capability-required"],
  },
  (view) => countsAfter(view, [-32021], ({ method }) => method === "tools/call"),
  ({ count, ...sent }) => derivedAt(sent, count),
  "a call is refused for a capability of the client",
);

export const reservedCodeRepeats = clientFact(
  {
    name: "reserved_code_repeats",
    doc: "How often the client sent each call that was refused with a code that only drafts gave a meaning, beyond what it does after any error.",
    type: "integer",
    derived: true,
    scenarios: ["reserved-codes"],
  },
  // Who says everything again that fails gives no code a meaning: only who does so after these alone.
  (view) => {
    const isHere = ({ session }: Sent): boolean => session.scenario === "reserved-codes";
    const plain = countsAfter(view, [-32603], isHere);
    return countsAfter(view, [-32004, -32001], isHere).flatMap((one) => {
      const control = plain.find(({ session }) => session === one.session);
      return control ? [{ ...one, count: Math.max(1, one.count - control.count + 1) }] : [];
    });
  },
  ({ count, ...sent }) => derivedAt(sent, count),
  "a call is refused with a code of the server's own range",
);

export const versionsAfterDiscovery = clientFact(
  {
    name: "versions_after_discovery",
    doc: "Of every request after server/discover was answered: whether its version is one that the server lists.",
    type: "listed or unlisted",
    derived: true,
    scenarios: ["listed-versions"],
    words: { unlisted: "a version that the server does not list" },
  },
  (view) => statelessRequestsIn(view).filter((sent) => discoveredBefore(sent, view) !== undefined),
  (sent, view) => {
    const version = versionNamedBy(sent.value);
    if (version === undefined) return undefined;
    const isListed = discoveredBefore(sent, view)?.includes(version) ?? true;
    return derivedAt(sent, isListed ? "listed" : "unlisted");
  },
  "the client goes on after server/discover is answered",
);

/** The versions of the last answer to server/discover before a request. Over HTTP another client may have asked. */
const discoveredBefore = (sent: Sent, view: View): readonly Json[] | undefined => {
  const { session } = sent;
  if (session.transport !== "stdio" && session.scenario === undefined) return undefined;
  const discovery = sentIn(view).findLast(
    (one) =>
      one.method === "server/discover" &&
      one.session.conversation === session.conversation &&
      (one.record.exchange.response_seq ?? Number.POSITIVE_INFINITY) < seqOf(sent),
  );
  const versions = member(member(discovery?.record.exchange.response, "result"), "supportedVersions");
  return Array.isArray(versions) ? versions : undefined;
};

/** What a program tells of an answer repeats what the server says of itself, its name too. */
const isReport = ({ method, params }: Sent): boolean =>
  method === "tools/call" && stringMember(params, "name") === "report";

/** What a run asked for, without what differs from run to run. What is asked for at the same time may come in any order. */
const workIn = (run: ClientRun, view: View): string =>
  JSON.stringify(
    statelessRequestsIn(view)
      .filter((sent) => !isReport(sent) && run.records.some(({ record }) => record === sent.record))
      .map(workOf)
      .sort(),
  );

export const serverNameRuns = clientFact(
  {
    name: "server_name_runs",
    doc: "Whether a program asked a server that names itself otherwise, or not at all, for the same as a plain one.",
    type: "same or other",
    derived: true,
    scenarios: ["anonymous-server", "famous-server"],
    words: { other: "other requests than to the same server under another name" },
  },
  (view) => (view.once(plainRun) === undefined ? [] : endedRuns(view, "anonymous-server", "famous-server")),
  ({ run, ...place }, view) => {
    const plain = view.once(plainRun);
    return plain ? derivedAt(place, workIn(run, view) === workIn(plain.run, view) ? "same" : "other") : undefined;
  },
  "a program does the same in neutral-stateless and in anonymous-server or famous-server",
);

const runsOf = (view: View, ...names: readonly string[]): readonly Run[] =>
  clientRuns(view.capture).flatMap((run): Run[] => {
    const first = run.records.find(({ session }) => session.revision === view.revision);
    if (!first || run.scenario === undefined || !names.includes(run.scenario)) return [];
    return [{ run, first, value: null, exchange: first.record.id, pointer: "/request" }];
  });

/** A client that does not do the same twice shows nothing: two servers have to be asked for the same, whatever their names. */
const plainRun = (view: View): Run | undefined => {
  const [plain] = endedRuns(view, "neutral-stateless");
  const others = endedRuns(view, "anonymous-server", "famous-server");
  return plain && others.some(({ run }) => workIn(run, view) === workIn(plain.run, view)) ? plain : undefined;
};

const endedRuns = (view: View, ...names: readonly string[]): readonly Run[] =>
  runsOf(view, ...names).filter(({ run }) => run.end === "itself");
