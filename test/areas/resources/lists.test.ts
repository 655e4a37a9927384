import { given, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  page,
  refused,
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

const LIST = "resources/list";
const TEMPLATES = "resources/templates/list";

const a = { uri: "test://a", name: "a" };
const b = { uri: "test://b", name: "b" };
const t = { uriTemplate: "test://t/{id}", name: "t" };
const u = { uriTemplate: "test://u/{id}", name: "u" };

readingTable("resources", [
  given("the entries of two pages, the same one once", [
    page(LIST, [a], { next: "2" }),
    page(LIST, [a, b, 7], { cursor: "2" }),
  ]).values([a, b, 7], {
    at: ["/response/result/resources/0", "/response/result/resources/1", "/response/result/resources/2"],
    exchanges: ["main/1", "main/2", "main/2"],
    names: ["test://a", "test://b", null],
    lookedAt: ["/response/result", "/response/result"],
  }),
  given("no list at all where one should be, and another method", [
    answered(LIST, LIST, { resources: "none" }),
    page(TEMPLATES, [t]),
  ]).values([], { lookedAt: ["/response/result"] }),
  given("what was wrong on purpose and what was refused, which do not count", [
    deliberate(page(LIST, [a])),
    refused(LIST, LIST, -32601),
  ]).unseen("not-probed"),
  given("a list that the plan left out", [leftOut(LIST, "not-offered")]).leftOut(),
]);

readingTable("resource_templates", [
  given("templates under the name of their pattern, and no resources", [page(LIST, [a]), page(TEMPLATES, [t])]).values(
    [t],
    { at: ["/response/result/resourceTemplates/0"], names: ["test://t/{id}"] },
  ),
  given("a list that the plan left out", [page(LIST, [a]), leftOut(TEMPLATES, "prerequisite-missing")]).leftOut(),
]);

const firstPages = (method: string, other: string): readonly ReadingCase[] => [
  given("first pages under each name of the plan, and no others", [
    refused(method, method, -1),
    refused(`fresh-${method}`, method, -2),
    refused(`${method}-again`, method, -3),
    refused(`${method}-empty-params`, method, -4),
    refused(`${method}-page-2`, method, -5),
    refused(`${method}-bad-cursor`, method, -6),
    refused(other, other, -7),
  ]).partly(
    [-1, -2, -3, -4].map((code) => ({ outcome: "error", error: { code } })),
    { at: ["", "", "", ""] },
  ),
  given("a first page in a capture without step names", [
    unnamed(page(method, [])),
    unnamed(page(method, [], { cursor: "2" })),
    deliberate(unnamed(page(method, []))),
    unnamed(page(other, [])),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/1"] }),
  given("silence", [unanswered(method, method)]).partly([{ outcome: "silence" }], { open: ["timed-out"] }),
];

readingTable("resources_list", firstPages(LIST, TEMPLATES));
readingTable("templates_list", firstPages(TEMPLATES, LIST));

readingTable("repeated_resource_uris", [
  given("one uri twice on a page and once more on the next", [
    page(LIST, [a, { ...a, name: "c" }, b], { next: "2" }),
    page(LIST, [b], { cursor: "2" }),
  ]).values(["test://a", "test://b"], {
    at: ["/response/result/resources/1/uri", "/response/result/resources/0/uri"],
    exchanges: ["main/1", "main/2"],
    names: ["test://a", "test://b"],
  }),
  given("a page that comes again for its own cursor, which is another fault, and a list that was read twice", [
    page(LIST, [a], { next: "2" }),
    page(LIST, [a], { cursor: "2" }),
    page(LIST, [a]),
  ]).values([], { lookedAt: ["/response/result", "/response/result"] }),
  given("entries without a uri, and repeated templates", [page(LIST, [{}, {}]), page(TEMPLATES, [t, t])]).values([]),
  given("silence", [unanswered(LIST, LIST)]).unseen("not-probed"),
]);

const changed = arrived(message("notifications/resources/list_changed"), 5);

readingTable("resource_list_differences", [
  given("the same list on two connections", [page(LIST, [a, b]), within("second", page(LIST, [b, a]))]).values([], {
    lookedAt: ["/response/result", "/response/result"],
  }),
  given("what one connection lists and the other does not, resources and templates", [
    page(LIST, [a]),
    within("second", page(LIST, [a, b])),
    page(TEMPLATES, [t, u]),
    within("second", page(TEMPLATES, [t])),
    page(LIST, [a]),
    page(TEMPLATES, [t, u]),
  ]).values(["test://b", "test://u/{id}"], {
    at: ["/response/result", "/response/result"],
    exchanges: ["main/1", "main/4"],
    names: ["test://b", "test://u/{id}"],
  }),
  given("a list that is another one from some time on, which time may have changed", [
    page(LIST, [a]),
    within("second", page(LIST, [b])),
    page(LIST, [b]),
  ]).unseen("prerequisite-missing"),
  given("a list that differs after it was announced to have changed", [
    hearing(page(LIST, [a]), [changed]),
    page(LIST, [b]),
  ]).unseen("prerequisite-missing"),
  given("a list that is the same although it was announced to have changed", [
    hearing(page(LIST, [a]), [changed]),
    page(LIST, [a]),
  ]).values([]),
  given("a second reading that did not come to the end", [page(LIST, [a, b]), page(LIST, [a], { next: "2" })]).unseen(
    "not-probed",
  ),
]);

readingTable("resource_list_changed", [
  given("a change on a pipe, with and without an announcement, and the same list again", [
    hearing(page(LIST, [a]), [changed]),
    page(LIST, [b]),
    within("second", page(LIST, [a, b])),
    within("second", page(LIST, [b, a])),
    within("second", page(LIST, [b])),
  ]).values([{ announced: 1 }, { announced: 0 }], { exchanges: ["main/2", "main/5"] }),
  given("no list").unseen("not-probed"),
]);

readingTable("resource_list_notifications", [
  given("the right name and names that are meant for it, and no others", [
    hearing(
      answered("ping", "ping", {}),
      [
        "notifications/resources/list_changed",
        "notifications/resources/listChanged",
        "resources/changed",
        "notifications/resource/list_changed",
        "notifications/resources/updated",
        "notifications/tools/list_changed",
      ].map((method) => arrived(message(method))),
    ),
  ]).partly(
    [
      { method: "notifications/resources/list_changed" },
      { method: "notifications/resources/listChanged" },
      { method: "resources/changed" },
      { method: "notifications/resource/list_changed" },
    ],
    {
      at: [0, 1, 2, 3].map((index) => `/meanwhile/${index}/message`),
      names: [
        "notifications/resources/list_changed",
        "notifications/resources/listChanged",
        "resources/changed",
        "notifications/resource/list_changed",
      ],
    },
  ),
  given("a server that said nothing at all", [unanswered("ping", "ping")]).unseen("not-probed"),
]);

readingTable("unadvertised_resources", [
  given("resources and templates although resources is not advertised", [
    advertises({ tools: {} }),
    page(LIST, [a], { step: `${LIST}-absent` }),
    page(TEMPLATES, [t], { step: `${TEMPLATES}-absent` }),
  ]).values([a, t], {
    at: ["/response/result/resources/0", "/response/result/resourceTemplates/0"],
    exchanges: ["main/2", "main/3"],
  }),
  given("a refusal", [advertises({}), refused(`${LIST}-absent`, LIST, -32601)]).values([], { lookedAt: [""] }),
  given("resources that are advertised", [advertises({ resources: {} }), page(LIST, [a])]).values([], {
    lookedAt: ["/response/result/capabilities"],
  }),
  given("no answer", [advertises({}), unanswered(`${LIST}-absent`, LIST)]).unseen("timed-out"),
  given("a question that was left out, and a server whose capabilities are unknown", [
    advertises({}),
    leftOut(`${TEMPLATES}-absent`, "unsafe-to-probe"),
  ]).leftOut(),
  given("unknown capabilities", [page(LIST, [a])]).unseen("not-probed"),
]);

readingTable("unadvertised_templates", [
  given("templates although resources is not advertised, and no resources", [
    advertises({}),
    page(LIST, [a]),
    page(TEMPLATES, [t]),
  ]).values([t], { at: ["/response/result/resourceTemplates/0"], exchanges: ["main/3"] }),
  given("a question that was left out", [
    advertises({}),
    page(LIST, [a]),
    leftOut(`${TEMPLATES}-absent`, "unsafe-to-probe"),
  ]).leftOut(),
]);
