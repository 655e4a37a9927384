import { counted } from "../../base/counted.ts";
import type { Json } from "../../base/json.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import type { ChangeClass, ChangeCue, ChangedPart, LockResult, SurfaceChange } from "../../scores/lock/lock.ts";
import { wordDiff } from "./word-diff.ts";

export const CLASS_WORDS = {
  breaking: "breaking: a caller or reader of today no longer gets what it relies on",
  meaning: "meaning: what a model or a host reads has changed",
  compatible: "compatible: whoever uses it today is not affected",
  cosmetic: "cosmetic: only how it looks",
  environment: "environment: names, versions and revisions; never counted",
} as const satisfies Record<ChangeClass, string>;

export const PART_WORDS = {
  tool: "tool",
  prompt: "prompt",
  resource: "resource",
  "resource-template": "resource template",
  instructions: "instructions",
  capability: "capability",
  revision: "revision",
  server: "server",
} as const satisfies Record<ChangedPart, string>;

const CUE_WORDS = {
  url: "an address that was not there",
  instruction: "an instruction to the agent",
  concealment: "something hidden, or hiding something",
  "other-tool": "the name of another tool",
  annotation: "a changed annotation",
} as const satisfies Record<ChangeCue, string>;

export const FIXES = {
  breaking:
    "Keep the old name or argument beside the new one for a while, or release it as a new major version; then mcptest lock --accept.",
  meaning: "Read it as the model will. If it is meant, take it over with mcptest lock --accept.",
  compatible: "Nothing to do but mcptest lock --accept.",
  cosmetic: "Nothing to do but mcptest lock --accept.",
  environment: "Nothing to do.",
} as const satisfies Record<ChangeClass, string>;

/** `2 breaking, 1 meaning, 3 compatible`; what there is none of is left out. */
export const countWords = ({ counts }: Pick<LockResult, "counts">): string => {
  const parts = (["breaking", "meaning", "compatible", "cosmetic"] as const).filter((name) => counts[name] > 0);
  return parts.map((name) => `${counts[name]} ${name}`).join(", ");
};

export const lockHeadline = (result: LockResult): string => {
  const { servers, counts } = result;
  const unseen = servers.filter(({ state }) => state === "unseen" || state === "gone").length;
  const added = servers.filter(({ state }) => state === "new").length;
  const extra = [
    ...(added > 0 ? [`${counted(added, "server")} not in the lock`] : []),
    ...(unseen > 0 ? [`${counted(unseen, "server")} not seen`] : []),
  ];
  const marked = servers.flatMap(({ changes }) => changes).filter(({ cues }) => cues !== undefined).length;
  const words = countWords(result);
  const changes = counts.breaking + counts.meaning + counts.compatible + counts.cosmetic;
  const first =
    changes === 0
      ? unseen === servers.length
        ? "nothing could be compared"
        : "nothing changed"
      : `${counted(changes, "change")}: ${words}`;
  return [first, ...extra, ...(marked > 0 ? [`${marked} as in a rug pull`] : [])].join("; ");
};

/** What stood there and what stands there, as one text: `old` words in brackets. The text is a server's. */
export const valueDiff = ({ before, after }: Pick<SurfaceChange, "before" | "after">): string | undefined => {
  if (before === undefined && after === undefined) return undefined;
  if (typeof before === "string" && typeof after === "string")
    return wordDiff(before, after)
      .map(({ kind, text }, index, runs) =>
        kind === "gone" ? `[-${text}-]` : kind === "new" ? `{+${text}+}` : shortSame(text, index, runs.length),
      )
      .join("");
  if (before === undefined) return `{+${textOf(after)}+}`;
  if (after === undefined) return `[-${textOf(before)}-]`;
  return `[-${textOf(before)}-] {+${textOf(after)}+}`;
};

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : JSON.stringify(value));

const KEPT = 60;

/** Of what did not change, a little before and after the change. */
const shortSame = (text: string, index: number, total: number): string => {
  const [head, tail] = [text.slice(0, KEPT), text.slice(-KEPT)];
  if (index === 0) return text.length <= KEPT ? text : `…${tail}`;
  if (index === total - 1) return text.length <= KEPT ? text : `${head}…`;
  return text.length <= 2 * KEPT ? text : `${head} … ${tail}`;
};

/** `/tools/get_weather/inputSchema/properties/city`: where it stands, as one path. */
export const placeOf = ({ part, name, pointer, member }: SurfaceChange): string =>
  [
    PART_WORDS[part],
    name,
    ...(member === undefined ? [] : [`(${member})`]),
    ...(member === undefined && pointer !== "" && part !== "instructions" ? [pointer] : []),
  ]
    .filter((word) => word !== "")
    .join(" ");

/** What a change brings in that an edited sentence does not. */
export const cueWords = (cues: readonly ChangeCue[]): string => {
  const words = cues.map((cue) => CUE_WORDS[cue]);
  const [last] = words.slice(-1);
  return words.length < 2 ? (last ?? "") : `${words.slice(0, -1).join(", ")} and ${last}`;
};

/** A change in one line: `breaking: tool read_note has another name now`. The names in it are a server's. */
export const changeSentence = (change: SurfaceChange): Untrusted => {
  const { part, name, member, what, cues } = change;
  const diff = valueDiff(change);
  const words = [PART_WORDS[part], name, member ?? "", what].filter((word) => word !== "").join(" ");
  const beware = cues ? `; beware: ${cueWords(cues)}` : "";
  return untrusted(`${change.class}: ${words}${diff === undefined ? "" : `: ${diff}`}${beware}`);
};
