import { answered, leftOut, type ReadingCase, readingTable, refused, unanswered } from "../reading-table.ts";
import { advertises, arrived, conversations, deliberate, message, page, unnamed, within } from "../small-captures.ts";

const LIST = "resources/list";
const TEMPLATES = "resources/templates/list";

const a = { uri: "test://a", name: "a" };
const b = { uri: "test://b", name: "b" };
const t = { uriTemplate: "test://t/{id}", name: "t" };
const u = { uriTemplate: "test://u/{id}", name: "u" };

readingTable("resources", [
  {
    shows: "the entries of two pages, the same one once",
    capture: { exchanges: [page(LIST, [a], { next: "2" }), page(LIST, [a, b, 7], { cursor: "2" })] },
    reads: {
      values: [a, b, 7],
      at: ["/response/result/resources/0", "/response/result/resources/1", "/response/result/resources/2"],
      exchanges: ["main/1", "main/2", "main/2"],
      names: ["test://a", "test://b", null],
      lookedAt: ["/response/result", "/response/result"],
    },
  },
  {
    shows: "no list at all where one should be, and another method",
    capture: { exchanges: [answered(LIST, LIST, { resources: "none" }), page(TEMPLATES, [t])] },
    reads: { values: [], lookedAt: ["/response/result"] },
  },
  {
    shows: "what was wrong on purpose and what was refused, which do not count",
    capture: { exchanges: [deliberate(page(LIST, [a])), refused(LIST, LIST, -32601)] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a list that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut(LIST, "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

readingTable("resource_templates", [
  {
    shows: "templates under the name of their pattern, and no resources",
    capture: { exchanges: [page(LIST, [a]), page(TEMPLATES, [t])] },
    reads: { values: [t], at: ["/response/result/resourceTemplates/0"], names: ["test://t/{id}"] },
  },
  {
    shows: "a list that the plan left out",
    capture: { exchanges: [page(LIST, [a])], not_probed: [leftOut(TEMPLATES, "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
]);

const firstPages = (method: string, other: string): readonly ReadingCase[] => [
  {
    shows: "first pages under each name of the plan, and no others",
    capture: {
      exchanges: [
        refused(method, method, -1),
        refused(`fresh-${method}`, method, -2),
        refused(`${method}-again`, method, -3),
        refused(`${method}-empty-params`, method, -4),
        refused(`${method}-page-2`, method, -5),
        refused(`${method}-bad-cursor`, method, -6),
        refused(other, other, -7),
      ],
    },
    reads: { partly: [-1, -2, -3, -4].map((code) => ({ outcome: "error", error: { code } })), at: ["", "", "", ""] },
  },
  {
    shows: "a first page in a capture without step names",
    capture: {
      exchanges: [
        unnamed(page(method, [])),
        unnamed(page(method, [], { cursor: "2" })),
        deliberate(unnamed(page(method, []))),
        unnamed(page(other, [])),
      ],
    },
    reads: { partly: [{ outcome: "result" }], exchanges: ["main/1"] },
  },
  {
    shows: "silence",
    capture: { exchanges: [unanswered(method, method)] },
    reads: { partly: [{ outcome: "silence" }], open: ["timed-out"] },
  },
];

readingTable("resources_list", firstPages(LIST, TEMPLATES));
readingTable("templates_list", firstPages(TEMPLATES, LIST));

readingTable("repeated_resource_uris", [
  {
    shows: "one uri twice on a page and once more on the next",
    capture: { exchanges: [page(LIST, [a, { ...a, name: "c" }, b], { next: "2" }), page(LIST, [b], { cursor: "2" })] },
    reads: {
      values: ["test://a", "test://b"],
      at: ["/response/result/resources/1/uri", "/response/result/resources/0/uri"],
      exchanges: ["main/1", "main/2"],
      names: ["test://a", "test://b"],
    },
  },
  {
    shows: "a page that comes again for its own cursor, which is another fault, and a list that was read twice",
    capture: { exchanges: [page(LIST, [a], { next: "2" }), page(LIST, [a], { cursor: "2" }), page(LIST, [a])] },
    reads: { values: [], lookedAt: ["/response/result", "/response/result"] },
  },
  {
    shows: "entries without a uri, and repeated templates",
    capture: { exchanges: [page(LIST, [{}, {}]), page(TEMPLATES, [t, t])] },
    reads: { values: [] },
  },
  {
    shows: "silence",
    capture: { exchanges: [unanswered(LIST, LIST)] },
    reads: { unseen: "not-probed" },
  },
]);

const changed = arrived(message("notifications/resources/list_changed"), 5);

readingTable("resource_list_differences", [
  {
    shows: "the same list on two connections",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [page(LIST, [a, b]), within("second", page(LIST, [b, a]))],
    },
    reads: { values: [], lookedAt: ["/response/result", "/response/result"] },
  },
  {
    shows: "what one connection lists and the other does not, resources and templates",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        page(LIST, [a]),
        within("second", page(LIST, [a, b])),
        page(TEMPLATES, [t, u]),
        within("second", page(TEMPLATES, [t])),
        page(LIST, [a]),
        page(TEMPLATES, [t, u]),
      ],
    },
    reads: {
      values: ["test://b", "test://u/{id}"],
      at: ["/response/result", "/response/result"],
      exchanges: ["main/1", "main/4"],
      names: ["test://b", "test://u/{id}"],
    },
  },
  {
    shows: "a list that is another one from some time on, which time may have changed",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [page(LIST, [a]), within("second", page(LIST, [b])), page(LIST, [b])],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a list that differs after it was announced to have changed",
    capture: { exchanges: [{ ...page(LIST, [a]), meanwhile: [changed] }, page(LIST, [b])] },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a list that is the same although it was announced to have changed",
    capture: { exchanges: [{ ...page(LIST, [a]), meanwhile: [changed] }, page(LIST, [a])] },
    reads: { values: [] },
  },
  {
    shows: "a second reading that did not come to the end",
    capture: { exchanges: [page(LIST, [a, b]), page(LIST, [a], { next: "2" })] },
    reads: { unseen: "not-probed" },
  },
]);

readingTable("resource_list_changed", [
  {
    shows: "a change on a pipe, with and without an announcement, and the same list again",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        { ...page(LIST, [a]), meanwhile: [changed] },
        page(LIST, [b]),
        within("second", page(LIST, [a, b])),
        within("second", page(LIST, [b, a])),
        within("second", page(LIST, [b])),
      ],
    },
    reads: { values: [{ announced: 1 }, { announced: 0 }], exchanges: ["main/2", "main/5"] },
  },
  { shows: "no list", capture: { exchanges: [] }, reads: { unseen: "not-probed" } },
]);

readingTable("resource_list_notifications", [
  {
    shows: "the right name and names that are meant for it, and no others",
    capture: {
      exchanges: [
        {
          ...answered("ping", "ping", {}),
          meanwhile: [
            "notifications/resources/list_changed",
            "notifications/resources/listChanged",
            "resources/changed",
            "notifications/resource/list_changed",
            "notifications/resources/updated",
            "notifications/tools/list_changed",
          ].map((method) => arrived(message(method))),
        },
      ],
    },
    reads: {
      partly: [
        { method: "notifications/resources/list_changed" },
        { method: "notifications/resources/listChanged" },
        { method: "resources/changed" },
        { method: "notifications/resource/list_changed" },
      ],
      at: [0, 1, 2, 3].map((index) => `/meanwhile/${index}/message`),
      names: [
        "notifications/resources/list_changed",
        "notifications/resources/listChanged",
        "resources/changed",
        "notifications/resource/list_changed",
      ],
    },
  },
  {
    shows: "a server that said nothing at all",
    capture: { exchanges: [unanswered("ping", "ping")] },
    reads: { unseen: "not-probed" },
  },
]);

readingTable("unadvertised_resources", [
  {
    shows: "resources and templates although resources is not advertised",
    capture: {
      exchanges: [
        advertises({ tools: {} }),
        page(LIST, [a], { step: `${LIST}-absent` }),
        page(TEMPLATES, [t], { step: `${TEMPLATES}-absent` }),
      ],
    },
    reads: {
      values: [a, t],
      at: ["/response/result/resources/0", "/response/result/resourceTemplates/0"],
      exchanges: ["main/2", "main/3"],
    },
  },
  {
    shows: "a refusal",
    capture: { exchanges: [advertises({}), refused(`${LIST}-absent`, LIST, -32601)] },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "resources that are advertised",
    capture: { exchanges: [advertises({ resources: {} }), page(LIST, [a])] },
    reads: { values: [], lookedAt: ["/response/result/capabilities"] },
  },
  {
    shows: "no answer",
    capture: { exchanges: [advertises({}), unanswered(`${LIST}-absent`, LIST)] },
    reads: { unseen: "timed-out" },
  },
  {
    shows: "a question that was left out, and a server whose capabilities are unknown",
    capture: { exchanges: [advertises({})], not_probed: [leftOut(`${TEMPLATES}-absent`, "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  { shows: "unknown capabilities", capture: { exchanges: [page(LIST, [a])] }, reads: { unseen: "not-probed" } },
]);

readingTable("unadvertised_templates", [
  {
    shows: "templates although resources is not advertised, and no resources",
    capture: { exchanges: [advertises({}), page(LIST, [a]), page(TEMPLATES, [t])] },
    reads: { values: [t], at: ["/response/result/resourceTemplates/0"], exchanges: ["main/3"] },
  },
  {
    shows: "a question that was left out",
    capture: {
      exchanges: [advertises({}), page(LIST, [a])],
      not_probed: [leftOut(`${TEMPLATES}-absent`, "unsafe-to-probe")],
    },
    reads: { unseen: "unsafe-to-probe" },
  },
]);
