import type { Exchange } from "../../../src/capture/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, leftOut, overHttp, unanswered } from "../small-captures.ts";
import { asked, challenged, ELSEWHERE, givenProtected, OTHER_SCHEME, walled } from "./access-control.ts";

const served = (step: string): Exchange => overHttp(answered(step, "initialize", {}), 200);
const GOOD = served("issued-token-good");

/** Refused for want of scopes. */
const short = (step: string, error = "insufficient_scope"): Exchange =>
  asked(step, ...challenged(`Bearer error="${error}", scope="notes:read"`, 403));

/** What every fact about issued tokens says where the server takes none of them; `step` would carry the question. */
const untrusted = (...steps: string[]): readonly ReadingCase[] => [
  givenProtected("no token was issued").unseen("not-probed"),
  givenProtected("tokens that the plan left out", [leftOut("issued-token", "prerequisite-missing")]).leftOut(),
  ...[
    { shows: "the good token is refused", good: walled("Bearer error=invalid_token", "issued-token-good") },
    {
      shows: "a result that comes with the refusal of the good token",
      good: overHttp(answered("issued-token-good", "initialize", {}), 401),
    },
  ].map(
    ({ shows, good }): ReadingCase =>
      givenProtected(shows, [good, ...steps.map((step) => asked(step, 401))]).unseen("prerequisite-missing"),
  ),
  givenProtected("a good token that is taken, and nothing else asked", [GOOD]).unseen("not-probed"),
  givenProtected("a good token that is taken, and the question left out", [
    GOOD,
    leftOut(steps[0] ?? "", "unsafe-to-probe"),
  ]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
];

readingTable("capital_audience", [
  givenProtected("service, refusal and silence, and no other token", [
    GOOD,
    served("issued-token-capitals"),
    walled("Bearer error=invalid_token", "issued-token-capitals"),
    unanswered("issued-token-capitals", "initialize"),
    walled("Bearer", "issued-token-expired"),
    asked("issued-token-capitals-end", 200),
  ]).partly([{ outcome: "result", status: 200 }, { outcome: "refused", status: 401 }, { outcome: "silence" }], {
    exchanges: ["main/3", "main/4", "main/5"],
    open: [null, null, "timed-out"],
    except: [[], [], []],
  }),
  ...untrusted("issued-token-capitals"),
]);

readingTable("step_up", [
  givenProtected("served with the scopes that were named, asked for more, refused for something else, and silence", [
    GOOD,
    short("step-up-access"),
    served("step-up-access-stepped"),
    short("step-up-access-stepped", "Insufficient_Scope"),
    asked("step-up-access-stepped", 403),
    walled("Bearer error=invalid_token", "step-up-access-stepped"),
    unanswered("step-up-access-stepped", "initialize"),
  ]).partly(
    [
      { outcome: "result", after: "served" },
      { outcome: "refused", status: 403, after: "asked-for-more" },
      { status: 403, after: "otherwise" },
      { status: 401, after: "otherwise" },
      { outcome: "silence" },
    ],
    {
      parts: Array.from({ length: 5 }, () => ({ after: "/http" })),
      open: [null, null, null, null, "timed-out"],
      except: Array.from({ length: 5 }, () => []),
    },
  ),
  givenProtected("a call that is refused although access is not, and neither the refusal nor the list", [
    GOOD,
    served("step-up-access"),
    served("step-up-list"),
    short("step-up-call"),
    short("step-up-call-stepped"),
  ]).partly([{ after: "asked-for-more" }], { exchanges: ["main/6"] }),
  givenProtected("both requests, one of them with success", [
    GOOD,
    short("step-up-access"),
    short("step-up-access-stepped"),
    short("step-up-call"),
    served("step-up-call-stepped"),
  ]).partly([{ after: "asked-for-more" }, { after: "served" }], { exchanges: ["main/4", "main/6"] }),
  givenProtected("a server that wants no scopes, or names none", [
    GOOD,
    served("step-up-access"),
    asked("step-up-call", 403),
  ]).inapplicable("precondition-absent"),
  ...untrusted("step-up-access", "step-up-call"),
]);

readingTable("broad_scope", [
  givenProtected("served, called insufficient, refused for something else, and silence", [
    GOOD,
    short("broad-scope-without"),
    served("broad-scope-access"),
    short("broad-scope-access", "INSUFFICIENT_SCOPE"),
    asked("broad-scope-access", 403),
    unanswered("broad-scope-access", "initialize"),
  ]).partly(
    [
      { outcome: "result", taken: "served" },
      { status: 403, taken: "insufficient" },
      { status: 403, taken: "otherwise" },
      { outcome: "silence" },
    ],
    {
      exchanges: ["main/4", "main/5", "main/6", "main/7"],
      parts: Array.from({ length: 4 }, () => ({ taken: "/http" })),
      open: [null, null, null, "timed-out"],
      except: [[], [], [], []],
    },
  ),
  givenProtected("a request that is served without any scope", [
    GOOD,
    served("broad-scope-without"),
    served("broad-scope-access"),
  ]).inapplicable("precondition-absent"),
  givenProtected("a request that is refused without scopes, for something else", [
    GOOD,
    walled("Bearer error=invalid_token", "broad-scope-without"),
    walled("Bearer error=invalid_token", "broad-scope-access"),
  ]).inapplicable("precondition-absent"),
  ...untrusted("broad-scope-access"),
]);
