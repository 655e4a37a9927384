import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";

/** The resources of a server, as the checks of widgets see them. */
export interface ReadResources {
  /** By address; undefined where the list was not seen whole, or templates may serve more. */
  readonly all: ReadonlyMap<string, JsonObject> | undefined;
}

/** How a widget is served to ChatGPT, and to hosts of MCP Apps. */
const WIDGET_TYPES = ["text/html+skybridge", "text/html;profile=mcp-app"];

/** The address of the page that shows what a tool answers; undefined where it has none. */
const templateOf = (tool: JsonObject): string | undefined => {
  const meta = member(tool, "_meta");
  return (
    stringMember(meta, "openai/outputTemplate") ??
    stringMember(member(meta, "ui"), "resourceUri") ??
    stringMember(meta, "ui/resourceUri")
  );
};

/** What is wrong with the page that a tool names: its address, that nobody serves it, or how. */
export const widgetProblem = (tool: JsonObject, { all }: ReadResources): string | undefined => {
  const uri = templateOf(tool);
  if (uri === undefined) return undefined;
  const shown = JSON.stringify(uri.slice(0, 120));
  if (!/^ui:\/\//.test(uri)) return `${shown} is no ui:// address`;
  const resource = all?.get(uri);
  if (!resource) return all ? `${shown} is not among the resources` : undefined;
  const type = stringMember(resource, "mimeType");
  const plain = type?.toLowerCase().replaceAll(/\s/g, "");
  return plain === undefined || WIDGET_TYPES.includes(plain)
    ? undefined
    : `${shown} is served as ${JSON.stringify(type?.slice(0, 60))}`;
};

/** What the policy of a widget lets everything through by; a policy that only the page itself has is not seen. */
export const openWidgetPolicy = (tool: JsonObject, { all }: ReadResources): string | undefined => {
  const meta = member(all?.get(templateOf(tool) ?? ""), "_meta");
  const policies = [member(meta, "openai/widgetCSP"), valueAt(meta, "ui", "csp")];
  for (const policy of policies)
    for (const [name, domains] of isJsonObject(policy) ? Object.entries(policy) : [])
      if (Array.isArray(domains) && domains.some(isAnywhere)) return `${name} allows any address`;
  return undefined;
};

const isAnywhere = (domain: Json): boolean =>
  typeof domain === "string" && /^(?:\*|(?:https?|wss?):(?:\/\/\*?)?)$/.test(domain.trim());

/** A link to a privacy policy that anybody on the way can change. */
export const openPrivacyLink = (texts: readonly string[]): string | undefined =>
  texts
    .flatMap((text) => text.match(/\bhttp:\/\/[^\s"'<>)\]]+/gi) ?? [])
    .find((link) => /privacy/i.test(link))
    ?.slice(0, 120);
