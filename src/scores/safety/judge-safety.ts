import { defined } from "../../base/defined.ts";
import { stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { hasStackTrace, isAboutTraces } from "../../base/stack-traces.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";
import { environmentDumps, privateKeysIn, tokensIn } from "../../capture/secrets-in-results.ts";
import type { View } from "../../judge/core/fact.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import type { Surface, SurfaceItem } from "../../judge/surface/surface.ts";
import { surfaceTexts } from "../../judge/surface/surface-texts.ts";
import { falseAnnotation } from "./annotations.ts";
import { lookAlikes, mixedWord } from "./names.ts";
import { nosyParameters } from "./parameters.ts";
import { quote } from "./quote.ts";
import { type ReturnedText, returnedTexts } from "./returned-texts.ts";
import type { SafeId, SafetyFinding, SafetyPart, SafetyPlace } from "./safety.ts";
import { SAFE_RULES } from "./safety-rules.ts";
import { type TextContext, textFaults } from "./text-rules.ts";

/** The digest of what stands at a place. */
export type DigestAt = (place: Place) => string | null;

/** One thing that was found, before it is written down. */
interface Found {
  readonly id: SafeId;
  readonly place: Place;
  readonly part: SafetyPart;
  readonly owner?: string | undefined;
  readonly parameter?: string | undefined;
  readonly shown: string;
  readonly saw: string;
}

/** Whatever in the surface, or in what was returned, attacks its reader. When in doubt there is nothing. */
export const judgeSafety = (view: View, digestAt: DigestAt): readonly SafetyFinding[] => {
  const surface = readSurface(view);
  const context = { own: ownNames(surface) };
  return [
    ...surfaceFaults(surface, context),
    ...nameFaults(surface),
    ...toolFaults(surface, view),
    ...returnedFaults(view, context, surface),
  ]
    .slice(0, MOST)
    .map((found) => toFinding(found, digestAt));
};

/** Nobody reads more, and a server must not make a report without end. */
const MOST = 200;

const ownNames = ({ tools, prompts }: Surface): ReadonlySet<string> =>
  new Set([...tools, ...prompts].map(({ name }) => name.toLowerCase()));

export const toFinding = (found: Found, digestAt: DigestAt): SafetyFinding => ({
  id: found.id,
  severity: SAFE_RULES[found.id].severity,
  where: defined({
    exchange: found.place.exchange,
    pointer: found.place.pointer,
    part: found.part,
    parameter: found.parameter === undefined ? undefined : quote(found.parameter),
    sha256: digestAt(found.place),
  }) as SafetyPlace,
  ...(found.owner === undefined ? {} : { tool: untrusted(found.owner.slice(0, 200)) }),
  text: quote(found.shown),
  why: found.saw,
});

/** One text may stand in several places, such as a description that is repeated: it is told once for each owner. */
const surfaceFaults = (surface: Surface, context: TextContext): readonly Found[] => {
  const known = new Set<string>();
  // Parameters of many tools are described in the same words.
  const read = new Map<string, ReturnType<typeof textFaults>>();
  const faultsOf = (text: string): ReturnType<typeof textFaults> => {
    const faults = read.get(text) ?? textFaults(text, context);
    read.set(text, faults);
    return faults;
  };
  return surfaceTexts(surface).flatMap((text) =>
    faultsOf(text.value).flatMap(({ id, saw, shown }): readonly Found[] => {
      const key = `${id}\n${text.owner?.name ?? ""}\n${shown}`;
      if (known.size === known.add(key).size) return [];
      const { exchange, pointer, role, owner, parameter } = text;
      return [{ id, place: { exchange, pointer }, part: role, owner: owner?.name, parameter, shown, saw }];
    }),
  );
};

const nameFaults = ({ tools, prompts }: Surface): readonly Found[] => {
  const items = [...tools, ...prompts];
  const mixed = items.flatMap((item): readonly Found[] => {
    const word = mixedWord(item.name);
    const saw = "A word of the name mixes Latin letters with letters of another script that look the same.";
    return word === undefined ? [] : [nameFound(item, saw, word)];
  });
  const alike = [tools, prompts].flatMap((list) =>
    lookAlikes(list.map(({ name }) => name)).flatMap(([, second]) => {
      const item = list.find(({ name }) => name === second);
      const saw = "Another name of this server looks the same and is not.";
      return item && !mixed.some(({ owner }) => owner === second) ? [nameFound(item, saw, second)] : [];
    }),
  );
  return [...mixed, ...alike];
};

const nameFound = ({ exchange, pointer, name }: SurfaceItem, saw: string, shown: string): Found => ({
  id: "SAFE-011",
  place: { exchange, pointer: `${pointer}/name` },
  part: "name",
  owner: name,
  shown: escapedName(shown),
  saw,
});

/** Letters that look the same are told apart by their numbers. */
const escapedName = (name: string): string =>
  [...name]
    .map((letter) => (/[ -~]/.test(letter) ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`))
    .join("");

const toolFaults = ({ tools }: Surface, view: View): readonly Found[] => {
  const results = new Map<string | undefined, string[]>();
  for (const { part, owner, value } of returnedTexts(view))
    if (part === "tool-result") results.set(owner, [...(results.get(owner) ?? []), value.slice(0, 200)]);
  return tools.flatMap(({ value, name, exchange, pointer }): readonly Found[] => {
    const contradicted = falseAnnotation(value, results.get(name) ?? []);
    return [
      ...nosyParameters(value).map(
        ({ name: parameter, text }): Found => ({
          id: "SAFE-008",
          place: { exchange, pointer: pointer + toPointer(["inputSchema", "properties", parameter]) },
          part: "parameter-name",
          owner: name,
          parameter,
          shown: text,
          saw: "A parameter asks for what only the model has, and the tool says nothing of a use for it.",
        }),
      ),
      ...(contradicted === undefined
        ? []
        : [
            {
              id: "SAFE-012" as const,
              place: { exchange, pointer: `${pointer}/annotations` },
              part: "annotations" as const,
              owner: name,
              shown: JSON.stringify(value["annotations"] ?? {}),
              saw: contradicted,
            },
          ]),
    ];
  });
};

/** Whose text is data by its purpose: a web page, a file, a log. What stands in it is not the server's own. */
const returnsTraces = (owner: string | undefined, { tools }: Surface): boolean =>
  isAboutTraces(owner ?? "", stringMember(tools.find(({ name }) => name === owner)?.value, "description"));

const INSTRUCTS: ReadonlySet<SafeId> = new Set([
  "SAFE-001",
  "SAFE-002",
  "SAFE-003",
  "SAFE-004",
  "SAFE-005",
  "SAFE-006",
  "SAFE-010",
]);

const returnedFaults = (view: View, context: TextContext, surface: Surface): readonly Found[] => {
  const dumps = new Set(environmentDumps(view.capture));
  const removed = new Map((view.capture.redaction?.returned ?? []).map(({ exchange, what }) => [exchange, what]));
  const told = new Set<string>();
  const once = (found: Found): readonly Found[] => {
    const key = `${found.id}\n${found.owner}\n${found.id === "SAFE-013" ? found.saw : found.shown}`;
    return told.size === told.add(key).size ? [] : [found];
  };
  return returnedTexts(view).flatMap((text) => {
    const at = (id: SafeId, saw: string, shown: string): readonly Found[] => once(foundIn(text, id, saw, shown));
    const secrets = secretWords(text, { dumps, removed });
    return [
      ...(secrets === undefined ? [] : at("SAFE-013", secrets, "")),
      ...(hasStackTrace(text.value) && text.part !== "resource" && !returnsTraces(text.owner, surface)
        ? at("SAFE-014", "What was returned holds a stack trace.", text.value)
        : []),
      ...textFaults(text.value, context)
        .filter(({ id }) => INSTRUCTS.has(id))
        .slice(0, 1)
        .flatMap(({ saw, shown }) => at("SAFE-015", saw, shown)),
    ];
  });
};

const foundIn = ({ exchange, pointer, part, owner }: ReturnedText, id: SafeId, saw: string, shown: string): Found => ({
  id,
  place: { exchange, pointer },
  part,
  owner,
  shown,
  saw,
});

interface Secrets {
  readonly dumps: ReadonlySet<string>;
  readonly removed: ReadonlyMap<string, readonly string[]>;
}

/** As documentation writes them. */
const MADE_UP = /example|x{4}|\.\.\.|(.)\1{5}|0?123456|abcdef/i;

/** What kind of secret an answer holds, in words: the secret itself is never shown. */
const secretWords = ({ exchange, value }: ReturnedText, { dumps, removed }: Secrets): string | undefined => {
  const id = String(exchange);
  if (dumps.has(id)) return "The answer is the environment of the server, or most of it.";
  const kinds = new Set(removed.get(id));
  if (tokensIn(value).some((token) => !MADE_UP.test(token))) kinds.add("token");
  if (privateKeysIn(value).length > 0) kinds.add("private-key");
  if (kinds.has("private-key")) return "The answer holds a private key.";
  return kinds.has("token") ? "The answer holds a token of a known shape." : undefined;
};
