import { counted } from "../../base/counted.ts";
import * as cue from "./cues.ts";
import { hiddenIn, plainText, spelledByTags } from "./hidden-characters.ts";
import type { SafeId } from "./safety.ts";

/** What is wrong with a text, in our own words, and where in it. */
export interface TextFault {
  readonly id: SafeId;
  readonly saw: string;
  /** What is shown of the text: what was found, with a little around it. */
  readonly shown: string;
}

export interface TextContext {
  /** The names of the server's own tools and prompts, in small letters. */
  readonly own: ReadonlySet<string>;
}

/** More than any description; of a longer text the beginning and the end are read. */
const LONGEST = 40_000;

/** Everything that is wrong with one text. When in doubt there is nothing. */
export const textFaults = (text: string, context: TextContext): readonly TextFault[] => {
  if (text.length < SHORTEST) return hiddenFaults(text);
  const cut = text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)} ${text.slice(-LONGEST / 2)}`;
  const plain = plainText(cut);
  return [...hiddenFaults(cut), ...gapFaults(cut), ...wordFaults(plain, context), ...encodedFaults(cut, context)];
};

/** No sentence that says what to do is shorter. */
const SHORTEST = 16;

/** What the words of a text ask for. */
const wordFaults = (plain: string, { own }: TextContext): readonly TextFault[] => {
  const near = (hint: keyof typeof cue.HINTS, pattern: RegExp): number =>
    cue.HINTS[hint].test(plain) ? plain.search(pattern) : -1;
  const conceals = near("conceal", cue.CONCEAL);
  const takes = near("private", cue.TAKE_PRIVATE);
  const sends = near("address", cue.SEND);
  const redirects = near("address", cue.REDIRECT);
  const placeholder = Math.max(near("address", cue.PLACEHOLDER), near("address", cue.IMAGE_PLACEHOLDER));
  const overrides = unquoted(near("override", cue.OVERRIDE), plain);
  const marks = unquoted(near("marks", cue.TURN_MARKS), plain);
  const claims = cue.HINTS.authority.test(plain) ? authorityAt(plain) : -1;
  const others = near("others", cue.ALL_OTHERS);
  if (Math.max(conceals, takes, sends, redirects, placeholder, overrides, marks, claims, others) < 0) return [];

  const faults: TextFault[] = [];
  const add = (id: SafeId, saw: string, at: number): void => {
    if (!faults.some((fault) => fault.id === id)) faults.push({ id, saw, shown: around(plain, at) });
  };
  const addressed = cue.ADDRESSED.test(plain);
  const hands = cue.HANDOVER.test(plain);
  const first = plain.search(cue.FIRST);
  const takesFile = takes >= 0 && cue.PRIVATE_FILE.test(plain);
  const other = others >= 0 ? others : otherTool(plain, own);
  const hidesItself = near("conceal", cue.CONCEAL_ITSELF);
  const hasMore = (takes >= 0 && (hands || takesFile)) || Math.max(sends, redirects, other, overrides) >= 0;
  if (hidesItself >= 0 && !isAbout(plain, hidesItself))
    add("SAFE-001", "It asks that its own instruction, or what follows from it, is hidden from the user.", hidesItself);
  else if (conceals >= 0 && (hasMore || (first >= 0 && claims >= 0)))
    add("SAFE-001", "It asks that the user is not told, next to what it wants done.", conceals);
  if (takes >= 0 && isHandedOver({ takesFile, addressed, hands, sends, conceals, first }))
    add("SAFE-002", "It tells the model to take something private and to hand it over.", takes);
  if (overrides >= 0) add("SAFE-003", "It tells the model to drop the instructions it has.", overrides);
  if (marks >= 0) add("SAFE-003", "It holds marks that separate turns for a model.", marks);
  if (placeholder >= 0) add("SAFE-006", "It names an address with a placeholder for data.", placeholder);
  if (sends >= 0 && (addressed || conceals >= 0) && !isExample(plain, sends))
    add("SAFE-006", "It tells the model to send data to an address.", sends);
  if (redirects >= 0 && (addressed || conceals >= 0 || other >= 0) && !isExample(plain, redirects))
    add("SAFE-006", "It tells the model to send to an address that the user did not name.", redirects);
  if (other >= 0 && (Math.max(redirects, conceals, sends) >= 0 || isMeddling(plain, other)))
    add("SAFE-007", "It tells the model how to use tools that are not this server's.", other);
  if (claims >= 0) add("SAFE-009", "It claims to speak for somebody else, or that the user agreed.", claims);
  return faults;
};

interface Signs {
  readonly takesFile: boolean;
  readonly addressed: boolean;
  readonly hands: boolean;
  readonly sends: number;
  readonly conceals: number;
  readonly first: number;
}

/** A file of keys has to be handed over; of anything else it takes one sign more, because tools have to do with such things. */
const isHandedOver = ({ takesFile, addressed, hands, sends, conceals, first }: Signs): boolean => {
  const away = hands || sends >= 0;
  if (takesFile) return (addressed && away) || (conceals >= 0 && (addressed || away));
  return away && (conceals >= 0 || (first >= 0 && hands));
};

/** A name of a tool, as authors write one within a sentence, that somebody else must have. */
const NAMED = /[`'"]?\b([a-z][a-z0-9]*(?:[_-][a-z0-9]+){1,6})\b[`'"]?(?: (?:tool|function|mcp))?/g;
const OCCASION =
  /(?:\b(?:when(?:ever)?|if|before|after|while|once|each time|every time)\b[^.!?]{0,40}?|\b(?:calls? to|use of|invocations? of)\b [^.!?]{0,10}?)$/;
