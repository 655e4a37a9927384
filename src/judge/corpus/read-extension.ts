import { defined } from "../../base/defined.ts";
import type { Json } from "../../base/json.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import type { ExtensionHead, KnownExtension } from "./extension.ts";
import {
  choiceOf,
  optionalMembers,
  RowError,
  type RowPath,
  readConditions,
  readObject,
  readText,
} from "./read-rows.ts";

const HEAD_KEYS = ["identifier", "name", "since", "text", "traces", "extends"];

/** The head of a version: what its folder does not say. */
export type WrittenHead = Omit<ExtensionHead, "id" | "version"> & { readonly extends?: string };

/** `extension.yaml` of a version. */
export const readExtensionHead = (value: Json): WrittenHead => {
  const row = readObject(value, [], HEAD_KEYS);
  const optional = optionalMembers(row, []);
  return defined({
    identifier: readIdentifier(row["identifier"], ["identifier"]),
    name: readText(row["name"], ["name"]),
    since: choiceOf(...REVISIONS)(row["since"], ["since"]),
    text: readAddress(row["text"], ["text"]),
    traces: optional("traces", readConditions),
    extends: optional("extends", readText),
  });
};

/** `known.yaml`: extensions that are recognised by their name, and where to read about them. */
export const readKnownExtensions = (value: Json): readonly KnownExtension[] => {
  if (!Array.isArray(value)) throw new RowError([], "expected a list of extensions");
  return value.map((entry, index) => {
    const row = readObject(entry, [index], ["identifier", "name", "status", "link", "rules"]);
    return defined({
      identifier: readIdentifier(row["identifier"], [index, "identifier"]),
      name: readText(row["name"], [index, "name"]),
      status: choiceOf("official", "experimental")(row["status"], [index, "status"]),
      link: readAddress(row["link"], [index, "link"]),
      rules: optionalMembers(row, [index])("rules", readText),
    });
  });
};

const readIdentifier = (value: Json | undefined, path: RowPath): string => {
  const text = readText(value, path);
  if (/^[a-z0-9.-]+\/[a-z0-9._-]+$/i.test(text)) return text;
  throw new RowError(
    path,
    `expected an identifier such as io.modelcontextprotocol/skills, found ${JSON.stringify(text)}`,
  );
};

const readAddress = (value: Json | undefined, path: RowPath): string => {
  const text = readText(value, path);
  if (text.startsWith("https://")) return text;
  throw new RowError(path, `expected an address that begins with https://, found ${JSON.stringify(text)}`);
};
