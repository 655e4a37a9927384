import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { encodingOf } from "../../../judge/core/base64.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type Item, seen, type View } from "../../../judge/core/fact.ts";
import { resources } from "../../../judge/core/facts/listed.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { PAGE_SCHEME, type PageContent, pageContents } from "./app-log.ts";

const sameOr = (same: boolean): "same" | "other" => (same ? "same" : "other");

/** Spaces and the order and quotes of parameters mean nothing in a media type. */
const isAppType = (type: string): boolean => {
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim());
  return essence.toLowerCase() === "text/html" && parameters.some((one) => /^profile\s*=\s*"?mcp-app"?$/i.test(one));
};

const kindOfType = (type: Json | undefined): string =>
  typeof type !== "string" ? "none" : isAppType(type) ? "app" : "other";

export const appResources = defineFact({
  name: "app_resources",
  doc: "The listed resources under ui://, or of the media type of apps.",
  type: "resource (as listed), scheme (ui or other), type (app, other or none)",
  derived: ["scheme", "type"],
  questions: ["resources/list"],
  words: { other: "another one", none: "no mimeType" },
  read(view) {
    const reading = view.read(resources);
    if (!reading.seen) return reading;
    const items = reading.items.flatMap((item): Item[] => {
      const uri = stringMember(item.value, "uri") ?? "";
      const type = member(item.value, "mimeType");
      const isUi = uri.toLowerCase().startsWith(PAGE_SCHEME);
      if (!isUi && kindOfType(type) !== "app") return [];
      const value = { resource: item.value, scheme: isUi ? "ui" : "other", type: kindOfType(type) };
      return [{ ...item, parts: { resource: item.pointer, type: `${item.pointer}/mimeType` }, value }];
    });
    return seen(items, reading.looked_at);
  },
});

export const appPages = defineFact({
  name: "app_pages",
  doc: "Every page of an app that was read: its media type, how its content is sent, and what an HTML parser says of it.",
  type: "content (as sent, without the page itself), uri (same or other than asked), type (app, other or none), sent_as (text, blob, both or neither), encoding (of a blob), doctype (html, other or none), parse_errors (names as in the HTML standard, with line and column), holds (something or nothing), stopped (too-large, too-deep, too-many-elements)",
  derived: ["uri", "type", "sent_as", "encoding", "doctype", "parse_errors", "holds", "stopped"],
  questions: ["app-resource:#"],
  words: { other: "another one", none: "none", neither: "neither text nor blob", nothing: "a page with nothing in it" },
  among: pageContents,
  missing: "an answered resources/read of a page",
  distinct: true,
  each: ({ record, pointer, content, asked, finding }) => {
    const text = stringMember(content, "text");
    const blob = stringMember(content, "blob");
    const html = finding?.html;
    return {
      exchange: record.id,
      pointer,
      name: asked,
      parts: { content: pointer, type: `${pointer}/mimeType` },
      value: {
        content: withoutPage(content),
        uri: sameOr(stringMember(content, "uri") === asked),
        type: kindOfType(member(content, "mimeType")),
        sent_as: text === undefined ? (blob === undefined ? "neither" : "blob") : blob === undefined ? "text" : "both",
        ...(blob === undefined ? {} : { encoding: encodingOf(blob) }),
        ...(html?.stopped === undefined ? {} : { stopped: html.stopped }),
        ...(html === undefined || html.stopped !== undefined
          ? {}
          : {
              doctype: html.doctype,
              parse_errors: html.errors.map(({ code, line, column }) => `${code} (${line}:${column})`),
              holds: html.isEmpty ? "nothing" : "something",
            }),
      },
      ...(html?.stopped === undefined
        ? {}
        : {
            open: {
              reason: "limit-exceeded" as const,
              detail: `the page is ${html.stopped.replaceAll("-", " ")} to be read`,
              except: ["content", "uri", "type", "sent_as", "encoding", "stopped"],
            },
          }),
    };
  },
});

const withoutPage = (content: Json): Json => {
  if (!isJsonObject(content)) return content;
  const { text: _text, blob: _blob, ...others } = content;
  return others;
};

