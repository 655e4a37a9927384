// Small captures of a server that two users came to.

import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { behind, ELSEWHERE, walled } from "../authorization/access-control.ts";
import { answered, leftOut, overHttp, type ReadingCase } from "../reading-table.ts";

export const served = (step: string, method: string, result: Json, params?: JsonObject): Exchange =>
  overHttp(answered(step, method, result, params), 200);

/** A list as one of the two is shown it. */
export const SECOND_CAME = served("other-user-lists-tools-other", "tools/list", { tools: [] });

/** What every fact about a second user says where nobody asked this as them. */
export const unasked = (step: string, came: Exchange = SECOND_CAME): readonly ReadingCase[] => [
  { shows: "nobody else came", capture: behind(), reads: { unseen: "not-probed" } },
  {
    shows: "somebody else came and found no occasion",
    capture: behind(came),
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a question that the plan left out",
    capture: { ...behind(came), not_probed: [leftOut(step, "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  {
    shows: "a question that the server gives no reason for",
    capture: { ...behind(came), not_probed: [leftOut(step, "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
  ...ELSEWHERE,
];

/** The same where the server has a scheme of its own, which makes no difference between users. */
export const OWN_SCHEME = walled("ApiKey");
