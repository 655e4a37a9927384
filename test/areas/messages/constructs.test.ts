import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, heard, hearing } from "../small-captures.ts";

const called = (...types: string[]) =>
  answered("call", "tools/call", { content: types.map((type) => ({ type })) }, { name: "x" });

readingTable("constructs", [
  given("content of the agreed revision, and newer content", {
    revision: "2025-03-26",
    exchanges: [called("text", "resource_link", "hologram")],
  }).values(
    [
      { kind: "content", construct: "text", since: "2024-11-05", standing: "known" },
      { kind: "content", construct: "resource_link", since: "2025-06-18", standing: "newer" },
    ],
    { at: ["/response/result/content/0/type", "/response/result/content/1/type"], names: ["tools/call", "tools/call"] },
  ),
  given("content in the revision that brought it", {
    revision: "2025-06-18",
    exchanges: [called("resource_link", "audio", "image", "resource")],
  }).partly([
    { construct: "resource_link", standing: "known" },
    { construct: "audio", since: "2025-03-26", standing: "known" },
    { construct: "image", since: "2024-11-05" },
    { construct: "resource", since: "2024-11-05" },
  ]),
  given("methods, known and newer, and one that no revision has", {
    revision: "2025-06-18",
    exchanges: [
      hearing(called(), [
        heard({ method: "sampling/createMessage", id: 1, params: {} }),
        heard({ method: "elicitation/create", id: 2, params: {} }),
        heard({ method: "notifications/own" }),
        heard({ method: "notifications/tasks/status" }),
      ]),
    ],
  }).values(
    [
      { kind: "method", construct: "sampling/createMessage", since: "2024-11-05", standing: "known" },
      { kind: "method", construct: "elicitation/create", since: "2025-06-18", standing: "known" },
      { kind: "method", construct: "notifications/tasks/status", since: "2025-11-25", standing: "newer" },
    ],
    { at: [0, 1, 3].map((index) => `/meanwhile/${index}/message/method`) },
  ),
  given("content in the messages of a prompt, and the same content once more", {
    revision: "2024-11-05",
    exchanges: [
      answered("get", "prompts/get", {
        messages: [{ role: "user" }, { content: { type: "audio" } }, { content: { type: "audio" } }],
      }),
    ],
  }).values([{ kind: "content", construct: "audio", since: "2025-03-26", standing: "newer" }], {
    at: ["/response/result/messages/1/content/type"],
  }),
  given("a conversation that agreed on another revision", {
    conversations: [
      { id: "main", purpose: "", transport: "stdio", probes: "2025-11-25", revision: "2024-11-05", opened_ms: 0 },
    ],
    exchanges: [called("audio")],
  }).partly([{ construct: "audio", standing: "newer" }]),
  NOTHING,
]);
