/** A kind of character that nobody sees, and where it begins. */
export interface HiddenCharacters {
  readonly what: string;
  readonly at: number;
}

/** Most texts are plain, and for them nothing has to be looked at twice. */
const PLAIN = /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** A flag such as that of Scotland is a black flag followed by tags, and its last one ends it. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;
const TAGS = /[\u{e0000}-\u{e007f}]/u;

const OVERRIDE = /[\u202d\u202e]/;
const BIDI = /[\u202a-\u202e\u2066-\u2069]/;
/** Letters that are written from right to left: there the other bidi controls have a use. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const ZERO_WIDTH = "\\u200b-\\u200d\\u2060-\\u2064\\ufeff\\u180e";
/** Two in a row carry bits; emoji and Indic scripts need one at a time. */
const ZERO_WIDTH_RUN = new RegExp(`[${ZERO_WIDTH}]{2}`);
const ZERO_WIDTH_IN_WORD = new RegExp(`[A-Za-z0-9][${ZERO_WIDTH}][A-Za-z0-9]`);

/** One of them chooses how the character before it looks; a second one chooses nothing. */
const SELECTOR_RUN = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals obey these
const TERMINAL = /\u001b[[\]()#PX^_]|\u009b|[^\n]\u0008/;

const KINDS: readonly (readonly [string, (text: string) => number])[] = [
  ["tag characters, which spell letters that no font shows", (text) => text.replace(FLAG, blank).search(TAGS)],
  ["a bidirectional override, which shows letters in another order", (text) => text.search(OVERRIDE)],
  [
    "bidirectional controls in a text without a right-to-left script",
    (text) => (RIGHT_TO_LEFT.test(text) ? -1 : text.search(BIDI)),
  ],
  ["zero-width characters in a row", (text) => text.search(ZERO_WIDTH_RUN)],
  ["a zero-width character inside a word", (text) => text.search(ZERO_WIDTH_IN_WORD)],
  ["variation selectors in a row", (text) => text.search(SELECTOR_RUN)],
  ["an escape sequence of terminals", (text) => text.search(TERMINAL)],
];

const blank = (text: string): string => " ".repeat(text.length);

/** The first kind of hidden character in a text; undefined where there is none that has no honest use. */
export const hiddenIn = (text: string): HiddenCharacters | undefined => {
  if (PLAIN.test(text)) return undefined;
  for (const [what, find] of KINDS) {
    const at = find(text);
    if (at >= 0) return { what, at };
  }
  return undefined;
};

/** What the tags of a text spell; empty where it has none. */
export const spelledByTags = (text: string): string =>
  TAGS.test(text)
    ? [...text]
        .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
        .filter((code) => code >= 0x20 && code < 0x7f)
        .map((code) => String.fromCharCode(code))
        .join("")
    : "";

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text as a model may read it: hidden characters gone, one space between words, small letters. */
export const plainText = (text: string): string => {
  const visible = PLAIN.test(text) ? text : text.normalize("NFKC").replace(INVISIBLE, "");
  return visible.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").toLowerCase();
};
