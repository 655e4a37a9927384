import { defined } from "../../base/defined.ts";
import type { Json } from "../../base/json.ts";
import { aString, count, listOf, objectOf, type Shape } from "../../base/shape.ts";
import {
  choiceOf,
  optionalMembers,
  RowError,
  type RowPath,
  readConditions,
  readList,
  readObject,
  readText,
} from "./read-rows.ts";
import type { FeatureRow, UpcomingRows, UpcomingSource } from "./upcoming.ts";

/** `upcoming.yaml`: what mcptest knows of what is coming. */
export const readUpcomingRows = (value: Json): UpcomingRows => {
  const file = readObject(value, [], ["features", "settled"]);
  return {
    features: readList(file["features"], ["features"], readFeature),
    settled: readList(file["settled"], ["settled"], readNumber),
  };
};

const readFeature = (value: Json, path: RowPath): FeatureRow => {
  const row = readObject(value, path, ["feature", "seen", "transport", "instead", "spec"]);
  return defined({
    feature: readText(row["feature"], [...path, "feature"]),
    seen: readConditions(row["seen"], [...path, "seen"]),
    transport: optionalMembers(row, path)("transport", choiceOf("http", "stdio")),
    instead: readText(row["instead"], [...path, "instead"]),
    spec: readText(row["spec"], [...path, "spec"]),
  });
};

const readNumber = (value: Json, path: RowPath): number => {
  if (Number.isInteger(value)) return value as number;
  throw new RowError(path, "expected the number of a SEP");
};

const SOURCE: Shape = objectOf(
  {
    url: aString,
    read_on: aString,
    deprecated: listOf(objectOf({ feature: aString, since: aString }, { removable_from: aString, sep: count })),
    proposals: listOf(objectOf({ number: count, title: aString, status: aString, type: aString, created: aString })),
  },
  { ref: aString, commit: aString },
);

/** What was read from the specification's repository; throws on anything else. */
export const readUpcomingSource = (value: unknown): UpcomingSource => {
  const problem = SOURCE(value);
  if (problem) throw new Error(`${problem.pointer}: expected ${problem.expected}`);
  return value as UpcomingSource;
};
