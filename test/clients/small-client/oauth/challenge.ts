// WWW-Authenticate as HTTP defines it: schemes, parameters, quoted strings.

export interface Challenge {
  readonly scheme: string;
  readonly params: Readonly<Record<string, string>>;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/;

export const readChallenges = (lines: readonly string[]): readonly Challenge[] => lines.flatMap(readLine);

const readLine = (line: string): readonly Challenge[] => {
  const found: { scheme: string; params: Record<string, string> }[] = [];
  let rest = line.trim();
  while (rest !== "") {
    rest = rest.replace(/^[\s,]+/, "");
    const word = TOKEN.exec(rest)?.[0];
    if (word === undefined) return found;
    rest = rest.slice(word.length);
    const equals = /^\s*=\s*/.exec(rest);
    const current = found.at(-1);
    if (!equals || !current) {
      found.push({ scheme: word.toLowerCase(), params: {} });
      continue;
    }
    rest = rest.slice(equals[0].length);
    const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(rest);
    const value = quoted ? quoted[1]?.replace(/\\(.)/g, "$1") : TOKEN.exec(rest)?.[0];
    rest = rest.slice(quoted ? quoted[0].length : (value?.length ?? rest.length));
    current.params[word.toLowerCase()] = value ?? "";
  }
  return found;
};
