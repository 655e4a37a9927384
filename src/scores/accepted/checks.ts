import { countCodePoints } from "../../base/code-points.ts";
import { isJsonObject, type JsonObject, listMember, member, stringMember, valueAt } from "../../base/json.ts";
import type { TransportName } from "../../capture/capture.ts";
import type { AcceptanceCheck, Profile, ProfileRow } from "../../judge/corpus/acceptance.ts";
import { eraOf, isRevision } from "../../protocol/revision.ts";
import { type SchemaFeatures, schemaFeatures } from "./schema-features.ts";
import { openPrivacyLink, openWidgetPolicy, type ReadResources, widgetProblem } from "./widgets.ts";

/** A tool with everything that the checks look at. */
export interface ReadTool {
  readonly name: string;
  readonly tool: JsonObject;
  readonly input: SchemaFeatures;
  readonly output: SchemaFeatures | undefined;
}

export const readTool = (name: string, tool: JsonObject): ReadTool => {
  const output = member(tool, "outputSchema");
  return {
    name,
    tool,
    input: schemaFeatures(member(tool, "inputSchema")),
    output: output === undefined ? undefined : schemaFeatures(output),
  };
};

/** The server as a whole. */
export interface ReadServer {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly revisions: readonly string[];
  readonly transport: TransportName | undefined;
  readonly url: string | undefined;
  readonly tools: readonly ReadTool[];
  readonly resources: ReadResources;
  /** What it says of itself besides its tools, as text. */
  readonly about: readonly string[];
  /** What is wrong with the server.json that was given; undefined where none was. */
  readonly serverJson: readonly string[] | undefined;
}

/** What does not fit, in a few words that name the place; undefined where everything does. */
type Look<Of> = (of: Of, row: ProfileRow, profile: Profile, server: ReadServer) => string | undefined;

const limitOf = ({ limit }: ProfileRow): number => (typeof limit === "number" ? limit : Number.POSITIVE_INFINITY);
const wordsOf = ({ limit }: ProfileRow): readonly string[] => (Array.isArray(limit) ? limit : []);

const PATTERNS = new Map<string, RegExp>();
const patternOf = ({ limit }: ProfileRow): RegExp => {
  const text = typeof limit === "string" ? limit : "";
  const known = PATTERNS.get(text) ?? new RegExp(text, "u");
  PATTERNS.set(text, known);
  return known;
};

const at = (place: string): string => (place === "" ? "at the root" : `at ${place}`);
const where = (what: string, place: string | undefined): string | undefined =>
  place === undefined ? undefined : `${what} ${at(place)}`;

const descriptionOf = ({ tool }: ReadTool): string => stringMember(tool, "description") ?? "";

/** How a host names the tool to its model, with the server's own name for itself in place of the one a user gives it. */
export const fullName = (tool: string, { prefix }: Profile, { name }: ReadServer): string =>
  (prefix ?? "{tool}").replace("{server}", name.replace(/[^A-Za-z0-9_-]/g, "_")).replace("{tool}", tool);

const keywordIn = (features: SchemaFeatures | undefined, row: ProfileRow): string | undefined => {
  const found = wordsOf(row).filter((word) => features?.keywords.has(word));
  const [first] = found;
  return first === undefined ? undefined : `${found.join(", ")} ${at(features?.keywords.get(first) ?? "")}`;
};

const hintsLacking = ({ tool }: ReadTool, hints: readonly string[]): readonly string[] =>
  hints.filter((hint) => typeof valueAt(tool, "annotations", hint) !== "boolean");

const READS = new Set(["get", "list", "read", "search", "fetch", "find", "query", "view", "show", "describe"]);
const WRITES = new Set(
  "post put patch delete create update write remove add set insert edit move rename send upload replace".split(" "),
);

/** A parameter that chooses between reading and writing. */
const mixedMethods = ({ input }: ReadTool): string | undefined => {
  const properties = member(input.root, "properties");
  for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
    if (!/^(?:method|action|operation|op|command|verb|http_?method)$/i.test(name)) continue;
    const values = listMember(schema, "enum").flatMap((value) =>
      typeof value === "string" ? [value.toLowerCase().split(/[^a-z]/)[0] ?? ""] : [],
    );
    const [reads, writes] = [values.find((one) => READS.has(one)), values.find((one) => WRITES.has(one))];
    if (reads !== undefined && writes !== undefined) return `${name} chooses between ${reads} and ${writes}`;
  }
  return undefined;
};

const SENSITIVE =
  /^(?:ssn|social_?security(?:_?number)?|credit_?card(?:_?number)?|card_?number|cvv|cvc|password|passwd|passcode|otp|mfa_?code|one_?time_?code|totp|passport_?number|medical_?record(?:_?number)?|diagnosis|private_?key|seed_?phrase)$/i;

