import { listFact } from "../lists.ts";

export const tools = listFact("tools/list", {
  name: "tools",
  doc: "Every tool the server lists, over all pages.",
  type: "Tool, as listed",
});

export const prompts = listFact("prompts/list", {
  name: "prompts",
  doc: "Every prompt the server lists, over all pages.",
  type: "Prompt, as listed",
});

export const resources = listFact("resources/list", {
  name: "resources",
  doc: "Every resource the server lists, over all pages.",
  type: "Resource, as listed",
});

export const resourceTemplates = listFact("resources/templates/list", {
  name: "resource_templates",
  doc: "Every resource template the server lists, over all pages.",
  type: "ResourceTemplate, as listed",
});
