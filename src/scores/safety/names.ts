/**
 * Letters of other scripts that look like a Latin letter, in the lists' own order. Only those that cannot be told apart in a
 * usual font: to look alike is not enough.
 */
const LOOK_ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Cyrillic
    ["аеорсухіјѕһԁԛԝӏ", "aeopcyxijshdqwl"],
    ["АВЕКМНОРСТХІЈЅ", "ABEKMHOPCTXIJS"],
    // Greek
    ["οανρικ", "oavpik"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
    // Armenian
    ["օսհոզ", "ouhnq"],
  ].flatMap(([from = "", to = ""]) => [...from].map((letter, index) => [letter, to[index] ?? letter] as const)),
);

const LATIN = /\p{Script=Latin}/u;
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/** A word of a name that mixes Latin letters with letters of another script that look the same; undefined where none does. */
export const mixedWord = (name: string): string | undefined =>
  OTHER.test(name) && LATIN.test(name)
    ? (name.match(WORDS) ?? []).find(
        (word) => LATIN.test(word) && [...word].some((letter) => Object.hasOwn(LOOK_ALIKE, letter)),
      )
    : undefined;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}]/gu;

/** The name as it looks: two names with the same look are one to the eye. */
export const lookOf = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name
    : [...name.normalize("NFKC").replace(INVISIBLE, "")].map((letter) => LOOK_ALIKE[letter] ?? letter).join("");

/** Names that look the same and are not; each pair once. */
export const lookAlikes = (names: readonly string[]): readonly (readonly [string, string])[] => {
  const first = new Map<string, string>();
  const pairs: [string, string][] = [];
  for (const name of names) {
    const look = lookOf(name);
    const known = first.get(look);
    if (known === undefined) first.set(look, name);
    else if (known !== name) pairs.push([known, name]);
  }
  return pairs;
};
