import { STATEFUL } from "../contexts.ts";
import { set } from "../edits.ts";
import { editAsked } from "../question-edits.ts";
import { each, isAbsent, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

export const NEAR_MISSES: NearMissTable = {
  "meta-everywhere": sameAs("metadata", {
    "ROOTS-003": strictly({ in: STATEFUL }).isAbsent("roots/list has no _meta", "roots_requests.request.params._meta"),
  }),
  "roots-with-params": nearMiss({
    choice: "Sends roots/list with empty params.",
    permittedBy: "2025-11-25 schema#listrootsrequest: params are optional.",
    hooks: editAsked("roots/list", set({ params: {} })),
    "ROOTS-001": isAbsent("roots/list has no params", "roots_requests.request.params"),
    "ROOTS-004": strictly({ each: true, in: STATEFUL }).isAbsent(
      "roots/list has no params",
      "roots_requests.request.params",
    ),
    "ROOTS-005": each.isAbsent("roots/list has no params", "roots_requests.request.params"),
  }),
};
