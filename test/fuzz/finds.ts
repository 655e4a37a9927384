import { PolicyError, readPolicy } from "../../src/certificate/read-policy.ts";
import { readCoreFile } from "../../src/corpus/core-rows.ts";
import { RowError } from "../../src/corpus/read-rows.ts";
import { readYaml, YamlError } from "../../src/corpus-io/read-yaml.ts";
import { checkMessage, type Outcome } from "./area.ts";

/** What fuzzing has found and was mended: the smallest input that showed it. */
export interface Find {
  readonly what: string;
  run(): Promise<Outcome>;
}

const refused = async (read: () => unknown): Promise<Outcome> => {
  try {
    read();
    return "taken";
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    checkMessage(error.message);
    return "refused";
  }
};

const policy = (text: string): Promise<Outcome> =>
  refused(() =>
    readYaml(text, "policy.yaml", (value) => {
      try {
        return readPolicy(value);
      } catch (error) {
        if (error instanceof PolicyError) throw new RowError(error.path, error.message);
        throw error;
      }
    }),
  );

export const FINDS: readonly Find[] = [
  {
    what: "a name in a corpus reorders the text of the error",
    run: () => refused(() => readYaml('- "\u{202e}": 1\n', "core.yaml", readCoreFile)),
  },
  { what: "a name in a policy breaks the line of the error", run: () => policy('"a\\nb\\u2028c": 1\n') },
  { what: "a policy of one long name is repeated whole", run: () => policy(`minimum_grade: ${"x".repeat(60_000)}\n`) },
];
