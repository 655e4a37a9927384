import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { encodingOf } from "../common/base64.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, heardIn } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { isToolResult } from "../tools/calls.ts";
import { placeOf, type Seat, type View } from "../view.ts";

type Path = readonly (string | number)[];

/** A part of a result, at its place. */
const at = (seat: Seat, path: Path, value: Json): Item => ({
  ...placeOf(seat, toPointer(["response", "result", ...path])),
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
  for (const seat of view.seats) {
    const result = member(seat.exchange.response, "result");
    if (isToolResult(seat))
      list(member(result, "content")).forEach((block, index) => {
        found.push(at(seat, ["content", index], block));
      });
    if (seat.method !== "prompts/get") continue;
    list(member(result, "messages")).forEach((message, index) => {
      for (const { block, path } of blocksIn(member(message, "content")))
        found.push(at(seat, ["messages", index, "content", ...path], block));
    });
  }
  for (const { message, place } of sampled(view))
    for (const { block, path } of blocksIn(member(message, "content")))
      found.push({ ...place, pointer: place.pointer + toPointer(["content", ...path]), value: block });
  return distinct(found);
};

/** The messages of sampling requests, sent as a request or as part of an input_required result. */
const sampled = (view: View): readonly { message: Json; place: { exchange: Item["exchange"]; pointer: string } }[] =>
  heardIn(view).flatMap((heard) => {
    const asked = member(member(heard.value, "result"), "inputRequests");
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
        : list(member(member(request, "params"), "messages")).map((message, index) => ({
            message,
            place: { exchange: heard.exchange, pointer: pointer + toPointer(["params", "messages", index]) },
          })),
    );
  });

const CONTENT_STEPS = ["call", "get"];

export const contentBlocks: Fact = {
  name: "content_blocks",
  doc: "Every content block in tool results, prompt messages and sampling requests.",
  kind: "list",
  type: "block (as sent), encoding (of data or of the resource's blob: base64, unpadded, spaced, url-safe, data-url, other)",
  derived: ["encoding"],
  read(view) {
    const found = view.once(blocks);
    if (found.length === 0) return unseen(view, CONTENT_STEPS, "a content block");
    return seen(
      found.map((item) => {
        const data = stringMember(item.value, "data");
        const blob = stringMember(member(item.value, "resource"), "blob");
        const text = data ?? blob;
        const value: JsonObject = { block: item.value };
        if (text !== undefined) value["encoding"] = encodingOf(text);
        const encoded = item.pointer + (data === undefined ? "/resource/blob" : "/data");
        return { ...item, value, parts: { block: item.pointer, encoding: encoded } };
      }),
    );
  },
};

export const resourceContents: Fact = {
  name: "resource_contents",
  doc: "Every item of resource contents, read or embedded in a content block.",
  kind: "list",
  type: "ResourceContents, as sent",
  read(view) {
    const read = view.seats.flatMap((seat) =>
      seat.method === "resources/read"
        ? list(member(member(seat.exchange.response, "result"), "contents")).map((value, index) =>
            at(seat, ["contents", index], value),
          )
        : [],
    );
    const embedded = view.once(blocks).flatMap((item) => {
      const resource = member(item.value, "resource");
      return resource === undefined || member(item.value, "type") !== "resource"
        ? []
        : [{ ...item, pointer: `${item.pointer}/resource`, value: resource }];
    });
    const items = distinct([...read, ...embedded]);
    return items.length > 0 ? seen(items) : unseen(view, [/^read/, ...CONTENT_STEPS], "resource contents");
  },
};

export const roles: Fact = {
  name: "roles",
  doc: "Every role in prompt messages, sampling messages and audiences.",
  kind: "list",
  type: "value of role, or an entry of audience",
  read(view) {
    const prompts = view.seats.flatMap((seat) =>
      seat.method === "prompts/get"
        ? list(member(member(seat.exchange.response, "result"), "messages")).flatMap((message, index) =>
            part(at(seat, ["messages", index], message), "role"),
          )
        : [],
    );
    const asked = sampled(view).flatMap(({ message, place }) => part({ ...place, value: message }, "role"));
    const audiences = annotated(view).flatMap((item) =>
      list(member(item.value, "audience")).map((value, index) => ({
        ...item,
        pointer: `${item.pointer}/audience/${index}`,
        value,
      })),
    );
    const items = distinct([...prompts, ...asked, ...audiences]);
    return items.length > 0 ? seen(items) : unseen(view, ["get"], "a role");
  },
};

const part = (item: Item, key: string): readonly Item[] => {
  const value = member(item.value, key);
  return value === undefined ? [] : [{ ...item, pointer: `${item.pointer}/${key}`, value }];
};

/** Annotations of blocks, resources and templates; those of tools are something else. */
const annotated = (view: View): readonly Item[] => {
  const listed = view.seats.flatMap((seat) => {
    const key = ANNOTATED[seat.method ?? ""];
    return key === undefined
      ? []
      : list(member(member(seat.exchange.response, "result"), key)).flatMap((entry, index) =>
          part({ ...at(seat, [key, index], entry), name: stringMember(entry, "name") }, "annotations"),
        );
  });
  return distinct([...listed, ...view.once(blocks).flatMap((item) => part(item, "annotations"))]);
};

const ANNOTATED: Readonly<Record<string, string>> = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

export const annotations: Fact = {
  name: "annotations",
  doc: "Every annotations member of resources, templates and content blocks.",
  kind: "list",
  type: "annotations, as sent",
  read(view) {
    const items = annotated(view);
    const looked = view.seats.filter(({ method }) => method !== undefined && ANNOTATED[method] !== undefined);
    if (items.length === 0 && looked.length === 0) return unseen(view, ["resources/list", "call"], "annotations");
    return seen(
      items,
      looked.slice(0, 3).map((seat) => placeOf(seat, "/response")),
    );
  },
};
