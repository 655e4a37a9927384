import { type Json, listMember, member, stringMember } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { error, quoted, type ServerJsonPath, warning } from "../place.ts";
import type { EntryFinding } from "../registry-entry.ts";
import { undeclaredVariables, urlProblem } from "../template.ts";
import { isRange, rangeProblem } from "../version-text.ts";
import { identifierProblem, isRegistryType, REGISTRIES } from "./identifiers.ts";
import { argumentFindings, inputListFindings } from "./inputs.ts";

/** One package: where it is, which version of it, and how it is started. */
export const packageFindings = (entry: Json, index: number): readonly EntryFinding[] => {
  const at: ServerJsonPath = ["packages", index];
  const type = stringMember(entry, "registryType");
  return [
    ...(type === undefined ? [] : sourceFindings(entry, type, at)),
    ...versionFindings(entry, type, at),
    ...runtimeFindings(entry, at),
    ...(["runtimeArguments", "packageArguments"] as const).flatMap((name) =>
      listMember(entry, name).flatMap((argument, place) => argumentFindings(argument, [...at, name, place])),
    ),
    ...inputListFindings(listMember(entry, "environmentVariables"), [...at, "environmentVariables"], "environment"),
    ...transportFindings(entry, [...at, "transport"]),
  ];
};

const sourceFindings = (entry: Json, type: string, at: ServerJsonPath): readonly EntryFinding[] => {
  if (!isRegistryType(type))
    return [
      error(
        "registry-type",
        [...at, "registryType"],
        `${quoted(type)} is not one of ${Object.keys(REGISTRIES).join(", ")}, which are all the registry takes`,
      ),
    ];
  const { base, hash } = REGISTRIES[type];
  const identifier = stringMember(entry, "identifier");
  const problem = identifier === undefined ? undefined : identifierProblem(type, identifier);
  const [given, digest] = [stringMember(entry, "registryBaseUrl"), stringMember(entry, "fileSha256")];
  return [
    ...(problem === undefined
      ? []
      : [{ ...error("package-identifier", [...at, "identifier"], problem.says), level: problem.level }]),
    ...(given === undefined || given === "" || given === base
      ? []
      : [
          error(
            "registry-base-url",
            [...at, "registryBaseUrl"],
            base === null
              ? `does not belong to a package of type ${type}; the identifier names the whole address, so drop it`
              : `${quoted(given)} is not ${base}, which is all the registry takes for ${type}; drop it`,
          ),
        ]),
    ...(hash === "required" && (digest === undefined || digest === "")
      ? [
          error(
            "file-hash",
            [...at, "fileSha256"],
            "is missing; write the SHA-256 of the bundle, by which clients check what they downloaded",
          ),
        ]
      : []),
    ...(hash === "refused" && digest !== undefined && digest !== ""
      ? [error("file-hash", [...at, "fileSha256"], `does not belong to a package of type ${type}; drop it`)]
      : []),
  ];
};

const versionFindings = (entry: Json, type: string | undefined, at: ServerJsonPath): readonly EntryFinding[] => {
  const version = stringMember(entry, "version");
  const place = [...at, "version"];
  const wanted = type !== undefined && isRegistryType(type) ? REGISTRIES[type].version : "optional";
  if (version === undefined || version === "") {
    if (wanted !== "required") return [];
    const lacks = error("package-version", at, `lacks a version; write the one that is published at ${type}`);
    return [{ ...lacks, pointer: toPointer(place) }];
  }
  if (wanted === "refused")
    return [
      error(
        "package-version",
        place,
        "does not belong to an image; write the tag behind the identifier, as in ghcr.io/acme/notes:1.2.0",
      ),
    ];
  return isRange(version) ? [error("version-range", place, `${quoted(version)} ${rangeProblem(version)}`)] : [];
};

const runtimeFindings = (entry: Json, at: ServerJsonPath): readonly EntryFinding[] =>
  listMember(entry, "runtimeArguments").length > 0 && stringMember(entry, "runtimeHint") === undefined
    ? [
        warning(
          "runtime-hint",
          at,
          "has runtimeArguments and no runtimeHint, so clients guess which program they are for; add it",
        ),
      ]
    : [];

const transportFindings = (entry: Json, at: ServerJsonPath): readonly EntryFinding[] => {
  const transport = member(entry, "transport");
  const [type, url] = [stringMember(transport, "type"), stringMember(transport, "url")];
  const place = [...at, "url"];
  if (type === "stdio")
    return url === undefined || url === ""
      ? []
      : [error("package-transport", place, "stands beside type stdio, which has no address; drop it")];
  const headers = inputListFindings(listMember(transport, "headers"), [...at, "headers"], "header");
  if (url === undefined) return headers;
  const problem = urlProblem(url);
  if (problem !== undefined) return [error("package-transport", place, `${quoted(url)} ${problem}`), ...headers];
  const missing = undeclaredVariables(url, declaredIn(entry));
  return [
    ...missing.map((name) =>
      error(
        "package-transport",
        place,
        `uses {${name}}, and no argument or environment variable of the package has that name or valueHint; declare it`,
      ),
    ),
    ...headers,
  ];
};

/** What a URL of a package may stand in braces for. */
const declaredIn = (entry: Json): ReadonlySet<string> =>
  new Set(
    ["environmentVariables", "runtimeArguments", "packageArguments"].flatMap((list) =>
      listMember(entry, list).flatMap((input) =>
        ["name", "valueHint"].flatMap((key) => stringMember(input, key) ?? []),
      ),
    ),
  );
