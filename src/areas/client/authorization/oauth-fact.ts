import type { Json } from "../../../base/json.ts";
import type { Fact, Item, View } from "../../../judge/core/fact.ts";
import type { Place } from "../../../judge/core/verdict.ts";
import type { ScenarioName } from "../../../probe/scenario/names.ts";
import { clientFact, derivedAt } from "../sent.ts";
import { type OAuthRun, oauthRunsIn } from "./oauth-runs.ts";

interface Head {
  readonly name: string;
  readonly doc: string;
  readonly type: string;
  /** Only what happened in these; absent: in any, recorded sessions included. */
  readonly in?: readonly ScenarioName[];
  /** Scenarios that give occasion for it, where others and recorded sessions may too. */
  readonly scenarios?: readonly ScenarioName[];
  readonly words?: Readonly<Record<string, string>>;
  /** What the session has to come to. */
  readonly missing: string;
}

type Found = readonly (Place & { readonly name?: string | undefined })[];

/** A fact about things of one kind in every run: `among` finds them, `say` makes one word or object of each. */
export const oauthFact = <T extends Found[number]>(
  head: Head,
  among: (run: OAuthRun) => readonly T[],
  say: (one: T, run: OAuthRun) => Json | undefined,
): Fact => {
  const { in: only, scenarios = only, missing, ...rest } = head;
  const wanted: ReadonlySet<string> | undefined = only && new Set(only);
  const pairs = (view: View): readonly (T & { readonly run: OAuthRun })[] =>
    oauthRunsIn(view)
      .filter(({ scenario }) => wanted === undefined || wanted.has(scenario ?? ""))
      .flatMap((run) => among(run).map((one) => ({ ...one, run })))
      .filter((one) => say(one, one.run) !== undefined);
  return clientFact(
    { ...rest, derived: true, ...(scenarios ? { scenarios } : {}) },
    pairs,
    (one): Item => derivedAt(one, say(one, one.run) ?? null),
    missing,
  );
};

/** A fact that says one thing about a run as a whole. */
export const oauthRunFact = (head: Head, say: (run: OAuthRun) => Json | undefined): Fact =>
  oauthFact(head, (run) => [run], say);
