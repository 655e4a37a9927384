import { countCodePoints } from "../../json/code-points.ts";
import type { Capture } from "../../model/capture.ts";
import { isJsonObject, type Json, listMember, member, stringMember } from "../../model/json.ts";
import type { Surface } from "../../model/surface.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const NAME = /^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?\/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$/;
const RANGE = /^[\^~<>=]|[*xX]$|\.[xX](?:\.|$)|\s-\s|\|\|/;

/** What the registry, or a client that installs from it, would find wrong with a server.json, in words; all of it pure. */
export const serverJsonProblems = (value: Json, surface: Surface, capture: Capture): readonly string[] => {
  if (!isJsonObject(value)) return ["server.json is not an object"];
  return [
    ...formProblems(value),
    ...packageProblems(value),
    ...remoteProblems(value),
    ...differences(value, surface, capture),
  ];
};

const formProblems = (value: Json): readonly string[] => {
  const [schema, name, description, version, title, website] = [
    "$schema",
    "name",
    "description",
    "version",
    "title",
    "websiteUrl",
  ].map((key) => stringMember(value, key));
  const problems: string[] = [];
  if (schema !== SCHEMA) problems.push(`$schema is not ${SCHEMA}`);
  if (name === undefined || name.length < 3 || name.length > 200 || !NAME.test(name))
    problems.push("name is not a namespace and a name with one slash between them, such as io.github.acme/notes");
  if (description === undefined || description.length < 1 || countCodePoints(description) > 100)
    problems.push("description does not have 1 to 100 characters");
  if (version === undefined || version.length > 255)
    problems.push("version is missing or has more than 255 characters");
  else if (version === "latest" || RANGE.test(version))
    problems.push(`version ${JSON.stringify(version)} is not one version`);
  if (title !== undefined && (title.trim() === "" || [...title].length > 100))
    problems.push("title does not have 1 to 100 characters");
  if (website !== undefined && !website.startsWith("https://")) problems.push("websiteUrl is not https");
  const source = stringMember(member(value, "repository"), "source");
  if (source !== undefined && source !== "github" && source !== "gitlab")
    problems.push("repository.source is neither github nor gitlab");
  if (listMember(value, "packages").length + listMember(value, "remotes").length === 0)
    problems.push("there are neither packages nor remotes, so nobody can install or reach it");
  return problems;
};

const VERSIONED = new Set(["npm", "pypi", "nuget"]);

const packageProblems = (value: Json): readonly string[] =>
  listMember(value, "packages").flatMap((entry, index) => {
    const at = `packages[${index}]`;
    const [kind, identifier, version] = ["registryType", "identifier", "version"].map((key) =>
      stringMember(entry, key),
    );
    const transport = stringMember(member(entry, "transport"), "type");
    return [
      ...(kind === undefined || identifier === undefined ? [`${at} lacks registryType or identifier`] : []),
      ...(transport === undefined ? [`${at} lacks transport.type`] : []),
      ...(kind !== undefined && VERSIONED.has(kind) && version === undefined ? [`${at} lacks a version`] : []),
      ...(version !== undefined && (version === "latest" || RANGE.test(version))
        ? [`${at} names no single version`]
        : []),
      ...(transport === "stdio" && stringMember(member(entry, "transport"), "url") !== undefined
        ? [`${at} has stdio and a url`]
        : []),
      ...(kind === "mcpb" && !/^[0-9a-f]{64}$/.test(stringMember(entry, "fileSha256") ?? "")
        ? [`${at} lacks fileSha256`]
        : []),
    ];
  });

const remoteProblems = (value: Json): readonly string[] =>
  listMember(value, "remotes").flatMap((entry, index) => {
    const at = `remotes[${index}]`;
    const [type, url] = [stringMember(entry, "type"), stringMember(entry, "url")];
    return [
      ...(type !== "streamable-http" && type !== "sse" ? [`${at} has neither type streamable-http nor sse`] : []),
      ...(url === undefined || !/^(?:https?:\/\/|\{)/.test(url) ? [`${at} has no url`] : []),
      ...(url !== undefined && /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url)
        ? [`${at} leads to this machine`]
        : []),
    ];
  });

const TYPES = { "streamable-http": "streamable-http", "http+sse": "sse", stdio: "stdio" } as const;

/** What the file says, beside what the server says of itself and how it was reached. */
const differences = (value: Json, { server_info }: Surface, { transport, target }: Capture): readonly string[] => {
  const info = server_info?.value;
  const [name = "", version] = [stringMember(value, "name"), stringMember(value, "version")];
  const [ownName, ownVersion] = [stringMember(info, "name"), stringMember(info, "version")];
  const packages = listMember(value, "packages");
  const remotes = listMember(value, "remotes");
  const problems: string[] = [];
  if (version !== undefined && ownVersion !== undefined && version !== ownVersion)
    problems.push(`version is ${JSON.stringify(version)} here and ${JSON.stringify(ownVersion)} in the server`);
  const known = [
    name,
    name.split("/").at(-1),
    stringMember(value, "title"),
    ...packages.map((entry) => stringMember(entry, "identifier")),
  ];
  if (ownName !== undefined && !known.some((one) => one !== undefined && plain(one) === plain(ownName)))
    problems.push(`name is ${JSON.stringify(name)} here and ${JSON.stringify(ownName)} in the server`);
  if (transport === undefined) return problems;
  const type = TYPES[transport];
  if (transport === "stdio") {
    if (packages.length > 0 && !packages.some((entry) => stringMember(member(entry, "transport"), "type") === "stdio"))
      problems.push("no package has transport stdio, by which the server was reached");
  } else if (remotes.length > 0 && target?.kind === "http") {
    const sameType = remotes.filter((entry) => stringMember(entry, "type") === type);
    if (sameType.length === 0) problems.push(`no remote has type ${type}, by which the server was reached`);
  }
  return problems;
};

/** Names are compared by their letters: `Acme Notes`, `acme-notes` and `acme_notes` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