const IS_USED =
  /^\W{0,3}(?:(?:tool|function) )?(?:(?:is|are|gets?|was|being) )?(?:called|used|invoked|run|executed|available|present|must|should|needs?)\b|^/;

/** Where the text speaks of the use of a tool that is not the server's own; -1 where it does not. */
const otherTool = (plain: string, own: ReadonlySet<string>): number => {
  if (!/\b(?:tool|function|called|calling|invoked|invoking|using|used)\b/.test(plain)) return -1;
  for (const match of plain.matchAll(NAMED)) {
    const [whole, name = ""] = match;
    if (isOwn(name, own)) continue;
    const before = plain.slice(Math.max(0, match.index - 60), match.index);
    const after = plain.slice(match.index + whole.length, match.index + whole.length + 40);
    if (
      OCCASION.test(before) &&
      IS_USED.test(after) &&
      /\b(?:tool|function|call|us|invok|run|execut)/.test(before + whole + after)
    )
      return match.index;
  }
  return -1;
};

const isOwn = (name: string, own: ReadonlySet<string>): boolean =>
  own.has(name) || own.has(name.replaceAll("-", "_")) || own.has(name.replaceAll("_", "-"));

/** Near where the other tools are spoken of: elsewhere a text may well say what must be set. */
const isMeddling = (plain: string, at: number): boolean =>
  cue.ALL_OTHERS.test(plain.slice(at, at + 80)) && cue.MEDDLE.test(plain.slice(Math.max(0, at - 120), at + 200));

/** The place of a command, unless it is quoted as an example; -1 where there is none. */
const unquoted = (at: number, plain: string): number => (at >= 0 && isAbout(plain, at) ? -1 : at);

/** A detector of such texts names them. */
const isAbout = (plain: string, at: number): boolean => cue.ABOUT_ATTACKS.test(plain.slice(Math.max(0, at - 120), at));

const isExample = (plain: string, at: number): boolean =>
  /\b(?:e\.g\.|for example|examples?|such as|like|sample)\b.{0,40}$/.test(plain.slice(Math.max(0, at - 60), at));

const authorityAt = (plain: string): number => {
  const claims = plain.search(cue.AUTHORITY);
  if (claims >= 0 && !isAbout(plain, claims)) return claims;
  const agreed = cue.CONSENT.exec(plain);
  return agreed && !cue.CONDITION.test(agreed[1] ?? "") ? agreed.index + (agreed[1] ?? "").length : -1;
};

const hiddenFaults = (text: string): readonly TextFault[] => {
  const hidden = hiddenIn(text);
  if (!hidden) return [];
  const spelled = spelledByTags(text);
  const spells = spelled === "" ? "" : ` The tags spell ${counted(spelled.length, "letter")}.`;
  return [{ id: "SAFE-004", saw: `It holds ${hidden.what}.${spells}`, shown: around(text, hidden.at) }];
};

const GAP = /(?:\s{200,}|(?:[^\S\n]*\n){30,})\s*(?=\S)/;
const COMMENT = /<!--([\s\S]{20,4000}?)-->/;
/** A block that calls itself hidden. */
const HIDDEN_BLOCK = /<(hidden|secret|invisible|concealed)>([\s\S]{20,4000}?)(?:<\/\1>|$)/i;

const gapFaults = (text: string): readonly TextFault[] => {
  const gap = GAP.exec(text);
  const rest = gap ? text.slice(gap.index + gap[0].length) : "";
  if (gap && gap.index > 0 && rest.length >= SHORTEST)
    return [
      {
        id: "SAFE-005",
        saw: `${gap[0].length} white-space characters stand before the rest of the text.`,
        shown: rest.slice(0, SHOWN),
      },
    ];
  const block = HIDDEN_BLOCK.exec(text);
  const held = block ? plainText(block[2] ?? "") : "";
  if (block && cue.ADDRESSED.test(held))
    return [{ id: "SAFE-005", saw: "A block that calls itself hidden speaks to the model.", shown: held }];
  const comment = COMMENT.exec(text);
  const inside = comment ? plainText(comment[1] ?? "") : "";
  return comment && cue.ADDRESSED.test(inside)
    ? [{ id: "SAFE-005", saw: "A comment of HTML, which no page shows, speaks to the model.", shown: inside }]
    : [];
};

const BASE64 = /[A-Za-z0-9+/]{40,4000}={0,2}/g;

const encodedFaults = (text: string, context: TextContext): readonly TextFault[] => {
  for (const [run] of text.matchAll(BASE64)) {
    const decoded = readable(run);
    if (decoded !== undefined && wordFaults(plainText(decoded), context).length > 0)
      return [{ id: "SAFE-010", saw: "A run of base64 decodes to such a text.", shown: run }];
  }
  return [];
};

/** Undefined unless it is text: names and pictures in base64 are not. */
const readable = (run: string): string | undefined => {
  const whole = run.replace(/=+$/, "");
  if (!/[a-z]/.test(whole) || !/[A-Z]/.test(whole)) return undefined;
  const text = decode(whole.slice(0, whole.length - (whole.length % 4)));
  return /^[\t\n\r -~]+$/.test(text) && text.includes(" ") ? text : undefined;
};

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const decode = (run: string): string => {
  let text = "";
  for (let at = 0; at + 3 < run.length; at += 4) {
    let bits = 0;
    for (const letter of run.slice(at, at + 4)) bits = (bits << 6) | LETTERS.indexOf(letter);
    text += String.fromCharCode((bits >> 16) & 255, (bits >> 8) & 255, bits & 255);
  }
  return text;
};

const SHOWN = 160;

const around = (text: string, at: number): string => text.slice(Math.max(0, at - 20), at + SHOWN - 20);