/** Metadata of pages, wherever it stands. */
export const appMetadata = defineFact({
  name: "app_metadata",
  doc: "The ui metadata of pages, in the list of resources and in what was read.",
  type: "ui (as sent), origins (entries of csp that are no origin)",
  derived: ["origins"],
  questions: ["resources/list", "app-resource:#"],
  read(view) {
    const reading = view.read(resources);
    const listed = (reading.seen ? reading.items : []).map((item) => ({ ...item, value: member(item.value, "_meta") }));
    const read = pageContents(view).map(({ record, pointer, content, asked }) => ({
      exchange: record.id,
      pointer,
      name: asked,
      value: member(content, "_meta"),
    }));
    const looked = [...listed, ...read];
    if (looked.length === 0) return unseen(view, ["app-resource"], "a page, or a list of resources");
    const items = looked.flatMap(({ exchange, pointer, name, value }): Item[] => {
      const ui = member(value, "ui");
      if (ui === undefined) return [];
      const at = `${pointer}/_meta/ui`;
      return [{ exchange, pointer: at, name, parts: { ui: at }, value: { ui, origins: [...oddOrigins(ui)] } }];
    });
    return seen(
      distinct(items),
      looked.slice(0, 3).map(({ exchange, pointer }) => ({ exchange, pointer })),
    );
  },
});

const DOMAINS = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"] as const;

/** A scheme, a host that may begin with *., and a port. A path is no part of an origin. */
const ORIGIN = /^(?:https?|wss?):\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::(?:\d+|\*))?\/?$|^(?:https?|wss?|data|blob):$/i;

const domainsOf = (ui: Json | undefined, name: string): readonly string[] => {
  const list = valueAt(ui, "csp", name);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
};

const oddOrigins = (ui: Json): readonly string[] =>
  DOMAINS.flatMap((name) => domainsOf(ui, name)).filter((entry) => !ORIGIN.test(entry));

/** What a page loads from elsewhere without saying so. */
export const undeclaredLoads = defineFact({
  name: "undeclared_loads",
  doc: "The addresses that a page loads by itself and whose origin its csp does not declare: a host blocks them.",
  type: "by (the element), address",
  derived: true,
  questions: ["app-resource:#", "resources/list"],
  tell: ({ by, address }) => `${String(by)} loads ${String(address)}, which csp does not declare`,
  read(view) {
    const pages = pageContents(view).filter(({ finding }) => finding?.html !== undefined);
    if (pages.length === 0) return unseen(view, ["app-resource"], "a page that was read");
    return seen(
      distinct(pages.flatMap((page) => loadsOf(page, view))),
      pages.slice(0, 3).map(({ record, pointer }) => ({ exchange: record.id, pointer })),
    );
  },
});

/** The metadata of the content decides; without any, that of the list. */
const loadsOf = ({ record, pointer, content, asked, finding }: PageContent, view: View): readonly Item[] => {
  const ui = valueAt(content, "_meta", "ui") ?? listedMetadata(asked, view);
  return (finding?.html?.loads ?? [])
    .filter(({ by, address }) => !domainsOf(ui, LISTS[by] ?? "resourceDomains").some((one) => covers(one, address)))
    .map(({ by, address }) => ({
      exchange: record.id,
      pointer,
      name: asked,
      value: { by, address } satisfies JsonObject,
    }));
};

const LISTS: Readonly<Record<string, (typeof DOMAINS)[number]>> = {
  iframe: "frameDomains",
  frame: "frameDomains",
  base: "baseUriDomains",
};

const listedMetadata = (asked: string | undefined, view: View): Json | undefined => {
  const reading = view.read(resources);
  const found = (reading.seen ? reading.items : []).find(({ value }) => stringMember(value, "uri") === asked);
  return valueAt(found?.value, "_meta", "ui");
};

/** As a Content Security Policy reads it: a bare host stands for every scheme, *. for every name below, a scheme for all hosts. */
const covers = (declared: string, address: string): boolean => {
  const found = /^(?:(https?):)?\/\/([^/?#]*)/i.exec(address);
  const host = (found?.[2] ?? "").toLowerCase();
  if (declared === "*" || declared.toLowerCase() === `${found?.[1]?.toLowerCase() ?? "https"}:`) return true;
  const own = declared
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/\/.*$/, "");
  return own.startsWith("*.") ? host.endsWith(own.slice(1)) : own === host;
};
