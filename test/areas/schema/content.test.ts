import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, leftOut, message, page } from "../small-captures.ts";

const text = { type: "text", text: "a" };
const image = { type: "image", data: "AAEC", mimeType: "image/png" };
const embedded = { type: "resource", resource: { uri: "test://a", blob: "AA==" } };

const call = (content: Json, more: JsonObject = {}): Exchange => answered("call", "tools/call", { content, ...more });
const get = (...messages: Json[]): Exchange => answered("get", "prompts/get", { messages });
const said = (content: Json, role = "user") => ({ role, content });
const sample = (...messages: Json[]) => message("sampling/createMessage", { messages }, 1);
const sampling = (...messages: Json[]): Exchange =>
  hearing(answered("ping", "ping", {}), [arrived(sample(...messages))]);

readingTable("content_blocks", [
  given("the blocks of tools, with how their bytes are written", [
    call([text, image, embedded, { ...image, data: "data:,x" }, text]),
  ]).values(
    [
      { block: text },
      { block: image, encoding: "base64" },
      { block: embedded, encoding: "base64" },
      { block: { ...image, data: "data:,x" }, encoding: "data-url" },
    ],
    {
      at: [0, 1, 2, 3].map((index) => `/response/result/content/${index}`),
      parts: [
        { block: "/response/result/content/0" },
        { encoding: "/response/result/content/1/data" },
        { encoding: "/response/result/content/2/resource/blob" },
        {},
      ],
    },
  ),
  given("the blocks of prompts and of sampling, one or several in a message, and in a result that asks", [
    get(said({ n: 1 }), said([{ n: 2 }, { n: 3 }]), { role: "user" }),
    sampling(said({ n: 4 }), said([{ n: 5 }])),
    answered("call", "tools/call", {
      resultType: "input_required",
      content: [{ n: 0 }],
      inputRequests: { "a/b": { method: "sampling/createMessage", params: { messages: [said({ n: 6 })] } } },
    }),
  ]).values(
    [1, 2, 3, 4, 5, 6].map((n) => ({ block: { n } })),
    {
      at: [
        "/response/result/messages/0/content",
        "/response/result/messages/1/content/0",
        "/response/result/messages/1/content/1",
        "/meanwhile/0/message/params/messages/0/content",
        "/meanwhile/0/message/params/messages/1/content/0",
        "/response/result/inputRequests/a~1b/params/messages/0/content",
      ],
    },
  ),
  given("content that is no list, a task, and other methods", [
    call("text"),
    answered("call", "tools/call", { task: {}, content: [text] }, { task: {} }),
    answered("x", "other/method", { content: [text], messages: [said(text)] }),
  ]).unseen("not-probed"),
  given("calls that the plan left out", [leftOut("call", "unsafe-to-probe")]).leftOut(),
]);

const contents = { uri: "test://a", text: "a" };

readingTable("resource_contents", [
  given("contents that were read or embedded, the same once", [
    answered("read", "resources/read", { contents: [contents, 7] }),
    call([{ type: "resource", resource: contents }, embedded, { type: "resource_link", resource: { uri: "x" } }]),
    answered("x", "other/method", { contents: [{ uri: "y" }] }),
  ]).values([contents, 7, embedded.resource], {
    at: ["/response/result/contents/0", "/response/result/contents/1", "/response/result/content/1/resource"],
  }),
  given("a read that the plan left out", [call([text]), leftOut("read-2", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);

const annotated = (audience: Json): JsonObject => ({ annotations: { audience } });

readingTable("roles", [
  given("each different role of prompts, sampling and audiences", [
    get(said(text, "user"), said(text, "user"), { content: text }),
    sampling(said(text, "system")),
    page("resources/list", [{ uri: "test://a", name: "a", ...annotated(["assistant", "user"]) }]),
    call([
      { ...text, ...annotated(["nobody"]) },
      { ...text, ...annotated("all") },
    ]),
  ]).values(["user", "system", "assistant", "user", "nobody"], {
    at: [
      "/response/result/messages/0/role",
      "/meanwhile/0/message/params/messages/0/role",
      "/response/result/resources/0/annotations/audience/0",
      "/response/result/resources/0/annotations/audience/1",
      "/response/result/content/0/annotations/audience/0",
    ],
    names: [null, null, "a", "a", null],
  }),
  given("prompts that the plan left out", [call([text]), leftOut("get", "not-offered")]).leftOut(),
]);

readingTable("annotations", [
  given("annotations of resources, templates and blocks, and not those of tools", [
    page("resources/list", [{ uri: "test://a", name: "a", annotations: { n: 1 } }, { uri: "test://b" }]),
    page("resources/templates/list", [{ uriTemplate: "test://{x}", name: "b", annotations: "odd" }]),
    page("tools/list", [{ name: "t", annotations: { n: 3 } }]),
    get(said({ ...text, annotations: { n: 4 } })),
  ]).values([{ n: 1 }, "odd", { n: 4 }], {
    at: [
      "/response/result/resources/0/annotations",
      "/response/result/resourceTemplates/0/annotations",
      "/response/result/messages/0/content/annotations",
    ],
    names: ["a", "b", null],
    lookedAt: ["/response", "/response"],
  }),
  given("lists without any", [page("resources/list", [{ uri: "test://a" }])]).values([], { lookedAt: ["/response"] }),
  given("nothing that could have some", [call([text]), leftOut("resources/list", "not-offered")]).leftOut(),
]);
