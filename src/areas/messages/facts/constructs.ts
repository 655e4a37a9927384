import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import type { Item, View } from "../../../judge/core/fact.ts";
import { amongHeard, collect, type Heard } from "../../../judge/core/messages.ts";
import { conversationNamed } from "../../../judge/core/record-index.ts";
import { METHODS, NOTIFICATIONS } from "../../../protocol/methods.ts";
import { compareRevisions, wireVersion } from "../../../protocol/revision.ts";

/** When what a server may send came into the protocol. Only closed sets: unknown members are tolerated everywhere. */
const CONTENT_SINCE: Readonly<Record<string, string>> = {
  text: "2024-11-05",
  image: "2024-11-05",
  resource: "2024-11-05",
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

/** What a server may send. `notifications/tasks` belongs to an extension, which no revision brought. */
const METHOD_SINCE: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...METHODS, ...NOTIFICATIONS }).flatMap(([name, { sender, since }]) =>
    sender === "client" || name === "notifications/tasks" ? [] : [[name, since]],
  ),
);

/** Methods and content types the server used, dated, beside the revision of the conversation. */
export const constructs = defineFact({
  name: "constructs",
  doc: "Methods and content types the server used, the revision that brought each, and whether the agreed one knows it.",
  type: "object: kind (method, content), construct, since, standing (known, newer)",
  derived: ["kind", "since", "standing"],
  words: { newer: "it came with a later revision than the agreed one" },
  read: (view) => amongHeard(view, (heard) => distinct(collect(heard, (one) => datedIn(one, view)))),
});

const datedIn = (heard: Heard, view: View): readonly Item[] => {
  // The odd handshakes agree on another revision than the one under test.
  const agreed = conversationNamed(view, heard.conversation)?.revision ?? wireVersion(view.revision);
  const item = (kind: string, construct: string, since: string, pointer: string): Item => {
    const standing = compareRevisions(since, agreed) > 0 ? "newer" : "known";
    return derivedItem(
      { exchange: heard.exchange, pointer },
      { kind, construct, since, standing },
      heard.record?.method,
    );
  };
  const method = stringMember(heard.value, "method");
  const since = METHOD_SINCE.get(method ?? "");
  if (method !== undefined)
    return since === undefined ? [] : [item("method", method, since, `${heard.pointer}/method`)];
  return contentIn(member(heard.value, "result")).flatMap(({ block, at }) => {
    const type = stringMember(block, "type");
    const from = type === undefined ? undefined : CONTENT_SINCE[type];
    return type === undefined || from === undefined
      ? []
      : [item("content", type, from, `${heard.pointer}/result${at}/type`)];
  });
};

/** The content blocks of a tool result or of a prompt's messages. */
const contentIn = (result: Json | undefined): readonly { block: Json; at: string }[] => {
  if (!isJsonObject(result)) return [];
  const { content, messages } = result;
  const blocks = Array.isArray(content) ? content.map((block, index) => ({ block, at: `/content/${index}` })) : [];
  const said = Array.isArray(messages)
    ? messages.flatMap((message, index) => {
        const block = member(message, "content");
        return block === undefined ? [] : [{ block, at: `/messages/${index}/content` }];
      })
    : [];
  return [...blocks, ...said];
};
