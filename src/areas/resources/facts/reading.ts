import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { mediaType } from "../../../judge/core/answer.ts";
import { answersTo, isAsked } from "../../../judge/core/answers.ts";
import { encodingOf } from "../../../judge/core/base64.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placesOf, type View } from "../../../judge/core/fact.ts";
import { resources } from "../../../judge/core/facts/listed.ts";
import { pagesOf } from "../../../judge/core/lists.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { repeatedFailures } from "../../../judge/core/repeated-failures.ts";
import { isCovered, relationOf } from "./uris.ts";

const READ = "resources/read";

export const askedUri = (record: ExchangeRecord): string | undefined => stringMember(paramsOf(record), "uri");

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
  questions: ["read:#", "fresh-read:resource"],
  where: (record, view) => isListed(record, view),
  label: askedUri,
});

const isListed = (record: ExchangeRecord, view: View): boolean =>
  record.method === READ && record.exchange.deliberate !== true && listedAs(view, askedUri(record)) !== undefined;

export const failingReads = repeatedFailures({
  name: "failing_reads",
  doc: "The listed resources that failed with the same code every time they were read, at least twice.",
  questions: ["read:*", "fresh-read:resource"],
  where: isListed,
  label: askedUri,
  missing: "an answered resources/read",
});

/** What the contents of a read say, next to what was asked and listed. */
export const readContents = defineFact({
  name: "read_contents",
  doc: "Every item of the contents that resources/read returned, and how it compares with the request and the list.",
  type: "content (as sent), asked (the uri), uri (of the first item: same, below or other), mime_type and size (same or other than listed), blob_encoding (base64, unpadded, spaced, url-safe, data-url or other), text_signs (nul, replacement-characters)",
  derived: ["uri", "mime_type", "size", "blob_encoding", "text_signs"],
  questions: ["read:#"],
  // Whatever they are about, except those that were wrong on purpose.
  among: (view) => pagesOf(view, READ),
  missing: "an answered resources/read",
  each: (record, view) => contentsOf(record, view),
  distinct: true,
  looked: (records) => placesOf(records, "/response/result"),
});

const contentsOf = (record: ExchangeRecord, view: View): readonly Item[] => {
  const contents = member(resultOf(record), "contents");
  if (!Array.isArray(contents)) return [];
  const asked = askedUri(record);
  return contents.map((content, index) => {
    const pointer = `/response/result/contents/${index}`;
    // A read of several items is about something larger: only its first item stands for what was asked.
    const compared = index === 0 ? compare(content, asked, listedAs(view, asked), contents.length === 1) : {};
    return {
      value: { content, ...(asked === undefined ? {} : { asked }), ...compared, ...encodings(content) },
      exchange: record.id,
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

/** Control characters that texts have no use for; NUL alone ends the entries of some lists. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/;

/** Bytes that were read as text: one in twenty characters is lost, which no text about such characters reaches. */
const signsOf = (text: string): Json[] => {
  let lost = 0;
  for (let at = text.indexOf("\uFFFD"); at >= 0; at = text.indexOf("\uFFFD", at + 1)) lost += 1;
  return [
    ...(text.includes("\u0000") && CONTROL.test(text) ? ["nul"] : []),
    ...(lost > 1 && lost * 20 >= text.length ? ["replacement-characters"] : []),
  ];
};

/** A template may stand for anything that begins like it, so such uris prove nothing. */
const uncovered = (record: ExchangeRecord, view: View): boolean => {
  const uri = askedUri(record);
  return uri !== undefined && !isCovered(view, uri);
};

const COVERED = "a listed template may stand for every uri that was asked for";

export const missingResource = answersTo({
  name: "missing_resource",
  doc: "The answers to resources/read of a well-formed uri that is neither listed nor covered by a listed template.",
  questions: ["unknown-resource:*"],
  label: askedUri,
  members: "data_uri (same, other or none: the uri in the error's data)",
  derived: ["data_uri"],
  words: { none: "no uri in error.data", other: "another uri in error.data" },
  add: (record, view, { error }) => {
    if (!uncovered(record, view)) return undefined;
    const uri = valueAt(error, "data", "uri");
    const data = uri === undefined ? "none" : sameOr(uri === askedUri(record));
    return { data_uri: { value: data, at: error === undefined ? "" : "/response/error" } };
  },
  none: COVERED,
});

/** Over stateless HTTP the uri is sent in a header too, which a server may find too long before it sees the uri. */
const isHeaderTooLong = (record: ExchangeRecord, { era, transport }: View): boolean =>
  isAsked(record, ["bad-uri:long"]) && era === "stateless" && transport !== "stdio";

export const badUri = answersTo({
  name: "bad_uri",
  doc: "The answers to resources/read of text that is no usable uri: empty, with spaces, with NUL, very long.",
  questions: ["bad-uri:*", "bad-uri-nul"],
  add: (record, view) => (uncovered(record, view) && !isHeaderTooLong(record, view) ? {} : undefined),
  none: COVERED,
});

export const malformedRead = answersTo({
  name: "malformed_read",
  doc: "The answers to resources/read without a uri, or with one that is no string.",
  questions: ["malformed-read:*"],
  where: (record) => record.method === READ && askedUri(record) === undefined,
});
