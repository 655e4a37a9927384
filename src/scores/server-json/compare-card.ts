import { countCodePoints } from "../../base/code-points.ts";
import { isJsonObject, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";
import type { Surface } from "../../judge/surface/surface.ts";
import { SERVER_CARD } from "../../protocol/server-card.ts";
import { compareIdentity, transportType } from "./compare-entry.ts";
import { isRange } from "./version-text.ts";

/**
 * What a published server card says beside what the server says, in sentences. The text is a draft and calls a card advisory,
 * so these are notes: no rule, no grade. No card, or something else at its place, is no note.
 */
export const cardNotes = (capture: Capture, surface: Surface): readonly string[] => {
  const exchange = capture.exchanges.find(({ step }) => step === SERVER_CARD.step);
  if (!exchange) return [];
  const card = readCard(exchange);
  if (card === undefined) return [];
  const notes =
    typeof card === "string" ? [card] : [...formNotes(card, exchange), ...differences(card, capture, surface)];
  return notes.slice(0, MOST_NOTES).map((note) => `Server card (draft, advisory): ${note}.`);
};

/** Nobody reads more, and a card may list ten thousand tools. */
const MOST_NOTES = 12;

/** The card; why it cannot be read; or undefined where there is none. */
const readCard = ({ http, response, trouble }: Exchange): JsonObject | string | undefined => {
  if (http?.status !== 200) return undefined;
  const isDeclared = headerOf({ http }, "content-type")?.startsWith(SERVER_CARD.type) === true;
  if (isJsonObject(response) && !Object.hasOwn(response, "jsonrpc")) {
    const isNamed = stringMember(response, "$schema")?.includes("server-card") === true;
    // Many servers answer with some JSON at every address.
    return isDeclared || isNamed || Array.isArray(member(response, "remotes")) ? response : undefined;
  }
  if (!isDeclared) return undefined;
  return trouble?.kind === "limit-exceeded" ? "it is larger than what is read" : "it is not a JSON object";
};

const headerOf = ({ http }: Pick<Exchange, "http">, name: string): string | undefined =>
  http?.response_headers?.find(([key]) => key.toLowerCase() === name)?.[1];

const formNotes = (card: JsonObject, exchange: Exchange): readonly string[] => {
  const missing = ["$schema", "name", "version", "description"].filter((key) => stringMember(card, key) === undefined);
  const [schema, name, version, description] = ["$schema", "name", "version", "description"].map((key) =>
    stringMember(card, key),
  );
  return [
    ...(missing.length > 0 ? [`it lacks ${missing.join(", ")}`] : []),
    ...(schema !== undefined && schema !== SERVER_CARD.schema ? [`its $schema is not ${SERVER_CARD.schema}`] : []),
    ...(name !== undefined && !/^[a-zA-Z0-9.-]{1,200}\/[a-zA-Z0-9._-]{1,200}$/.test(name)
      ? ["its name is not a namespace and a name with one slash between them, such as com.example/weather"]
      : []),
    ...(version !== undefined && isRange(version) ? ["its version is a range, or latest"] : []),
    ...(description !== undefined && countCodePoints(description) > 100
      ? ["its description has more than 100 characters"]
      : []),
    ...(headerOf(exchange, "content-type")?.startsWith(SERVER_CARD.type) === true
      ? []
      : [`it is not sent as ${SERVER_CARD.type}`]),
    ...(headerOf(exchange, "access-control-allow-origin") === undefined
      ? ["it is sent without Access-Control-Allow-Origin, so clients in a browser cannot read it"]
      : []),
  ];
};

const differences = (card: JsonObject, capture: Capture, surface: Surface): readonly string[] => {
  const info = surface.server_info?.value;
  const identity = compareIdentity(card, { info }).map(({ message }) => message.replace(/; make them the same$/, ""));
  const [title, ownTitle] = [stringMember(card, "title"), stringMember(info, "title")];
  return [
    ...identity.map((text) => `its ${text.replace('" here and "', '" there and "')}`),
    ...(title !== undefined && ownTitle !== undefined && title !== ownTitle
      ? [`its title is ${quoted(title)} there and ${quoted(ownTitle)} in the server`]
      : []),
    ...endpointNotes(card, capture),
    ...revisionNotes(card, capture),
    ...capabilityNotes(card, surface),
    ...toolNotes(card, surface),
  ];
};

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i;

/** A server under test has another address than the one it is published at, so at loopback nothing is concluded. */
const endpointNotes = (card: JsonObject, { target, transport }: Capture): readonly string[] => {
  const remotes = listMember(card, "remotes");
  if (target?.kind !== "http" || remotes.length === 0 || LOOPBACK.test(target.url)) return [];
  const plain = (url: string): string =>
    url
      .replace(/[?#].*$/, "")
      .replace(/\/$/, "")
      .toLowerCase();
  const urls = remotes.map((remote) => stringMember(remote, "url") ?? "");
  if (urls.some((url) => url.includes("{"))) return [];
  const at = urls.findIndex((url) => plain(url) === plain(target.url));
  if (at < 0) return [`none of its remotes is the address at which the server was reached`];
  const type = stringMember(remotes[at], "type");
  return type !== undefined && transport !== undefined && type !== transportType(transport)
    ? [`its remote has type ${quoted(type)}, and the server speaks ${transportType(transport)}`]
    : [];
};

/** Only what the server was asked for and refused, or does not list, contradicts the card. */
const revisionNotes = (card: JsonObject, { revisions }: Capture): readonly string[] => {
  const named = listMember(card, "remotes").flatMap((remote) => listMember(remote, "supportedProtocolVersions"));
  const refused = named.filter(
    (one): one is string =>
      typeof one === "string" &&
      revisions?.probed !== one &&
      revisions?.listed?.includes(one) !== true &&
      (revisions?.asked.some(({ revision, answered }) => revision === one && answered !== null && answered !== one) ??
        false),
  );
  return [...new Set(refused)].map((one) => `it names revision ${quoted(one)}, which the server does not agree to`);
};

/** Earlier texts of the draft had these; where a card still has them, they are compared. */
const capabilityNotes = (card: JsonObject, { capabilities }: Surface): readonly string[] => {
  const named = member(card, "capabilities");
  if (!isJsonObject(named) || !capabilities) return [];
  return Object.keys(named)
    .filter((key) => named[key] !== false && named[key] !== null && !Object.hasOwn(capabilities.value, key))
    .map((key) => `it names the capability ${quoted(key)}, which the server does not declare`);
};

const toolNotes = (card: JsonObject, { tools, seen }: Surface): readonly string[] => {
  const listed = member(card, "tools");
  if (!Array.isArray(listed) || seen.tool !== "whole") return [];
  // `["dynamic"]` says that only the server knows.
  const names = listed.flatMap((tool) => (typeof tool === "string" ? tool : (stringMember(tool, "name") ?? [])));
  if (names.includes("dynamic") || names.length === 0) return [];
  const own = new Set<string>(tools.map(({ name }) => name));
  const [absent, more] = [names.filter((name) => !own.has(name)), [...own].filter((name) => !names.includes(name))];
  return [
    ...(absent.length > 0
      ? [`it lists ${absent.length} tools that the server does not have, such as ${quoted(absent[0] ?? "")}`]
      : []),
    ...(more.length > 0
      ? [`the server has ${more.length} tools that it does not list, such as ${quoted(more[0] ?? "")}`]
      : []),
  ];
};
