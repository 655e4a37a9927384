import { member } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { listChanged, listNotifications } from "../common/list-notifications.ts";
import { listFact } from "../common/lists.ts";
import { listDifferences, repeatedNames } from "../common/passes.ts";
import { unadvertised } from "../common/unadvertised.ts";
import { entriesOn } from "../common/walks.ts";
import type { Seat } from "../view.ts";

export const RESOURCES = { method: "resources/list", key: "resources", label: "uri" } as const;
export const TEMPLATES = {
  method: "resources/templates/list",
  key: "resourceTemplates",
  label: "uriTemplate",
} as const;

export const resources = listFact({
  ...RESOURCES,
  name: "resources",
  doc: "Every resource the server lists, over all pages.",
  type: "Resource, as listed",
});

export const resourceTemplates = listFact({
  ...TEMPLATES,
  name: "resource_templates",
  doc: "Every resource template the server lists, over all pages.",
  type: "ResourceTemplate, as listed",
});

/** A first page: later ones depend on the cursor, which is another matter. */
const isFirstPage = (seat: Seat, method: string): boolean =>
  seat.method === method &&
  seat.exchange.deliberate !== true &&
  member(member(seat.request, "params"), "cursor") === undefined;

export const resourcesList = answersTo({
  name: "resources_list",
  doc: "The answers to resources/list for the first page.",
  steps: [/^(?:fresh-)?resources\/list(?:-again|-empty-params)?$/],
  where: (seat) => isFirstPage(seat, RESOURCES.method),
});

export const templatesList = answersTo({
  name: "templates_list",
  doc: "The answers to resources/templates/list for the first page.",
  steps: [/^(?:fresh-)?resources\/templates\/list(?:-again|-empty-params)?$/],
  where: (seat) => isFirstPage(seat, TEMPLATES.method),
});

export const repeatedResourceUris = repeatedNames(
  { name: "repeated_resource_uris", doc: "The uris that one listing of the resources holds more than once." },
  RESOURCES.method,
  RESOURCES.label,
);

export const resourceListDifferences = listDifferences(
  {
    name: "resource_list_differences",
    doc: "The resources and templates that one full listing holds and another one does not.",
  },
  [RESOURCES.method, TEMPLATES.method],
  listChanged("resource"),
);

export const resourceListNotifications = listNotifications("resource_list_notifications", "resource");

export const unadvertisedResources = unadvertised({
  name: "unadvertised_resources",
  doc: "The resources and templates listed by a server that does not advertise resources.",
  type: "Resource or ResourceTemplate, as listed",
  capability: "resources",
  methods: [RESOURCES.method, TEMPLATES.method],
  steps: ["resources/list-absent", "resources/templates/list-absent"],
  served: entriesOn,
});

export const unadvertisedTemplates = unadvertised({
  name: "unadvertised_templates",
  doc: "The templates listed by a server that does not advertise resources.",
  type: "ResourceTemplate, as listed",
  capability: "resources",
  methods: [TEMPLATES.method],
  steps: ["resources/templates/list-absent"],
  served: entriesOn,
});