const sensitiveParameter = ({ input }: ReadTool): string | undefined => {
  const properties = member(input.root, "properties");
  return isJsonObject(properties)
    ? Object.keys(properties).find((name) => SENSITIVE.test(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2")))
    : undefined;
};

const TOOL_CHECKS: Partial<Record<AcceptanceCheck, Look<ReadTool>>> = {
  "name-pattern": ({ name }, row) =>
    patternOf(row).test(name) ? undefined : `the name has ${countCodePoints(name)} characters and does not match`,
  "full-name-length": ({ name }, row, profile, server) => {
    const whole = fullName(name, profile, server);
    return whole.length > limitOf(row)
      ? `${whole.length} characters, if the server is called as it calls itself`
      : undefined;
  },
  "description-length": (tool, row) => {
    const length = countCodePoints(descriptionOf(tool));
    return length > limitOf(row) ? `${length} characters` : undefined;
  },
  "description-missing": (tool) => (descriptionOf(tool).trim() === "" ? "no description" : undefined),
  // Providers are sent the input schema alone; clients on the TypeScript SDK parse both.
  "root-not-object": ({ input, output }, { blast }) =>
    stringMember(input.root, "type") !== "object"
      ? "the root of inputSchema has no type object"
      : blast === "list" && output && stringMember(output.root, "type") !== "object"
        ? "the root of outputSchema has no type object"
        : undefined,
  "root-keywords": ({ input }, row) => {
    const found = wordsOf(row).filter((word) => Object.hasOwn(input.root, word));
    return found.length > 0 ? `${found.join(", ")} at the root` : undefined;
  },
  "property-keys": ({ input }, row) => {
    const properties = member(input.root, "properties");
    const bad = isJsonObject(properties)
      ? Object.keys(properties).find((name) => !patternOf(row).test(name))
      : undefined;
    return bad === undefined ? undefined : `property ${JSON.stringify(bad.slice(0, 80))}`;
  },
  keywords: ({ input }, row) => keywordIn(input, row),
  "output-keywords": ({ output }, row) => keywordIn(output, row),
  "type-array": ({ input }) => where("a list of types", input.typeArray),
  "no-items": ({ input }) => where("an array without items", input.noItems),
  "no-properties": ({ input }) => (member(input.root, "properties") === undefined ? "no properties" : undefined),
  "empty-properties": ({ input }) => where("an object without properties", input.emptyProperties),
  "enum-not-strings": ({ input }) => where("an enum with other values than strings", input.enumNotStrings),
  "open-objects": ({ input }) => where("an object without additionalProperties: false", input.openObject),
  "optional-properties": ({ input }) => where("an optional property", input.optionalProperty),
  "required-unknown": ({ input }) => where("required names something that is no property", input.requiredUnknown),
  depth: ({ input }, row) => (input.depth > limitOf(row) ? `${input.depth} levels` : undefined),
  "property-count": ({ input }, row) =>
    input.properties > limitOf(row) ? `${input.properties} properties` : undefined,
  "enum-count": ({ input }, row) => (input.enumValues > limitOf(row) ? `${input.enumValues} values` : undefined),
  recursive: ({ input }) => where("a schema that leads back to itself", input.recursive),
  "look-around": ({ input }) => where("a pattern with look-around or a back-reference", input.lookAround),
  hints: (tool, row) => {
    const lacking = hintsLacking(tool, wordsOf(row));
    return lacking.length > 0 ? `without ${lacking.join(", ")}` : undefined;
  },
  "any-hint": (tool, row) =>
    hintsLacking(tool, wordsOf(row)).length === wordsOf(row).length
      ? `neither ${wordsOf(row).join(" nor ")}`
      : undefined,
  "title-missing": ({ tool }) =>
    (stringMember(tool, "title") ?? stringMember(member(tool, "annotations"), "title") ?? "").trim() === ""
      ? "no title"
      : undefined,
  "output-schema-missing": ({ output }) => (output === undefined ? "no outputSchema" : undefined),
  "mixed-methods": mixedMethods,
  "sensitive-parameters": (tool) => {
    const found = sensitiveParameter(tool);
    return found === undefined ? undefined : `parameter ${JSON.stringify(found)}`;
  },
  "widget-resource": ({ tool }, _row, _profile, { resources }) => widgetProblem(tool, resources),
  "widget-policy": ({ tool }, _row, _profile, { resources }) => openWidgetPolicy(tool, resources),
};

const SERVER_CHECKS: Partial<Record<AcceptanceCheck, Look<ReadServer>>> = {
  "tool-count": ({ tools }, row) => (tools.length > limitOf(row) ? `${tools.length} tools` : undefined),
  "instructions-length": ({ instructions }, row) =>
    instructions.length > limitOf(row) ? `${instructions.length} characters of instructions` : undefined,
  // Hosts agree on an older revision of the same era, so only an era that they do not speak is certain.
  revisions: ({ revisions }, row) =>
    speaksEra(revisions, wordsOf(row)) ? undefined : `the server speaks ${revisions.join(", ")} only`,
  transport: ({ transport }, row) =>
    transport !== undefined && wordsOf(row).includes(transport) ? `reached by ${transport}` : undefined,
  "remote-https": ({ url }) => (url?.startsWith("http://") && !isLoopback(url) ? "reached by http" : undefined),
  "privacy-link": ({ about }) => openPrivacyLink(about),
  "server-json": ({ serverJson = [] }) => (serverJson.length > 0 ? serverJson.join("; ") : undefined),
};

/** A server under development is reached at loopback, whatever it will be reached by. */
const isLoopback = (url: string): boolean => /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i.test(url);

/** Whether a client of these revisions and a server of those can agree on one; nothing is known of a server that said none. */
export const speaksEra = (server: readonly string[], client: readonly string[]): boolean => {
  const eras = (revisions: readonly string[]): Set<string> => new Set(revisions.filter(isRevision).map(eraOf));
  const mine = eras(server);
  return mine.size === 0 || [...eras(client)].some((era) => mine.has(era));
};

/** What a row has against a tool. */
export const lookAtTool = (tool: ReadTool, row: ProfileRow, profile: Profile, server: ReadServer): string | undefined =>
  TOOL_CHECKS[row.check]?.(tool, row, profile, server);

/** What a row has against the server as a whole. */
export const lookAtServer = (server: ReadServer, row: ProfileRow, profile: Profile): string | undefined =>
  SERVER_CHECKS[row.check]?.(server, row, profile, server);

/** Every check is of one of the two kinds; a test asserts it. */
export const CHECKED: ReadonlySet<string> = new Set([...Object.keys(TOOL_CHECKS), ...Object.keys(SERVER_CHECKS)]);
