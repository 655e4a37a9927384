import { type Question, stateful, stateless } from "../../protocol/question.ts";

/** Versions that are named, refused and confused, and what an era removed. */
export const VERSIONING_QUESTIONS = {
  "removed-tasks/result": stateless("tasks/result, which this revision no longer has"),
  "removed-tasks/list": stateless("tasks/list, which this revision no longer has"),
  "removed-resources/subscribe": stateless("resources/subscribe, which this revision no longer has"),
  "removed-resources/unsubscribe": stateless("resources/unsubscribe, which this revision no longer has"),
  "fresh-cursor": stateless("the second page of each list, with the cursor that another connection was given", {
    sends: ["tools", "resources", "templates", "prompts"],
  }),
  "fresh-read": stateless("resources/read and prompts/get of what another connection listed", {
    sends: ["resource", "prompt"],
  }),
  interleaved: stateless("ten requests at once, under different ids and client names", { sends: ["#"] }),
  "same-id": stateless("two HTTP requests at once under the same id", { sends: ["discover", "list"] }),
  idle: stateless("server/discover, then nothing for the quiet window"),
  "removed-ping": stateless("ping, which this revision no longer has"),
  "removed-logging/setLevel": stateless("logging/setLevel, which this revision no longer has", {
    fact: "removed_set_level",
  }),
  "odd-version": stateful(
    "initialize for a revision that never existed (1999-01-01, 2999-12-31); if it is refused, for the one under test",
    { besides: ["initialized", "again"] },
  ),
  "ping-after": stateful("ping in the revision that was agreed on"),
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
    readonly versioning: typeof VERSIONING_QUESTIONS;
  }
}
