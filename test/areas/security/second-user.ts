// Small captures of a server that two users came to.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { ELSEWHERE, givenProtected, walled } from "../authorization/access-control.ts";
import type { ReadingCase } from "../reading-table.ts";
import { answered, leftOut, overHttp } from "../small-captures.ts";

export const served = (step: string, method: string, result: Json, params?: JsonObject): Exchange =>
  overHttp(answered(step, method, result, params), 200);

/** A list as one of the two is shown it. */
export const SECOND_CAME = served("other-user-lists-tools-other", "tools/list", { tools: [] });

/** What every fact about a second user says where nobody asked this as them. */
export const unasked = (step: string, came: Exchange = SECOND_CAME): readonly ReadingCase[] => [
  givenProtected("nobody else came").unseen("not-probed"),
  givenProtected("somebody else came and found no occasion", [came]).unseen("prerequisite-missing"),
  givenProtected("a question that the plan left out", [came, leftOut(step, "unsafe-to-probe")]).leftOut(),
  givenProtected("a question that the server gives no reason for", [came, leftOut(step, "not-offered")]).leftOut(),
  ...ELSEWHERE,
];

/** The same where the server has a scheme of its own, which makes no difference between users. */
export const OWN_SCHEME = walled("ApiKey");
