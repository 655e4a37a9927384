import type { Exchange } from "../../../src/model/capture.ts";
import { asked, givenProtected, givenTarget } from "../authorization/access-control.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { overHttp, refused, unanswered } from "../small-captures.ts";
import { OWN_SCHEME, SECOND_CAME, served, unasked } from "./second-user.ts";

const listed = (step: string): Exchange => served(step, "tools/list", { tools: [] });

const FOREIGN = "other-user-session-foreign";
const OWN = listed("other-user-session-own");
const UNKNOWN = asked("other-user-session-made-up", 404);

/** The second user is in the first one's session, and that shows nothing. */
const control = (shows: string, ...exchanges: Exchange[]): ReadingCase =>
  givenProtected(shows, [...exchanges, listed(FOREIGN)]).unseen("prerequisite-missing");

readingTable("session_of_another", [
  givenProtected("service, refusals and silence", [
    SECOND_CAME,
    UNKNOWN,
    listed(FOREIGN),
    asked(FOREIGN, 404),
    asked(FOREIGN, 403),
    overHttp(refused(FOREIGN, "tools/list", -32001), 200),
    unanswered(FOREIGN, "tools/list"),
    OWN,
  ]).partly(
    [
      { outcome: "result", taken: "served" },
      { outcome: "refused", status: 404, taken: "refused" },
      { status: 403, taken: "refused" },
      { outcome: "error", taken: "refused" },
      { outcome: "silence" },
    ],
    {
      exchanges: ["main/4", "main/5", "main/6", "main/7", "main/8"],
      parts: ["/http", "/http", "/http", "/http", "/trouble"].map((taken) => ({ taken })),
      open: [null, null, null, null, "timed-out"],
    },
  ),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, SECOND_CAME, UNKNOWN, listed(FOREIGN), OWN]).partly([
    { taken: "served" },
  ]),
  givenProtected("a server that takes any session id", [
    SECOND_CAME,
    listed("other-user-session-made-up"),
    listed(FOREIGN),
    OWN,
  ]).inapplicable("precondition-absent"),
  control(
    "the first user is not served in the session either",
    SECOND_CAME,
    UNKNOWN,
    asked("other-user-session-own", 404),
  ),
  control("nobody looked at whether the first user is served", SECOND_CAME, UNKNOWN),
  control(
    "the second user is not served in a session of their own",
    asked("other-user-lists-tools-other", 403),
    UNKNOWN,
    OWN,
  ),
  control("nobody but the first user was served", listed("other-user-lists-tools-own"), UNKNOWN, OWN),
  ...unasked(FOREIGN),
]);
