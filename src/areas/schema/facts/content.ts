import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { encodingOf } from "../../../judge/core/base64.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { isToolResult } from "../../../judge/core/facts/calls.ts";
import { collect, heardIn, memberOf, part } from "../../../judge/core/messages.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

type Path = readonly (string | number)[];

/** A part of a result, at its place. */
const at = (record: ExchangeRecord, path: Path, value: Json): Item => ({
  ...placeOf(record, toPointer(["response", "result", ...path])),
  value,
});

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Messages carry one block, or from 2025-11-25 on several. */
const blocksIn = (content: Json | undefined): readonly { readonly block: Json; readonly path: Path }[] => {
  if (Array.isArray(content)) return content.map((block, index) => ({ block, path: [index] }));
  return content === undefined ? [] : [{ block: content, path: [] }];
};

/** Content blocks of tool results, prompt messages and messages for the client's model. */
const blocks = (view: View): readonly Item[] => {
  const found: Item[] = [];
  for (const record of view.records) {
    const result = resultOf(record);
    if (isToolResult(record))
      list(member(result, "content")).forEach((block, index) => {
        found.push(at(record, ["content", index], block));
      });
    if (record.method !== "prompts/get") continue;
    list(member(result, "messages")).forEach((message, index) => {
      for (const { block, path } of blocksIn(member(message, "content")))
        found.push(at(record, ["messages", index, "content", ...path], block));
    });
  }
  for (const { message, place } of sampled(view))
    for (const { block, path } of blocksIn(member(message, "content")))
      found.push({ ...place, pointer: place.pointer + toPointer(["content", ...path]), value: block });
  return distinct(found);
};

/** The messages of sampling requests, sent as a request or as part of an input_required result. */
const sampled = (view: View): readonly SampledMessage[] => view.once(gatherSampled);

interface SampledMessage {
  readonly message: Json;
  readonly place: { readonly exchange: Item["exchange"]; readonly pointer: string };
}

const gatherSampled = (view: View): readonly SampledMessage[] =>
  collect(heardIn(view), (heard) => {
    const asked = valueAt(heard.value, "result", "inputRequests");
    // Next to nothing that a server says asks for a model.
    if (asked === undefined && heard.kind !== "request" && heard.kind !== "notification") return undefined;
    const requests: [Json, string][] = [
      [heard.value, heard.pointer],
      ...(isJsonObject(asked)
        ? Object.entries(asked).map(([key, value]): [Json, string] => [
            value,
            heard.pointer + toPointer(["result", "inputRequests", key]),
          ])
        : []),
    ];
    return requests.flatMap(([request, pointer]) =>
      member(request, "method") !== "sampling/createMessage"
        ? []
        : list(valueAt(request, "params", "messages")).map((message, index) => ({
            message,
            place: { exchange: heard.exchange, pointer: pointer + toPointer(["params", "messages", index]) },
          })),
    );
  });

const CONTENT: readonly QuestionRef[] = ["call", "get"];

export const contentBlocks = defineFact({
  name: "content_blocks",
  doc: "Every content block in tool results, prompt messages and sampling requests.",
  type: "block (as sent), encoding (of data or of the resource's blob: base64, unpadded, spaced, url-safe, data-url, other)",
  derived: ["encoding"],
  questions: CONTENT,
  among: (view) => view.once(blocks),
  missing: "a content block",
  each: (item) => {
    const data = stringMember(item.value, "data");
    const blob = stringMember(member(item.value, "resource"), "blob");
    const text = data ?? blob;
    const value: JsonObject = { block: item.value };
    if (text !== undefined) value["encoding"] = encodingOf(text);
    const encoded = item.pointer + (data === undefined ? "/resource/blob" : "/data");
    return { ...item, value, parts: { block: item.pointer, encoding: encoded } };
  },
});

export const resourceContents = defineFact({
  name: "resource_contents",
  doc: "Every item of resource contents, read or embedded in a content block.",
  type: "ResourceContents, as sent",
  questions: ["read:#", "read-template:#", ...CONTENT],
  read(view) {
    const read = collect(view.records, (record) =>
      record.method === "resources/read"
        ? list(member(resultOf(record), "contents")).map((value, index) => at(record, ["contents", index], value))
        : [],
    );
    const embedded = view
      .once(blocks)
      .flatMap((item) => (member(item.value, "type") === "resource" ? memberOf(item, "resource") : []));
    const items = distinct([...read, ...embedded]);
    return items.length > 0 ? seen(items) : unseen(view, this.questions, "resource contents");
  },
});

export const roles = defineFact({
  name: "roles",
  doc: "Every role in prompt messages, sampling messages and audiences.",
  type: "value of role, or an entry of audience",
  questions: ["get"],
  read(view) {
    const prompts = collect(view.records, (record) =>
      record.method === "prompts/get"
        ? list(member(resultOf(record), "messages")).flatMap((message, index) =>
            memberOf(at(record, ["messages", index], message), "role"),
          )
        : [],
    );
    const asked = sampled(view).flatMap(({ message, place }) => memberOf({ ...place, value: message }, "role"));
    const audiences = annotated(view).flatMap((item) =>
      list(member(item.value, "audience")).map((value, index) => part(item, value, `/audience/${index}`, item.name)),
    );
    const items = distinct([...prompts, ...asked, ...audiences]);
    return items.length > 0 ? seen(items) : unseen(view, this.questions, "a role");
  },
});

/** Annotations of blocks, resources and templates; those of tools are something else. */
const annotated = (view: View): readonly Item[] => {
  const listed = collect(view.records, (record) => {
    const key = ANNOTATED[record.method ?? ""];
    return key === undefined
      ? []
      : list(member(resultOf(record), key)).flatMap((entry, index) =>
          memberOf({ ...at(record, [key, index], entry), name: stringMember(entry, "name") }, "annotations"),
        );
  });
  return distinct([...listed, ...view.once(blocks).flatMap((item) => memberOf(item, "annotations"))]);
};

const ANNOTATED: Readonly<Record<string, string>> = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

export const annotations = defineFact({
  name: "annotations",
  doc: "Every annotations member of resources, templates and content blocks.",
  type: "annotations, as sent",
  questions: ["resources/list", "call"],
  read(view) {
    const items = annotated(view);
    const looked = view.records.filter(({ method }) => method !== undefined && ANNOTATED[method] !== undefined);
    if (items.length === 0 && looked.length === 0) return unseen(view, this.questions, "annotations");
    return seen(items, placesOf(looked.slice(0, 3), "/response"));
  },
});
