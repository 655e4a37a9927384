import { type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { pageOf } from "../../../capture/app-tool.ts";
import { resultOf } from "../../../probe/exchange-draft.ts";
import { type Known, names, objectsIn, skipUnless } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { Step } from "../../../probe/plan/step.ts";
import { askTool, calledTools, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { APP_MIME_TYPE, APPS_EXTENSION } from "../../../protocol/extension-ids.ts";
import type { Limits } from "../../../wire/limits.ts";

const MAX_PAGES = 8;
const MAX_CALLS = 3;

/** What a client that can show apps declares; the stateful era says it once, in the handshake. */
export const APPS_DECLARED: JsonObject = { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } } };

const PAGE_SCHEME = "ui://";

/** A server that declares apps, names a page in a tool, or lists one. */
export const unlessApps = (known: Known): Skip | undefined =>
  skipUnless(
    valueAt(known.capabilities, "extensions", APPS_EXTENSION) !== undefined ||
      known.tools.some((tool) => pageOf(tool) !== undefined) ||
      names(known.resources, "uri").some((uri) => uri.startsWith(PAGE_SCHEME)),
    "nothing shows that the server has apps",
  );

/** The tools that this client is shown. */
class AppsSeen {
  tools: JsonObject[] = [];
}

/** Deliberate, because a list that depends on the client is not the list that others get. */
const listTools = (seen: AppsSeen, limits: Limits): Step => ({
  question: "app-tools",
  deliberate: true,
  skip: (known) => skipUnless(known.tools.length > 0, "the server lists no tools"),
  run: async (io) => {
    seen.tools = [];
    const cursors = new Set<string>();
    let params: JsonObject = {};
    for (let page = 1; page <= limits.pages && seen.tools.length <= limits.items; page += 1) {
      const as = page === 1 ? {} : { as: `page-${page}` };
      const result = resultOf(await io.ask("tools/list", params, { ...as, clientCapabilities: APPS_DECLARED }));
      for (const tool of objectsIn(member(result, "tools"))) seen.tools.push(tool);
      const cursor = stringMember(result, "nextCursor");
      if (cursor === undefined || cursors.has(cursor)) return;
      cursors.add(cursor);
      params = { cursor };
    }
  },
});

const readPages = (seen: AppsSeen): Step => ({
  question: "app-resource",
  run: async (io) => {
    const named = [...seen.tools, ...io.known.tools].flatMap((tool) => pageOf(tool) ?? []);
    const listed = names(io.known.resources, "uri").filter((uri) => uri.startsWith(PAGE_SCHEME));
    const uris = [...new Set([...named, ...listed])].slice(0, MAX_PAGES);
    await Promise.all(
      uris.map((uri, index) =>
        io.ask("resources/read", { uri }, { as: String(index + 1), clientCapabilities: APPS_DECLARED }),
      ),
    );
  },
});

const callTools = (seen: AppsSeen): Step => ({
  question: "app-call",
  skip: unlessCallable,
  run: async (io) => {
    const withPage = new Set(
      [...seen.tools, ...io.known.tools].flatMap((tool) =>
        pageOf(tool) === undefined ? [] : (stringMember(tool, "name") ?? []),
      ),
    );
    const wanted = calledTools(io.known).filter(({ name }) => withPage.has(name));
    await io.inTurn(
      wanted
        .slice(0, MAX_CALLS)
        .map(
          (choice, index) => () => askTool(io, choice, { as: String(index + 1), clientCapabilities: APPS_DECLARED }),
        ),
    );
  },
});

/** What is asked of a server with apps, in either era. */
export const appSteps = (limits: Limits): readonly (readonly Step[])[] => {
  const seen = new AppsSeen();
  return [[listTools(seen, limits)], [readPages(seen)], [callTools(seen)]];
};
