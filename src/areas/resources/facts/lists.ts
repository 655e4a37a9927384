import { member } from "../../../base/json.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import type { ExchangeRecord } from "../../../judge/core/fact.ts";
import { listChangedFact } from "../../../judge/core/list-changes.ts";
import { listDifferences, repeatedNames } from "../../../judge/core/list-consistency.ts";
import { listChanged, listNotifications } from "../../../judge/core/list-notifications.ts";
import { entriesOn } from "../../../judge/core/listings.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { unadvertised } from "../../../judge/core/unadvertised.ts";

/** A first page: later ones depend on the cursor, which is another matter. */
const isFirstPage = (record: ExchangeRecord, method: string): boolean =>
  record.method === method && record.exchange.deliberate !== true && member(paramsOf(record), "cursor") === undefined;

export const resourcesList = answersTo({
  name: "resources_list",
  doc: "The answers to resources/list for the first page.",
  questions: ["resources/list", "resources/list-again", "resources/list-empty-params", "fresh-resources/list"],
  where: (record) => isFirstPage(record, "resources/list"),
});

export const templatesList = answersTo({
  name: "templates_list",
  doc: "The answers to resources/templates/list for the first page.",
  questions: [
    "resources/templates/list",
    "resources/templates/list-again",
    "resources/templates/list-empty-params",
    "fresh-resources/templates/list",
  ],
  where: (record) => isFirstPage(record, "resources/templates/list"),
});

export const repeatedResourceUris = repeatedNames(
  { name: "repeated_resource_uris", doc: "The uris that one listing of the resources holds more than once." },
  "resources/list",
  "uri",
);

export const resourceListDifferences = listDifferences(
  {
    name: "resource_list_differences",
    doc: "The resources and templates that one full listing holds and another one does not.",
  },
  ["resources/list", "resources/templates/list"],
  listChanged("resource"),
);

export const resourceListChanged = listChangedFact("resource_list_changed", "resources");

export const resourceListNotifications = listNotifications("resource_list_notifications", "resource");

export const unadvertisedResources = unadvertised({
  name: "unadvertised_resources",
  doc: "The resources and templates listed by a server that does not advertise resources.",
  type: "Resource or ResourceTemplate, as listed",
  capability: "resources",
  methods: ["resources/list", "resources/templates/list"],
  questions: ["resources/list-absent", "resources/templates/list-absent"],
  served: entriesOn,
});

export const unadvertisedTemplates = unadvertised({
  name: "unadvertised_templates",
  doc: "The templates listed by a server that does not advertise resources.",
  type: "ResourceTemplate, as listed",
  capability: "resources",
  methods: ["resources/templates/list"],
  questions: ["resources/templates/list-absent"],
  served: entriesOn,
});
