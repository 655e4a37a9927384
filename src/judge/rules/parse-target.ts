/** A row's target: a fact, and a path into its value. `*` stands for every element or member. */
export interface RowTarget {
  readonly fact: string;
  readonly path: readonly string[];
}

const PLAIN = /^[A-Za-z0-9_$-]+/;
const QUOTED = /^\["((?:[^"\\]|\\.)*)"\]/;
const INDEX = /^\[([0-9]+)\]/;

/** `tools.inputSchema.type`, `discover.result._meta["io.modelcontextprotocol/serverInfo"].name`, `tools.icons.*.src`. */
export const parseTarget = (text: string): RowTarget => {
  const cached = PARSED.get(text);
  if (cached) return cached;
  const fact = PLAIN.exec(text)?.[0];
  if (fact === undefined)
    throw new TargetError(`target ${JSON.stringify(text)} does not begin with the name of a fact`);
  const path: string[] = [];
  let rest = text.slice(fact.length);
  while (rest !== "") {
    const step = readStep(rest);
    if (!step)
      throw new TargetError(
        `target ${JSON.stringify(text)} cannot be read after ${JSON.stringify(text.slice(0, text.length - rest.length))}`,
      );
    path.push(step.name);
    rest = rest.slice(step.length);
  }
  const target = { fact, path };
  PARSED.set(text, target);
  return target;
};

export class TargetError extends Error {}

const PARSED = new Map<string, RowTarget>();

const readStep = (rest: string): { name: string; length: number } | undefined => {
  if (rest.startsWith(".*")) return { name: "*", length: 2 };
  if (rest.startsWith(".")) {
    const name = PLAIN.exec(rest.slice(1))?.[0];
    return name === undefined ? undefined : { name, length: name.length + 1 };
  }
  const quoted = QUOTED.exec(rest);
  if (quoted) return { name: JSON.parse(`"${quoted[1]}"`) as string, length: quoted[0].length };
  const index = INDEX.exec(rest);
  return index ? { name: index[1] ?? "", length: index[0].length } : undefined;
};
