import { isJsonObject, member, valueAt } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { clientFact, partOf } from "../../judge/core/client/fact.ts";
import { discoveredBefore } from "../../judge/core/client/known.ts";
import { declarationIn, type Message, statelessRequestsIn, type View } from "../../judge/core/client/view.ts";
import { TASKS_EXTENSION } from "../../protocol/meta-keys.ts";

/** Methods that only an extension has, with its name. */
const EXTENSION_METHODS: readonly (readonly [prefix: string, extension: string])[] = [
  ["tasks/", TASKS_EXTENSION],
  ["ui/", "io.modelcontextprotocol/ui"],
];

/** The server must have shown its capabilities, and must not have handed out a task all the same. */
export const extensionRequests = clientFact("extension_requests", {
  doc: "Every request of an extension that the server, which had told what it supports, does not support.",
  type: "the method",
  missing: "the client goes on after server/discover is answered",
  among: statelessRequestsIn,
  only: (sent, view) => discoveredBefore(sent, "capabilities", view) !== undefined,
  pick: (sent, view) => {
    const found = EXTENSION_METHODS.find(([prefix]) => sent.method?.startsWith(prefix));
    if (!found || sent.method === undefined) return undefined;
    const isOffered = valueAt(discoveredBefore(sent, "capabilities", view), "extensions", found[1]) !== undefined;
    return isOffered || view.once(gatherTasks).length > 0 ? undefined : partOf(sent, sent.method, "/method");
  },
});

const gatherTasks = (view: View): readonly Message[] =>
  statelessRequestsIn(view).filter(({ result }) => member(result, "resultType") === "task");

export const declaredExtensions = clientFact("declared_extensions", {
  doc: "Every extension a client declares.",
  type: "object: id, settings",
  pick: (sent) => {
    const { value, pointer } = declarationIn(sent);
    const found = member(value, "extensions");
    return Object.entries(isJsonObject(found) ? found : {}).map(([id, settings]) => {
      const item = partOf(sent, { id, settings }, pointer + toPointer(["extensions", id]));
      return { ...item, name: id, parts: { id: item.pointer, settings: item.pointer } };
    });
  },
});

export const declaredExperimental = clientFact("declared_experimental", {
  doc: "The experimental capabilities a client declares.",
  type: "as sent",
  pick: (sent) => {
    const { value, pointer } = declarationIn(sent);
    const found = member(value, "experimental");
    return found === undefined ? undefined : partOf(sent, found, `${pointer}/experimental`);
  },
});
