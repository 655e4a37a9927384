import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { compareRevisions, wireVersion } from "../../model/revision.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, type Heard, heardIn } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import type { View } from "../view.ts";

/** When what a server may send came into the protocol. Only closed sets: unknown members are tolerated everywhere. */
const CONTENT_SINCE: Readonly<Record<string, string>> = {
  text: "2024-11-05",
  image: "2024-11-05",
  resource: "2024-11-05",
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

const METHOD_SINCE: Readonly<Record<string, string>> = {
  ping: "2024-11-05",
  "roots/list": "2024-11-05",
  "sampling/createMessage": "2024-11-05",
  "notifications/message": "2024-11-05",
  "notifications/progress": "2024-11-05",
  "notifications/cancelled": "2024-11-05",
  "notifications/tools/list_changed": "2024-11-05",
  "notifications/prompts/list_changed": "2024-11-05",
  "notifications/resources/list_changed": "2024-11-05",
  "notifications/resources/updated": "2024-11-05",
  "elicitation/create": "2025-06-18",
  "notifications/elicitation/complete": "2025-11-25",
  "notifications/tasks/status": "2025-11-25",
  "tasks/get": "2025-11-25",
  "tasks/result": "2025-11-25",
  "tasks/list": "2025-11-25",
  "tasks/cancel": "2025-11-25",
  "notifications/subscriptions/acknowledged": "2026-07-28",
};

/** Methods and content types the server used, dated, beside the revision of the conversation. */
export const constructs: Fact = {
  name: "constructs",
  doc: "Methods and content types the server used, the revision that brought each, and whether the agreed one knows it.",
  kind: "list",
  type: "object: kind (method, content), construct, since, standing (known, newer)",
  derived: ["kind", "since", "standing"],
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], "a message of the server's");
    return seen(distinct(heard.flatMap((one) => datedIn(one, view))), heard.slice(0, 1));
  },
};

const datedIn = (heard: Heard, view: View): readonly Item[] => {
  // The odd handshakes agree on another revision than the one under test.
  const agreed = view.conversations.find(({ id }) => id === heard.conversation)?.revision ?? wireVersion(view.revision);
  const item = (kind: string, construct: string, since: string, pointer: string): Item => ({
    value: { kind, construct, since, standing: compareRevisions(since, agreed) > 0 ? "newer" : "known" },
    exchange: heard.exchange,
    pointer,
    name: heard.seat?.method,
    parts: { kind: pointer, construct: pointer, since: pointer, standing: pointer },
  });
  const method = stringMember(heard.value, "method");
  const since = method === undefined ? undefined : METHOD_SINCE[method];
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
