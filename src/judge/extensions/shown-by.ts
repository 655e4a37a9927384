import { FACTS } from "../../areas/all-facts.ts";
import type { View } from "../core/fact.ts";
import type { Condition } from "../core/rule.ts";
import { followPath } from "../rules/follow-path.ts";
import { meets, noRegex } from "../rules/match.ts";
import { parseTarget } from "../rules/parse-target.ts";

/** Whether a session shows something: one observation that meets the condition is enough. */
export const isShownBy = (view: View, { target, matcher }: Condition): boolean => {
  const { fact: name, path } = parseTarget(target);
  const fact = FACTS.get(name);
  if (!fact) throw new Error(`there is no fact ${JSON.stringify(name)}`);
  const reading = view.read(fact);
  return (
    reading.seen &&
    reading.items
      .flatMap((item) => followPath(item, path))
      .some(({ value }) => value !== undefined && meets(value, matcher, noRegex))
  );
};
