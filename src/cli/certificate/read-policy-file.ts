import { readFileSync } from "node:fs";
import { PolicyError, readPolicy } from "../../certificate/read-policy.ts";
import type { Policy } from "../../certificate/verify/certificate.ts";
import { RowError } from "../../judge/corpus/read-rows.ts";
import { readYaml, YamlError } from "../../judge/corpus-files/read-yaml.ts";
import { readingFile } from "../files/read-file.ts";
import { UsageError } from "../usage-error.ts";

/** A policy from its YAML file. Errors name line and column. */
export const readPolicyFile = (path: string): Policy => {
  const text = readingFile(path, () => readFileSync(path, "utf8"));
  try {
    return readYaml(text, path, (value) => {
      try {
        return readPolicy(value);
      } catch (error) {
        if (error instanceof PolicyError) throw new RowError(error.path, error.message);
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof YamlError) throw new UsageError(error.message);
    throw error;
  }
};
