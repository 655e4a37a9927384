import { isJsonObject, type Json, listMember, member, stringMember } from "../../../base/json.ts";
import { error, quoted, type ServerJsonPath, warning } from "../place.ts";
import type { EntryFinding } from "../registry-entry.ts";
import { sampleUrl, undeclaredVariables, urlProblem, variablesIn } from "../template.ts";
import { inputFindings, inputListFindings } from "./inputs.ts";

/** The remotes, each by itself and beside the others. */
export const remoteFindings = (remotes: readonly Json[]): readonly EntryFinding[] =>
  remotes.flatMap((remote, index) => [
    ...urlFindings(remote, ["remotes", index]),
    ...variableFindings(remote, ["remotes", index]),
    ...inputListFindings(listMember(remote, "headers"), ["remotes", index, "headers"], "header", namesOf(remote)),
    ...duplicateFindings(remote, index, remotes),
  ]);

const namesOf = (remote: Json): ReadonlySet<string> => {
  const variables = member(remote, "variables");
  return new Set(isJsonObject(variables) ? Object.keys(variables) : []);
};

const urlFindings = (remote: Json, at: ServerJsonPath): readonly EntryFinding[] => {
  const url = stringMember(remote, "url");
  if (url === undefined) return [];
  const place = [...at, "url"];
  const problem = urlProblem(url);
  if (problem !== undefined) return [error("remote-url", place, `${quoted(url)} ${problem}`)];
  const { hostname = "", protocol = "" } = sampleUrl(url) ?? {};
  if (/^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname))
    return [
      error("remote-url", place, "leads to this machine, where nobody else finds the server; write its public address"),
    ];
  if (protocol !== "https:")
    return [error("remote-url", place, "is not https, which the registry asks of every remote")];
  return undeclaredVariables(url, namesOf(remote)).map((name) =>
    error("remote-variable", place, `uses {${name}}, which is not in variables of the remote; declare it there`),
  );
};

const variableFindings = (remote: Json, at: ServerJsonPath): readonly EntryFinding[] => {
  const variables = member(remote, "variables");
  if (!isJsonObject(variables)) return [];
  const texts = [remote, ...listMember(remote, "headers")].flatMap((holder) =>
    ["url", "value"].flatMap((key) => stringMember(holder, key) ?? []),
  );
  const used = new Set(texts.flatMap(variablesIn));
  return Object.entries(variables).flatMap(([name, input]) => [
    ...(used.has(name)
      ? []
      : [
          warning(
            "remote-variable",
            [...at, "variables", name],
            `is used nowhere; put {${name}} where it belongs, or drop it`,
          ),
        ]),
    ...inputFindings(input, [...at, "variables", name]),
  ]);
};

const duplicateFindings = (remote: Json, index: number, remotes: readonly Json[]): readonly EntryFinding[] => {
  const keyOf = (entry: Json): string | undefined => stringMember(entry, "url")?.replace(/\/$/, "");
  const key = keyOf(remote);
  const first = remotes.findIndex(
    (other) => keyOf(other) === key && stringMember(other, "type") === stringMember(remote, "type"),
  );
  return key === undefined || first === index || first < 0
    ? []
    : [
        warning(
          "remote-duplicate",
          ["remotes", index, "url"],
          `is that of remotes[${first}], of the same type; keep one of the two`,
        ),
      ];
};
