// Changes text that somebody wrote: lines, brackets, quotes, bytes.

import { changeText } from "./mutate-json.ts";
import type { Random } from "./random.ts";

const PIECES: readonly string[] = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "'",
  "\\",
  "\\u0000",
  "\\ud800",
  "\n",
  "\r",
  "\t",
  "\0",
  "\u{feff}",
  "#",
  "//",
  "/*",
  "---\n",
  "&a ",
  "*a",
  "<<: *a",
  "!!js/function x",
  "|\n",
  "? ",
  "- ",
  "1e999",
  "-",
  "NaN",
  "0x10",
  "$" + "{ENV}",
  "$" + "{env:HOME}",
  "__proto__: 1\n",
  "\u{2028}",
];

export const mutateText = (text: string, random: Random): string => {
  let changed = text;
  const changes = 1 + random.below(3);
  for (let change = 0; change < changes; change += 1) changed = changeOnce(changed, random);
  return changed.slice(0, 8_000_000);
};

const changeOnce = (text: string, random: Random): string => {
  const [from, to] = [random.below(text.length + 1), random.below(text.length + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const lines = text.split("\n");
  const line = random.below(lines.length);
  switch (random.below(10)) {
    case 0:
      return text.slice(0, from) + random.pick(PIECES) + text.slice(from);
    case 1:
      return text.slice(0, from) + text.slice(from + 1 + random.below(3));
    case 2:
      return text.slice(0, to);
    case 3:
      return text.slice(0, to) + text.slice(from, Math.min(to, from + 5_000)) + text.slice(to);
    case 4:
      return lines.toSpliced(line, 1).join("\n");
    case 5:
      return lines.toSpliced(line, 0, lines[random.below(lines.length)] ?? "").join("\n");
    case 6:
      return lines.toSpliced(line, 1, `${" ".repeat(random.below(9))}${(lines[line] ?? "").trimStart()}`).join("\n");
    case 7:
      return random.pick(PIECES).repeat(1 + random.below(random.once(10) ? 50_000 : 200)) + text;
    case 8:
      return lines.toSpliced(line, 1, changeText((lines[line] ?? "").slice(0, 10_000), random)).join("\n");
    default:
      return text.slice(0, from) + String.fromCodePoint(random.below(0x11_0000)) + text.slice(from + 1);
  }
};
