import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, readingTable, refused } from "../reading-table.ts";

const CALL = "tools/call";
const say = (text: string, more: JsonObject = {}): JsonObject => ({
  resultType: "complete",
  content: [{ type: "text", text }],
  ...more,
});

const ASKED = [
  answered("input-1", CALL, { resultType: "input_required", requestState: "abc" }),
  answered("input-1-round-1", CALL, say("yes"), { requestState: "abc" }),
];
const kept = (times: number, result: JsonObject): Exchange =>
  answered(`input-1-kept-state-${times}`, CALL, result, { requestState: "abc" });
const edited = (name: string, result: JsonObject, requestState = "abd"): Exchange =>
  answered(`input-1-edited-state-${name}`, CALL, result, { requestState });

/** The edited states between unchanged ones that all lead to the same. */
const between = (...exchanges: readonly Exchange[]): { readonly exchanges: Exchange[] } => ({
  exchanges: [
    ...ASKED,
    kept(1, say("yes")),
    kept(2, say("yes", { _meta: { took: 3 } })),
    ...exchanges,
    kept(3, say("yes")),
  ],
});

readingTable("edited_request_states", [
  {
    shows: "another result that came twice",
    revision: "2026-07-28",
    capture: between(edited("1", say("no")), edited("1-again", say("no"))),
    reads: { partly: [{ taken: "other result" }], at: [""] },
  },
  {
    shows: "another result that did not come again: the tool says this and that",
    revision: "2026-07-28",
    capture: between(edited("1", say("no")), edited("1-again", say("yes"))),
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "an error, a failed call and the question again, which all refuse",
    revision: "2026-07-28",
    capture: between(
      refused("input-1-edited-state-1", CALL, -32602, { requestState: "abd" }),
      edited("2", say("bad state", { isError: true })),
      edited("3", { resultType: "input_required", requestState: "xyz" }),
    ),
    reads: { partly: [{ taken: "refused" }, { taken: "refused" }, { taken: "refused" }], at: ["", "", ""] },
  },
  {
    shows: "a state that is not verified and changes nothing, beside one that is refused",
    revision: "2026-07-28",
    capture: between(edited("1", say("yes")), refused("input-1-edited-state-2", CALL, -32602)),
    reads: { partly: [{ taken: "refused" }], at: [""] },
  },
  {
    shows: "states that change nothing",
    revision: "2026-07-28",
    capture: between(edited("1", say("yes")), edited("2", say("yes", { _meta: { took: 5 } }))),
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a result that repeats the state",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        ...ASKED,
        ...[1, 2, 3].map((times) => kept(times, say("state: abc"))),
        edited("1", say("state: abd")),
        edited("1-again", say("state: abd")),
      ],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a tool whose results change by themselves",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        ...ASKED,
        kept(1, say("1")),
        kept(2, say("1")),
        edited("1", say("2")),
        edited("1-again", say("2")),
        kept(3, say("3")),
      ],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a state that may be used once",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        ...ASKED,
        refused("input-1-kept-state-1", CALL, -32602),
        refused("input-1-kept-state-2", CALL, -32602),
      ],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a tool without a state",
    revision: "2026-07-28",
    capture: { exchanges: [answered("input-1", CALL, say("yes"))] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a capture of before, in which only one character was changed",
    revision: "2026-07-28",
    capture: { exchanges: [...ASKED, answered("input-1-changed-state", CALL, say("no"), { requestState: "abd" })] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "calls that the plan left out",
    revision: "2026-07-28",
    capture: { exchanges: [], not_probed: [leftOut("input", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
]);
