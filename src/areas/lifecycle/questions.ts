import { type Question, stateful, stateless } from "../../protocol/question.ts";

/** The first messages of a conversation, in and out of order, and the versions they name. */
export const HANDSHAKE_QUESTIONS = {
  initialize: stateful("initialize, as a client begins a session"),
  "notifications/initialized": stateful("notifications/initialized after the handshake"),
  "server/discover": stateless("server/discover, as a client begins", { fact: "discover" }),
  "server/discover-retry": stateless("server/discover once more, in a version that the refusal names", {
    fact: "discover_retry",
  }),
  "confirm-era": stateless("tools/list, where the answer to server/discover leaves the era open"),
  silence: stateful("nothing at all for the quiet window after connecting", { sends: [] }),
  "before-initialize": stateful("tools/list and ping before initialize (HTTP: without a session), then initialize", {
    sends: ["list", "ping"],
    besides: ["handshake", "initialized"],
    reads: ["list"],
  }),
  "empty-initialize": stateful("initialize with empty params, then a good one", {
    besides: ["good", "initialized", "empty-end"],
  }),
  "strange-initialize": stateful(
    "initialize with unknown capabilities and a client name beyond ASCII; on stdio, ping right behind it",
    { sends: ["", "ping"], besides: ["control"] },
  ),
  "withheld-initialized": stateful(
    "ping, and the quiet window, before notifications/initialized; ping again after it",
    { sends: ["ping"], besides: ["initialized", "control"] },
  ),
  "odd-version": stateful(
    "initialize for a revision that never existed (1999-01-01, 2999-12-31); if it is refused, for the one under test",
    { besides: ["initialized", "again"] },
  ),
  "ping-after": stateful("ping in the revision that was agreed on"),
  "batch-initialize": stateful("an array of initialize and ping as the first message, then a plain initialize", {
    besides: ["plain", "initialized"],
    parts: { after_batch_initialize: ["plain"] },
  }),
  "second-client": stateful(
    "initialize as a second client, while the first is connected; again later if that was refused",
    {
      besides: ["initialized"],
    },
  ),
  introduce: stateful("initialize under a name of its own, as one of two clients", { besides: ["initialized"] }),
  "same-ids": stateful("six requests under ids that another client uses at the same time", {
    sends: ["#-ping", "#-list", "#-unknown"],
  }),
  "settle-era": stateless("server/discover and a list, as they should be", { besides: ["list"] }),
  "extra-param": stateless("server/discover with a param that no revision defines"),
  "unknown-capability": stateless("server/discover with a client capability that no revision defines"),
  "discover-all-capabilities": stateless("server/discover with every client capability declared"),
  "unknown-version": stateless("server/discover, the same with version 1900-01-01, and once more as it should be", {
    besides: ["before", "after"],
    parts: { beside_unknown_version: ["before", "after"] },
  }),
  "older-version": stateless("server/discover with version 2025-11-25, unless the server lists it"),
  "listed-version": stateless("server/discover with each stateless version that the server lists", { sends: ["#"] }),
  "alternate-eras": stateless(
    "server/discover, then initialize of the stateful era in the same process or on the same endpoint, then server/discover",
    { sends: ["initialize"], besides: ["before", "after"] },
  ),
  "legacy-list": stateless("tools/list as the stateful era sends it: no version header, no _meta"),
  "removed-initialize": stateless("initialize, which this revision no longer has"),
  "leftover-notifications": stateless(
    "notifications/initialized and notifications/roots/list_changed of the stateful era, then server/discover",
    { sends: ["initialized", "roots"], besides: ["control"], parts: { after_leftover_notifications: ["control"] } },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly lifecycle: typeof HANDSHAKE_QUESTIONS;
  }
}
