import { GRADES, type Grade } from "mcptest/internal";
import type { ListedTarget } from "../../model/target.ts";
import { SHOWN_STATES, type ShownState } from "./marks.ts";

/** A rule that servers break, and how many do. */
export interface BrokenRule {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly servers: number;
}

/** The fleet in figures: counted server by server, in memory that does not grow with them. */
export class SiteTotals {
  targets = 0;
  readonly states = new Map<ShownState, number>(SHOWN_STATES.map((state) => [state, 0]));
  /** Only of those that are reachable. */
  readonly grades = new Map<Grade, number>(GRADES.map((grade) => [grade, 0]));
  graded = 0;
  readonly revisions = new Map<string, number>();
  readonly sdks = new Map<string, { name: string; count: number }>();
  /** Reachable ones whose SDK nobody recognised. */
  unknownSdk = 0;
  certified = 0;
  readonly #rules = new Map<string, { title: string; level: string; servers: number }>();

  add(target: ListedTarget, certified: boolean): void {
    this.targets += 1;
    count(this.states, target.state ?? "unasked");
    if (certified) this.certified += 1;
    const { reached } = target;
    // What a server was found to be when it last answered says nothing about the fleet of today.
    if (reached === null || target.state !== "reachable") return;
    if (reached.grade !== null) {
      count(this.grades, reached.grade);
      this.graded += 1;
    }
    if (reached.revision !== null) count(this.revisions, reached.revision);
    const { sdk, findings } = reached.summary;
    if (sdk === null) this.unknownSdk += 1;
    else this.sdks.set(sdk.id, { name: sdk.name, count: (this.sdks.get(sdk.id)?.count ?? 0) + 1 });
    for (const { kind, id, title, level, advisory } of findings) {
      if (kind !== "rule" || advisory) continue;
      const known = this.#rules.get(id);
      if (known === undefined) this.#rules.set(id, { title, level, servers: 1 });
      else known.servers += 1;
    }
  }

  /** The most often broken first. */
  brokenRules(most: number): readonly BrokenRule[] {
    return [...this.#rules]
      .map(([id, rule]) => ({ id, ...rule }))
      .sort((left, right) => right.servers - left.servers || (left.id < right.id ? -1 : 1))
      .slice(0, most);
  }
}

const count = <Key>(map: Map<Key, number>, key: Key): void => {
  map.set(key, (map.get(key) ?? 0) + 1);
};
