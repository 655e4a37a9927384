import type { Exchange } from "../../../src/model/capture.ts";
import { answered, leftOut, overHttp, type ReadingCase, readingTable, unanswered } from "../reading-table.ts";
import { asked, behind, challenged, ELSEWHERE, OTHER_SCHEME, walled } from "./access-control.ts";

const served = (step: string): Exchange => overHttp(answered(step, "initialize", {}), 200);
const GOOD = served("issued-token-good");

/** Refused for want of scopes. */
const short = (step: string, error = "insufficient_scope"): Exchange =>
  asked(step, ...challenged(`Bearer error="${error}", scope="notes:read"`, 403));

/** What every fact about issued tokens says where the server takes none of them; `step` would carry the question. */
const untrusted = (...steps: string[]): readonly ReadingCase[] => [
  {
    shows: "no token was issued",
    capture: behind(),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "tokens that the plan left out",
    capture: { ...behind(), not_probed: [leftOut("issued-token", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
  ...[
    { shows: "the good token is refused", good: walled("Bearer error=invalid_token", "issued-token-good") },
    {
      shows: "a result that comes with the refusal of the good token",
      good: overHttp(answered("issued-token-good", "initialize", {}), 401),
    },
  ].map(
    ({ shows, good }): ReadingCase => ({
      shows,
      capture: behind(good, ...steps.map((step) => asked(step, 401))),
      reads: { unseen: "prerequisite-missing" },
    }),
  ),
  {
    shows: "a good token that is taken, and nothing else asked",
    capture: behind(GOOD),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a good token that is taken, and the question left out",
    capture: { ...behind(GOOD), not_probed: [leftOut(steps[0] ?? "", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  ...ELSEWHERE,
  OTHER_SCHEME,
];

readingTable("capital_audience", [
  {
    shows: "service, refusal and silence, and no other token",
    capture: behind(
      GOOD,
      served("issued-token-capitals"),
      walled("Bearer error=invalid_token", "issued-token-capitals"),
      unanswered("issued-token-capitals", "initialize"),
      walled("Bearer", "issued-token-expired"),
      asked("issued-token-capitals-end", 200),
    ),
    reads: {
      partly: [{ outcome: "result", status: 200 }, { outcome: "refused", status: 401 }, { outcome: "silence" }],
      exchanges: ["main/3", "main/4", "main/5"],
      open: [null, null, "timed-out"],
      except: [[], [], []],
    },
  },
  ...untrusted("issued-token-capitals"),
]);

readingTable("step_up", [
  {
    shows: "served with the scopes that were named, asked for more, refused for something else, and silence",
    capture: behind(
      GOOD,
      short("step-up-access"),
      served("step-up-access-stepped"),
      short("step-up-access-stepped", "Insufficient_Scope"),
      asked("step-up-access-stepped", 403),
      walled("Bearer error=invalid_token", "step-up-access-stepped"),
      unanswered("step-up-access-stepped", "initialize"),
    ),
    reads: {
      partly: [
        { outcome: "result", after: "served" },
        { outcome: "refused", status: 403, after: "asked-for-more" },
        { status: 403, after: "otherwise" },
        { status: 401, after: "otherwise" },
        { outcome: "silence" },
      ],
      parts: Array.from({ length: 5 }, () => ({ after: "/http" })),
      open: [null, null, null, null, "timed-out"],
      except: Array.from({ length: 5 }, () => []),
    },
  },
  {
    shows: "a call that is refused although access is not, and neither the refusal nor the list",
    capture: behind(
      GOOD,
      served("step-up-access"),
      served("step-up-list"),
      short("step-up-call"),
      short("step-up-call-stepped"),
    ),
    reads: { partly: [{ after: "asked-for-more" }], exchanges: ["main/6"] },
  },
  {
    shows: "both requests, one of them with success",
    capture: behind(
      GOOD,
      short("step-up-access"),
      short("step-up-access-stepped"),
      short("step-up-call"),
      served("step-up-call-stepped"),
    ),
    reads: { partly: [{ after: "asked-for-more" }, { after: "served" }], exchanges: ["main/4", "main/6"] },
  },
  {
    shows: "a server that wants no scopes, or names none",
    capture: behind(GOOD, served("step-up-access"), asked("step-up-call", 403)),
    reads: { inapplicable: "precondition-absent" },
  },
  ...untrusted("step-up-access", "step-up-call"),
]);

readingTable("broad_scope", [
  {
    shows: "served, called insufficient, refused for something else, and silence",
    capture: behind(
      GOOD,
      short("broad-scope-without"),
      served("broad-scope-access"),
      short("broad-scope-access", "INSUFFICIENT_SCOPE"),
      asked("broad-scope-access", 403),
      unanswered("broad-scope-access", "initialize"),
    ),
    reads: {
      partly: [
        { outcome: "result", taken: "served" },
        { status: 403, taken: "insufficient" },
        { status: 403, taken: "otherwise" },
        { outcome: "silence" },
      ],
      exchanges: ["main/4", "main/5", "main/6", "main/7"],
      parts: Array.from({ length: 4 }, () => ({ taken: "/http" })),
      open: [null, null, null, "timed-out"],
      except: [[], [], [], []],
    },
  },
  {
    shows: "a request that is served without any scope",
    capture: behind(GOOD, served("broad-scope-without"), served("broad-scope-access")),
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a request that is refused without scopes, for something else",
    capture: behind(
      GOOD,
      walled("Bearer error=invalid_token", "broad-scope-without"),
      walled("Bearer error=invalid_token", "broad-scope-access"),
    ),
    reads: { inapplicable: "precondition-absent" },
  },
  ...untrusted("broad-scope-access"),
]);
