import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable } from "../reading-table.ts";
import { arrived, conversations, message, NOTHING, statelessMeta, within } from "../small-captures.ts";

const SAMPLE = "sampling/createMessage";

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const call = (...params: JsonObject[]): Exchange => ({
  ...answered("call", "tools/call", {}, { name: "t" }),
  meanwhile: params.map((entry, index) => arrived(message(SAMPLE, entry, index))),
});
const said = (role: string, ...content: Json[]) => ({ role, content });
const use = (id: string) => ({ type: "tool_use", id });
const outcome = (toolUseId: string) => ({ type: "tool_result", toolUseId });

readingTable("sampling_requests", [
  {
    shows: "what the client had declared, and the media with how they are written",
    capture: {
      exchanges: [
        initialize({ sampling: { tools: {}, context: {}, other: {} } }),
        call({
          messages: [
            { role: "user", content: { type: "image", data: "AAEC", mimeType: "image/png" } },
            said("user", { type: "audio", data: "data:,x" }, { type: "text", text: "hi" }, { type: "image" }),
          ],
        }),
      ],
    },
    reads: {
      partly: [
        {
          declared: ["sampling", "tools", "context"],
          media: [
            { type: "image", encoding: "base64", mimeType: "image/png" },
            { type: "audio", encoding: "data-url" },
            { type: "image" },
          ],
          tool_blocks: [],
          unmatched: [],
        },
      ],
      at: ["/meanwhile/0/message"],
      names: ["t"],
      parts: [{ params: "/meanwhile/0/message/params", media: "/meanwhile/0/message/params" }],
    },
  },
  {
    shows: "tools whose results follow in the next message of the user",
    capture: {
      exchanges: [
        call({
          messages: [said("user"), said("assistant", use("1"), use("2")), said("user", outcome("2"), outcome("1"))],
        }),
      ],
    },
    reads: {
      values: [
        {
          media: [],
          tool_blocks: [use("1"), use("2"), outcome("2"), outcome("1")],
          unmatched: [],
          params: {
            messages: [said("user"), said("assistant", use("1"), use("2")), said("user", outcome("2"), outcome("1"))],
          },
        },
      ],
    },
  },
  {
    shows: "a use without its result, a result without its use, two results of one use, and one in the wrong mouth",
    capture: {
      exchanges: [
        call(
          { messages: [said("assistant", use("1")), said("user", { type: "text" }), said("user", outcome("1"))] },
          { messages: [said("user", outcome("9"))] },
          { messages: [said("assistant", use("1")), said("user", outcome("1"), outcome("1"))] },
          { messages: [said("assistant", use("1")), said("assistant", outcome("1"))] },
          { messages: "none" },
        ),
      ],
    },
    reads: {
      partly: [
        { unmatched: ["1"] },
        { unmatched: ["9"] },
        { unmatched: [] },
        { unmatched: ["1"] },
        { unmatched: [], media: [] },
      ],
    },
  },
  {
    shows: "a client that declared nothing, plain sampling, and one whose handshake nobody knows",
    capture: {
      conversations: conversations(["main", "second", "third"]),
      exchanges: [
        initialize({}),
        call({ a: 1 }),
        within("second", initialize({ sampling: {} })),
        within("second", call({ a: 2 })),
        within("third", call({ a: 3 })),
      ],
    },
    reads: {
      values: [
        { declared: [], media: [], tool_blocks: [], unmatched: [], params: { a: 1 } },
        { declared: ["sampling"], media: [], tool_blocks: [], unmatched: [], params: { a: 2 } },
        { media: [], tool_blocks: [], unmatched: [], params: { a: 3 } },
      ],
    },
  },
  {
    shows: "stateless: in a result, with what this very request declared",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        answered(
          "call",
          "tools/call",
          { inputRequests: { "a/b": { method: SAMPLE, params: {} }, c: { method: "roots/list" } } },
          { name: "t", _meta: statelessMeta({ sampling: { tools: {} } }) },
        ),
        answered("call", "tools/call", { inputRequests: { a: { method: SAMPLE } } }, { name: "old" }),
      ],
    },
    reads: {
      values: [{ declared: ["sampling", "tools"], media: [], tool_blocks: [], unmatched: [], params: {} }],
      at: ["/response/result/inputRequests/a~1b"],
      names: ["t"],
    },
  },
  {
    shows: "other questions, and the same one as a notification",
    capture: {
      exchanges: [
        {
          ...answered("call", "tools/call", {}),
          meanwhile: [arrived(message("roots/list", {}, 1)), arrived(message("notifications/sampling", {}))],
        },
      ],
    },
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);
