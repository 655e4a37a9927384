import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import { pageOf } from "../../capture/app-tool.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";

/** A page of an app as it was read, with a call that was recorded of a tool that names it. */
export interface ShownPage {
  readonly uri: string;
  readonly html: string;
  readonly call?: { readonly tool: string; readonly input: JsonObject; readonly result: JsonObject };
}

const PAGE_SCHEME = "ui://";

/** Every page that the session read, once. */
export const pagesToShow = ({ exchanges }: Capture): readonly ShownPage[] => {
  const pages = new Map<string, ShownPage>();
  for (const exchange of exchanges) {
    const uri = stringMember(paramsOf(exchange), "uri") ?? "";
    const isPage = uri.startsWith(PAGE_SCHEME) || exchange.step?.startsWith("app-resource-");
    if (methodOf(exchange) !== "resources/read" || !isPage || pages.has(uri)) continue;
    const html = listMember(member(exchange.response, "result"), "contents").flatMap(
      (content) => textOf(content) ?? [],
    );
    const [first] = html;
    if (first !== undefined) pages.set(uri, { uri, html: first, ...callFor(uri, exchanges) });
  }
  return [...pages.values()];
};

const methodOf = ({ request }: Exchange): string | undefined => stringMember(request, "method");
const paramsOf = ({ request }: Exchange): Json | undefined => member(request, "params");

const textOf = (content: Json): string | undefined => {
  const blob = stringMember(content, "blob");
  return (
    stringMember(content, "text") ?? (blob === undefined ? undefined : Buffer.from(blob, "base64").toString("utf8"))
  );
};

const callFor = (uri: string, exchanges: readonly Exchange[]): Pick<ShownPage, "call"> => {
  const tools = exchanges
    .filter((exchange) => methodOf(exchange) === "tools/list")
    .flatMap(({ response }) => listMember(member(response, "result"), "tools"))
    .flatMap((tool) => (pageOf(tool) === uri ? (stringMember(tool, "name") ?? []) : []));
  for (const exchange of exchanges) {
    const tool = stringMember(paramsOf(exchange), "name");
    const result = member(exchange.response, "result");
    if (methodOf(exchange) !== "tools/call" || tool === undefined || !tools.includes(tool)) continue;
    if (exchange.deliberate || !isJsonObject(result) || result["isError"] === true) continue;
    const input = member(paramsOf(exchange), "arguments");
    return { call: { tool, input: isJsonObject(input) ? input : {}, result } };
  }
  return {};
};
