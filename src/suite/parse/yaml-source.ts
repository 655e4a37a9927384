import { openYaml, type YamlSource } from "../../judge/corpus-files/read-yaml.ts";
import { SuiteError } from "../problem.ts";

/** Reads a YAML file of the user's. Throws SuiteError and nothing else. */
export const readYamlSource = (text: string, file: string): YamlSource =>
  openYaml(text, file, (lines) => new SuiteError(lines));
