import { parse, stringify } from "yaml";
import type { Json } from "../../src/base/json.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";

/** What became of a case: it was taken, or refused with a clear error. Anything else throws. */
export type Outcome = "taken" | "refused";

/** One kind of input that strangers can hand us. */
export interface Area {
  readonly name: string;
  /** One case, which follows from the numbers it is given. Throws what is a find. */
  run(random: Random): Promise<Outcome>;
  /** A case talks to a server, and takes a thousand times as long as one that reads. */
  readonly live?: true;
}

/** Files that are read: samples of a kind, changed in their structure, their text, or both. */
export const readingArea = (
  name: string,
  samples: () => readonly string[],
  read: (text: string, original: string) => Promise<void> | void,
  isClear: (error: unknown) => boolean,
): Area => {
  let loaded: readonly string[] | undefined;
  return {
    name,
    run: async (random) => {
      loaded ??= samples();
      const original = random.pick(loaded);
      const text = mutate(original, random, random.pick(loaded));
      try {
        await read(text, original);
        return "taken";
      } catch (error) {
        if (!isClear(error)) throw error;
        checkMessage((error as Error).message);
        return "refused";
      }
    },
  };
};

const mutate = (text: string, random: Random, donor: string): string => {
  const value = parsed(text);
  if (value === undefined || random.once(3)) return mutateText(text, random);
  const changed = mutateJson(value.json, random, parsed(donor)?.json);
  const written =
    value.isYaml && random.once(2) ? stringify(changed) : JSON.stringify(changed, null, random.pick([0, 2]));
  return random.once(6) ? mutateText(written, random) : written;
};

/** A text is parsed once: most are large. */
const known = new Map<string, { readonly json: Json; readonly isYaml: boolean } | undefined>();

const parsed = (text: string) => {
  if (!known.has(text)) known.set(text, parseAny(text));
  return known.get(text);
};

const parseAny = (text: string): { readonly json: Json; readonly isYaml: boolean } | undefined => {
  try {
    return { json: JSON.parse(text) as Json, isYaml: false };
  } catch {
    if (/^\s*[{[]/.test(text)) return undefined;
  }
  try {
    return { json: parse(text) as Json, isYaml: true };
  } catch {
    return undefined;
  }
};

/** What only a runtime says when nobody thought of the case. */
const RUNTIME =
  /Cannot (?:read|set|convert|access)|is not (?:a function|iterable|a constructor|defined)|Maximum call stack|Invalid array length|Invalid string length|Unexpected token|undefined is not|out of memory|Invalid time value|Reduce of empty|must be called with/;

/** An error is one line that a terminal can be shown. */
export const checkMessage = (message: string): void => {
  if (message.trim() === "") throw new Error("an error without a message");
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(message))
    throw new Error(`an error that is no plain line: ${JSON.stringify(message)}`);
  if (RUNTIME.test(message)) throw new Error(`an error in the words of the runtime: ${message}`);
  if (message.length > 4_000) throw new Error(`an error of ${message.length} characters: ${message.slice(0, 200)}`);
};
