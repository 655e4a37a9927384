import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { mediaType } from "../common/answer.ts";
import { answersTo } from "../common/answers.ts";
import { encodingOf } from "../common/base64.ts";
import { extendAnswers } from "../common/extend-answers.ts";
import { unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { resources } from "./lists.ts";
import { isCovered, relationOf } from "./uris.ts";

const READ = "resources/read";

export const askedUri = (seat: Seat): string | undefined => stringMember(member(seat.request, "params"), "uri");

/** The entry of a resource in the server's list. */
const listedAs = (view: View, uri: string | undefined): Json | undefined =>
  uri === undefined ? undefined : view.once(byUri).get(uri);

const byUri = (view: View): ReadonlyMap<string, Json> => {
  const reading = view.read(resources);
  const found = new Map<string, Json>();
  if (!reading.seen) return found;
  for (const { value, name } of reading.items) if (name !== undefined && !found.has(name)) found.set(name, value);
  return found;
};

export const resourceReads = answersTo({
  name: "resource_reads",
  doc: "The answers to resources/read of resources that the server lists.",
  steps: [/^read(?:-\d+)?$/, "fresh-read-resource"],
  where: (seat, view) =>
    seat.method === READ && seat.exchange.deliberate !== true && listedAs(view, askedUri(seat)) !== undefined,
  label: askedUri,
});

/** Reads that were no trap, whatever they are about. */
const regularReads = (view: View): readonly Seat[] =>
  view.seats.filter(
    ({ method, exchange }) =>
      method === READ && exchange.deliberate !== true && isJsonObject(member(exchange.response, "result")),
  );

/** What the contents of a read say, next to what was asked and listed. */
export const readContents: Fact = {
  name: "read_contents",
  doc: "Every item of the contents that resources/read returned, and how it compares with the request and the list.",
  kind: "list",
  type: "content (as sent), asked (the uri), uri (of the first item: same, below or other), mime_type and size (same or other than listed), blob_encoding (base64, data-uri or other), text_signs (nul, replacement-characters)",
  derived: ["uri", "mime_type", "size", "blob_encoding", "text_signs"],
  read(view) {
    const seats = regularReads(view);
    if (seats.length === 0) return unseen(view, [/^read(?:-\d+)?$/], "an answered resources/read");
    return seen(
      distinct(seats.flatMap((seat) => contentsOf(seat, view))),
      seats.map((seat) => placeOf(seat, "/response/result")),
    );
  },
};

const contentsOf = (seat: Seat, view: View): readonly Item[] => {
  const contents = member(member(seat.exchange.response, "result"), "contents");
  if (!Array.isArray(contents)) return [];
  const asked = askedUri(seat);
  return contents.map((content, index) => {
    const pointer = `/response/result/contents/${index}`;
    // A read of several items is about something larger: only its first item stands for what was asked.
    const compared = index === 0 ? compare(content, asked, listedAs(view, asked), contents.length === 1) : {};
    return {
      value: { content, ...(asked === undefined ? {} : { asked }), ...compared, ...encodings(content) },
      exchange: seat.id,
      pointer,
      parts: { content: pointer, asked: "/request/params/uri" },
      name: asked,
    };
  });
};

const compare = (
  content: Json,
  asked: string | undefined,
  listed: Json | undefined,
  alone: boolean,
): Record<string, Json> => {
  const uri = stringMember(content, "uri");
  const relation = uri === undefined || asked === undefined ? undefined : relationOf(uri, asked);
  const type = mediaType(member(content, "mimeType"));
  const listedType = mediaType(member(listed, "mimeType"));
  const size = member(listed, "size");
  const length = lengthOf(content);
  return {
    ...(relation === undefined ? {} : { uri: relation }),
    ...(relation !== "same" || type === undefined || listedType === undefined
      ? {}
      : { mime_type: sameOr(type === listedType) }),
    ...(!alone || relation !== "same" || typeof size !== "number" || length === undefined
      ? {}
      : { size: sameOr(size === length) }),
  };
};

export const sameOr = (same: boolean): "same" | "other" => (same ? "same" : "other");

const UTF8 = new TextEncoder();

/** Bytes as the resource has them, before base64. */
const lengthOf = (content: Json): number | undefined => {
  const text = stringMember(content, "text");
  if (text !== undefined) return UTF8.encode(text).length;
  const blob = stringMember(content, "blob");
  if (blob === undefined || encodingOf(blob) !== "base64") return undefined;
  return Math.floor((blob.replace(/[\s=]/g, "").length * 3) / 4);
};

const encodings = (content: Json): Record<string, Json> => {
  const blob = stringMember(content, "blob");
  const text = stringMember(content, "text");
  return {
    ...(blob === undefined ? {} : { blob_encoding: encodingOf(blob) }),
    ...(text === undefined ? {} : { text_signs: signsOf(text) }),
  };
};

/** Bytes that were read as text: one in twenty characters is lost, which no text about such characters reaches. */
const signsOf = (text: string): Json[] => {
  let lost = 0;
  for (let at = text.indexOf("\uFFFD"); at >= 0; at = text.indexOf("\uFFFD", at + 1)) lost += 1;
  return [
    ...(text.includes("\u0000") ? ["nul"] : []),
    ...(lost > 1 && lost * 20 >= text.length ? ["replacement-characters"] : []),
  ];
};

/** A template may stand for anything that begins like it, so such uris prove nothing. */
const uncovered = (seat: Seat, view: View): boolean => {
  const uri = askedUri(seat);
  return uri !== undefined && !isCovered(view, uri);
};

const COVERED = "a listed template may stand for every uri that was asked for";

export const missingResource = extendAnswers(
  answersTo({
    name: "missing_resource",
    doc: "The answers to resources/read of a well-formed uri that is neither listed nor covered by a listed template.",
    steps: [/^unknown-resource/],
    label: askedUri,
  }),
  {
    members: "data_uri (same, other or none: the uri in the error's data)",
    derived: ["data_uri"],
    add: (seat, view, { error }) => {
      if (!uncovered(seat, view)) return undefined;
      const uri = member(member(error, "data"), "uri");
      const data = uri === undefined ? "none" : sameOr(uri === askedUri(seat));
      return { data_uri: { value: data, at: error === undefined ? "" : "/response/error" } };
    },
    none: COVERED,
  },
);

/** Over stateless HTTP the uri is sent in a header too, which a server may find too long before it sees the uri. */
const isHeaderTooLong = ({ step }: Seat, { era, transport }: View): boolean =>
  step === "bad-uri-long" && era === "stateless" && transport !== "stdio";

export const badUri = extendAnswers(
  answersTo({
    name: "bad_uri",
    doc: "The answers to resources/read of text that is no usable uri: empty, with spaces, with NUL, very long.",
    steps: [/^bad-uri/],
  }),
  {
    members: "",
    derived: [],
    add: (seat, view) => (uncovered(seat, view) && !isHeaderTooLong(seat, view) ? {} : undefined),
    none: COVERED,
  },
);

export const malformedRead = answersTo({
  name: "malformed_read",
  doc: "The answers to resources/read without a uri, or with one that is no string.",
  steps: [/^malformed-read/],
  where: (seat) => seat.method === READ && askedUri(seat) === undefined,
});
