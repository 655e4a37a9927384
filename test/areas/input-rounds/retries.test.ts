import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenStateless } from "../given.ts";
import { type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, refused, unanswered } from "../small-captures.ts";

const CALL = "tools/call";
const q = { method: "elicitation/create", params: { message: "?" } };

const ask = (more: JsonObject): JsonObject => ({ resultType: "input_required", ...more });
const call = (result: Json, params: JsonObject = {}): Exchange =>
  answered("call", CALL, result, { name: "t", ...params });
const asked = call(ask({ inputRequests: { a: q }, requestState: "s" }));
const accept = { inputResponses: { a: { action: "accept" } }, requestState: "s" };

const reading = (shows: string, capture: SmallCapture, reads: ReadingCase["reads"]): ReadingCase =>
  givenStateless(shows, capture).reads(reads);

readingTable("input_retries", [
  reading(
    "an answer after which the call is done",
    { exchanges: [asked, call({ content: [] }, accept)] },
    {
      values: [{ outcome: "result", kind: "answered", asked_again: [], connection: "any" }],
      at: [""],
      exchanges: ["main/2"],
      names: ["t"],
      parts: [{ kind: "/request/params", asked_again: "/response/result/inputRequests", error: "/response/error" }],
      open: [null],
    },
  ),
  reading(
    "an answer that is refused, and one that is met with silence",
    {
      exchanges: [
        asked,
        refused("x", CALL, -32602, { name: "t", ...accept }),
        unanswered("x", CALL, { name: "t", ...accept }),
      ],
    },
    {
      values: [
        {
          outcome: "error",
          kind: "answered",
          asked_again: [],
          connection: "any",
          error: { code: -32602, message: "refused" },
        },
        { outcome: "silence", kind: "answered", asked_again: [], connection: "any" },
      ],
      open: [null, "timed-out"],
      except: [[], ["outcome", "kind", "connection"]],
    },
  ),
  reading(
    "the same question again, another one under its key, and a new one",
    {
      exchanges: [
        asked,
        call(ask({ inputRequests: { a: q, b: q } }), accept),
        call(ask({ inputRequests: { a: { ...q, params: { message: "!" } } } }), accept),
        call({ inputRequests: { a: q } }, accept),
      ],
    },
    { partly: [{ asked_again: ["a"] }, { asked_again: [] }, { asked_again: [] }] },
  ),
  reading(
    "questions that were declined, cancelled or not answered",
    {
      exchanges: [
        asked,
        ...[{ a: { action: "decline" } }, { a: { action: "cancel" } }, {}, { a: { roots: [] } }].map(
          (inputResponses: JsonObject) => call({}, { inputResponses, requestState: "s" }),
        ),
      ],
    },
    { partly: ["partly answered", "partly answered", "partly answered", "answered"].map((kind) => ({ kind })) },
  ),
  reading(
    "a state without questions",
    { exchanges: [call(ask({ requestState: "s" })), call({}, { requestState: "s" })] },
    { partly: [{ kind: "state only" }] },
  ),
  reading(
    "the last question with the same state and subject, of a read by its uri",
    {
      exchanges: [
        answered("read", "resources/read", ask({ inputRequests: { a: q } }), { uri: "test://a" }),
        answered("read", "resources/read", ask({ inputRequests: { b: q } }), { uri: "test://a" }),
        answered("read", "resources/read", {}, { uri: "test://a", inputResponses: { b: {} } }),
      ],
    },
    { partly: [{ kind: "answered" }], names: ["test://a"] },
  ),
  reading(
    "requests with another state, other arguments, before the question, and wrong on purpose",
    {
      exchanges: [
        call({}, accept),
        asked,
        call({}, { ...accept, requestState: "other" }),
        call({}, { ...accept, arguments: { x: 1 } }),
        answered("call", CALL, {}, { name: "u", ...accept }),
        answered("get", "prompts/get", {}, { name: "t", ...accept }),
        deliberate(call({}, accept)),
        call({}),
      ],
    },
    { values: [], lookedAt: ["/response/result", "/response/result", "/response/result"] },
  ),
  reading(
    "an answer on another connection than the question",
    {
      transport: "streamable-http",
      exchanges: [
        overHttp(asked, 200, { request_headers: [["Connection", "Close"]] }),
        overHttp(call({}, accept), 200, { request_headers: [["Connection", "keep-alive"]] }),
      ],
    },
    { partly: [{ connection: "other" }] },
  ),
  reading(
    "a result that only looks as if it asked",
    { exchanges: [call({ inputRequests: { a: q }, requestState: "s" }), call({}, accept)] },
    { values: [] },
  ),
  reading(
    "nothing that was called",
    { exchanges: [], not_probed: [leftOut("call", "unsafe-to-probe")] },
    { unseen: "unsafe-to-probe" },
  ),
]);
