// Credentials on stdio come from the environment: a client must not sign in.

import { timelineOf } from "../../../capture/timeline.ts";
import { derivedAt, itemsFact, placeOf } from "../../../judge/core/client/fact.ts";
import { type Item, sessionsOf } from "../../../judge/core/client/view.ts";

const SCENARIO = "stdio-credentials";

/** The run is the time in which something listened beside the server. */
export const signInsBesideStdio = itemsFact("sign_ins_beside_stdio", {
  doc: "How often a client whose call was refused on stdio asked the address that the refusal names.",
  type: "integer",
  scenarios: [SCENARIO],
  missing: "a call on stdio is refused for want of a credential",
  among: (view) =>
    sessionsOf(view, SCENARIO).flatMap(({ exchanges }) =>
      exchanges
        .filter(({ method, response }) => method === "tools/call" && response !== undefined)
        .slice(0, 1)
        .map((call): Item => {
          const asked = timelineOf(view.capture).exchanges.filter(
            ({ http, session }) => http !== undefined && session.scenario === SCENARIO,
          );
          const [first] = asked;
          return derivedAt(first ? placeOf(first, "/http/url") : placeOf(call, "/response"), asked.length);
        }),
    ),
});
