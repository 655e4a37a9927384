import { countCodePoints } from "../../base/code-points.ts";
import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, listMember, stringMember } from "../../base/json.ts";
import type { CapturedTarget, TransportName } from "../../capture/capture.ts";
import { transportType } from "./compare-entry.ts";
import { FILL_IN } from "./placeholders.ts";
import { isSemanticVersion } from "./version-text.ts";

/** What a recorded session shows of a server. */
export interface DraftSource {
  readonly info: Json | undefined;
  readonly target: CapturedTarget | undefined;
  readonly transport: TransportName | undefined;
  /** The address of the schema in force. */
  readonly schema: string;
}

/** A server.json of everything the session shows; what it does not show is marked, and `validate` names each mark. */
export const draftEntry = ({ info, target, transport, schema }: DraftSource): JsonObject => {
  const [name = "", version, title, description, website] = [
    "name",
    "version",
    "title",
    "description",
    "websiteUrl",
  ].map((key) => stringMember(info, key));
  const own = name
    .replace(/^.*\//, "")
    .replace(/[^a-zA-Z0-9._-]+/g, "-")
    .replace(/^[^a-zA-Z0-9]+|[^a-zA-Z0-9]+$/g, "")
    .slice(0, 100);
  const icons = listMember(info, "icons").filter(
    (icon) => isJsonObject(icon) && stringMember(icon, "src")?.startsWith("https://") === true,
  );
  return defined({
    $schema: schema,
    name: `io.github.${FILL_IN}/${own.length > 1 ? own : "server"}`,
    title: title !== undefined && title.trim() !== "" && countCodePoints(title) <= 100 ? title : undefined,
    description:
      description !== undefined && description !== "" && countCodePoints(description) <= 100
        ? description
        : `${FILL_IN}: what the server does, in at most 100 characters`,
    version:
      version !== undefined && version !== "" ? version : `${FILL_IN}: the version that is published, such as 1.0.0`,
    websiteUrl: website?.startsWith("https://") === true ? website : undefined,
    repository: { url: `https://github.com/${FILL_IN}/${FILL_IN}`, source: "github" },
    icons: icons.length > 0 ? [...icons] : undefined,
    packages: target?.kind === "stdio" ? [draftPackage(target, version)] : undefined,
    remotes: target?.kind === "http" ? [draftRemote(target, transport)] : undefined,
  }) as JsonObject;
};

/** Headers that were sent are needed, as far as anybody can tell; their values are nobody's business. */
const draftRemote = (
  { url, header_names }: Extract<CapturedTarget, { kind: "http" }>,
  transport: TransportName | undefined,
): JsonObject => {
  const isPublic = url.startsWith("https://") && !/^https:\/\/(?:localhost|127\.|\[::1\])/.test(url);
  const headers = header_names.map((name) => ({
    name,
    description: `${FILL_IN}: what it is, and where to get it`,
    isRequired: true,
    isSecret: /auth|token|key|secret|cookie/i.test(name),
  }));
  return {
    type: transport === undefined || transport === "stdio" ? "streamable-http" : transportType(transport),
    url: isPublic ? url : `https://${FILL_IN}/${new URL(url).pathname.slice(1)}`,
    ...(headers.length > 0 ? { headers } : {}),
  };
};

const LAUNCHERS = { npx: "npm", uvx: "pypi", dnx: "nuget", docker: "oci" } as const;

const draftPackage = (
  { command, env_names }: Extract<CapturedTarget, { kind: "stdio" }>,
  version: string | undefined,
): JsonObject => {
  const [program = "", ...words] = command;
  const base = program.replace(/^.*[/\\]/, "").replace(/\.(?:cmd|exe)$/i, "");
  const type = Object.hasOwn(LAUNCHERS, base) ? LAUNCHERS[base as keyof typeof LAUNCHERS] : undefined;
  const environment = env_names.map((name) => ({
    name,
    description: `${FILL_IN}: what it is, and where to get it`,
    isRequired: true,
    isSecret: /auth|token|key|secret|password/i.test(name),
  }));
  return {
    ...(type === undefined ? unknownPackage(version) : launched(type, words, version)),
    transport: { type: "stdio" },
    ...(environment.length > 0 ? { environmentVariables: environment } : {}),
  };
};

const unknownPackage = (version: string | undefined): JsonObject => ({
  registryType: `${FILL_IN}: npm, pypi, nuget, cargo, oci or mcpb`,
  identifier: `${FILL_IN}: the name under which the package is published`,
  version: version ?? `${FILL_IN}: the version of the package`,
});

/** `npx -y @acme/notes@1.2.0 --verbose`: the first word that is no flag is the package, what follows are its arguments. */
const launched = (
  type: (typeof LAUNCHERS)[keyof typeof LAUNCHERS],
  words: readonly string[],
  version: string | undefined,
): JsonObject => {
  const rest = type === "oci" && words[0] === "run" ? words.slice(1) : words;
  const at = rest.findIndex((word) => !word.startsWith("-"));
  const spec = rest[at];
  if (spec === undefined) return unknownPackage(version);
  const own = rest.slice(at + 1).filter((word) => word !== "--yes" && word !== "--");
  const args = own.map((value) => ({ type: "positional", value }));
  const packageArguments = args.length > 0 ? { packageArguments: args } : {};
  if (type === "oci") return { registryType: type, identifier: spec, ...packageArguments };
  const [, identifier = spec, pinned] = /^(@?[^@=]+)(?:(?:@|==)(.+))?$/.exec(spec) ?? [];
  const known = pinned !== undefined && isSemanticVersion(pinned) ? pinned : version;
  return {
    registryType: type,
    identifier,
    version: known ?? `${FILL_IN}: the version of the package`,
    ...packageArguments,
  };
};
