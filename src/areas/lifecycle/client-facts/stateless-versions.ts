// Versions in the stateless era: each request names one, and the server may refuse it.

import { listMember, member } from "../../../base/json.ts";
import { versionNamedBy } from "../../../capture/sessions.ts";
import { derivedFact, type NamedPlace, within } from "../../../judge/core/client/fact.ts";
import { discoveredBefore, refusalsFact, refusalsOf } from "../../../judge/core/client/known.ts";
import { errorCode, type Message, statelessRequestsIn, type View } from "../../../judge/core/client/view.ts";

const UNSUPPORTED = -32022;

/** Requests that were refused for their version. */
const refusedRequests = (view: View): readonly Message[] =>
  statelessRequestsIn(view).filter((sent) => errorCode(sent) === UNSUPPORTED);

const supportedBy = ({ error }: Message): readonly unknown[] => listMember(member(error, "data"), "supported");

interface Retry extends NamedPlace {
  readonly refused: Message;
  readonly listed: Message | undefined;
  readonly next: Message | undefined;
}

/** Only where the client can speak one of the versions that the server lists: the one it is known to speak. */
export const versionRetries = derivedFact("version_retries", {
  doc: "Of every request refused for its version although the server lists one that the client speaks: how the client tried again.",
  type: "object: tried (listed, unlisted, not-again), id (new, same)",
  scenarios: ["version-refused"],
  missing: "a request is refused for its version",
  // A client that was refused again need not go on for ever.
  among: (view) =>
    refusedRequests(view)
      .filter(
        (sent, index, all) =>
          supportedBy(sent).includes(view.revision) &&
          all.findIndex(({ session }) => session === sent.session) === index,
      )
      .map((refused): Retry => {
        const later = refused.session.messages.filter(
          ({ kind, sentAt }) => kind === "request" && sentAt > refused.answeredAt,
        );
        const listed = later.find(({ value }) => supportedBy(refused).includes(versionNamedBy(value)));
        return { ...within(refused, ""), refused, listed, next: listed ?? later[0] };
      }),
  at: (retry) => retry.next ?? retry,
  say: ({ refused, listed, next }) => {
    // A client that is still at it may yet try.
    if (!next) return refused.session.end === "itself" ? { tried: "not-again" } : undefined;
    return { tried: listed ? "listed" : "unlisted", id: next.id === refused.id ? "same" : "new" };
  },
});

export const hopelessAttempts = derivedFact("hopeless_attempts", {
  doc: "How many requests the client sent to a server that lists no version it speaks.",
  type: "integer",
  scenarios: ["no-common-version"],
  missing: "a request is refused, and no version is common",
  among: refusedRequests,
  only: (sent, view) => !supportedBy(sent).includes(view.revision),
  say: (sent, view) => {
    const all = refusedRequests(view).filter(({ session }) => session === sent.session);
    return all[0] === sent ? all.length : undefined;
  },
});

export const contradictedVersions = refusalsFact("contradicted_versions", {
  doc: "How often the client sent each request that was refused for the very version that the refusal lists.",
  scenarios: ["version-always-refused"],
  missing: "a request is refused for a version that the refusal lists",
  among: (view) =>
    refusalsOf(view, [UNSUPPORTED], (sent) => supportedBy(sent).includes(versionNamedBy(sent.value) ?? null)),
});

export const versionsAfterDiscovery = derivedFact("versions_after_discovery", {
  doc: "Of every request after server/discover was answered: whether its version is one that the server lists.",
  type: "listed or unlisted",
  scenarios: ["listed-versions"],
  words: { unlisted: "a version that the server does not list" },
  missing: "the client goes on after server/discover is answered",
  among: statelessRequestsIn,
  only: (sent, view) => Array.isArray(discoveredBefore(sent, LISTED, view)),
  say: (sent, view) => {
    const version = versionNamedBy(sent.value);
    const listed = discoveredBefore(sent, LISTED, view);
    if (version === undefined || !Array.isArray(listed)) return undefined;
    return listed.includes(version) ? "listed" : "unlisted";
  },
});

const LISTED = "supportedVersions";
