import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { pageOf } from "../../../capture/app-tool.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { type ContentFinding, contentKey } from "../../../judge/core/content-findings.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { collect } from "../../../judge/core/messages.ts";
import { ofMethod } from "../../../judge/core/record-index.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { APPS_EXTENSION } from "../../../protocol/extension-ids.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

export const PAGE_SCHEME = "ui://";

/** A tool that names a page, as some client was shown it. */
interface AppTool {
  readonly record: ExchangeRecord;
  readonly pointer: string;
  readonly tool: Json;
  readonly name: string | undefined;
  readonly client: "declared" | "not-declared";
}

/** Every tool with metadata for apps, in any list that was answered. */
export const appToolsIn = (view: View): readonly AppTool[] => view.once(gatherTools);

const gatherTools = (view: View): readonly AppTool[] => {
  const own = new Set(recordsOf(view, ["app-tools:*"]).map(({ id }) => id));
  return collect(ofMethod(view, "tools/list"), (record) => {
    if (outcomeOf(record.exchange) !== "result" || (record.exchange.deliberate && !own.has(record.id)))
      return undefined;
    const tools = member(resultOf(record), "tools");
    if (!Array.isArray(tools)) return undefined;
    return collect(tools, (tool, index) => {
      if (pageOf(tool) === undefined && valueAt(tool, "_meta", "ui") === undefined) return undefined;
      const pointer = `/response/result/tools/${index}`;
      const client = own.has(record.id) || declaresApps(record) ? ("declared" as const) : ("not-declared" as const);
      return { record, pointer, tool, name: stringMember(tool, "name"), client };
    });
  });
};

const declaresApps = ({ request }: ExchangeRecord): boolean =>
  valueAt(metaOf(request)?.[META_KEY.clientCapabilities], "extensions", APPS_EXTENSION) !== undefined;

/** The names of the tools that have a page. */
export const namesWithPage = (view: View): ReadonlySet<string> =>
  new Set(appToolsIn(view).flatMap(({ tool, name }) => (pageOf(tool) === undefined ? [] : (name ?? []))));

export const listsOfTools = (view: View): readonly ExchangeRecord[] =>
  ofMethod(view, "tools/list").filter(({ exchange }) => outcomeOf(exchange) === "result");

/** One piece of content of a page. */
export interface PageContent {
  readonly record: ExchangeRecord;
  readonly index: number;
  readonly pointer: string;
  readonly content: Json;
  readonly asked: string | undefined;
  readonly finding: ContentFinding | undefined;
}

/** What was read of pages: those that tools name, and others under ui://. */
export const pageContents = (view: View): readonly PageContent[] => view.once(gatherContents);

const gatherContents = (view: View): readonly PageContent[] =>
  collect(view.records, (record) => {
    const asked = stringMember(paramsOf(record), "uri");
    const isPage = asked?.startsWith(PAGE_SCHEME) || record.step?.startsWith("app-resource-");
    if (record.method !== "resources/read" || record.exchange.deliberate || !isPage) return [];
    const contents = member(resultOf(record), "contents");
    return (Array.isArray(contents) ? contents : []).map((content, index) => ({
      record,
      index,
      pointer: `/response/result/contents/${index}`,
      content,
      asked,
      finding: view.contents?.contents.get(contentKey(record.id, index)),
    }));
  });
