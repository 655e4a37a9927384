import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BEGUN_FIRST } from "../groups.ts";

/** Where a file stands among those that are begun first; the others keep their order behind them. */
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = BEGUN_FIRST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? BEGUN_FIRST.length : place;
};

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => placeOf(left) - placeOf(right));
  }
}
