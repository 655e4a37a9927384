import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { checkValue } from "./check-value.ts";
import { beginGeneration } from "./generate-value.ts";
import { numberMember } from "./json-values.ts";

/** A name whose last words say how long something is to take, and in which unit. */
const SECONDS = /(^|_)(duration|delay|sleep|wait|pause)(_?(s|secs?|seconds?))?$|^seconds?$/;
const MILLISECONDS = /(^|_)(duration|delay|sleep|wait|pause)_?(ms|millis|milliseconds?)$|^(ms|milliseconds?)$/;

/** Long enough to show progress, short enough for nobody to wait for it. */
const SHORT_MS = 1_000;

const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();

const shortValue = (name: string): number | undefined => {
  const words = snakeCase(name);
  if (MILLISECONDS.test(words)) return SHORT_MS;
  return SECONDS.test(words) ? SHORT_MS / 1_000 : undefined;
};

/**
 * The same arguments with a short time where a tool lets its caller say how long it is to take: what is left to its
 * default may be ten seconds or an hour. Only where the schema allows it.
 */
export const shortenDurations = (schema: Json | undefined, made: JsonObject): JsonObject => {
  const properties = member(schema, "properties");
  if (schema === undefined || !isJsonObject(properties)) return made;
  let shortened = made;
  for (const [name, property] of Object.entries(properties)) {
    const short = shortValue(name);
    const usual = numberMember(made, name) ?? numberMember(property, "default");
    if (short === undefined || usual === undefined || usual <= short) continue;
    const value = Math.max(short, numberMember(property, "minimum") ?? short);
    const changed = { ...shortened, [name]: value };
    if (value < usual && checkValue([schema], changed, beginGeneration(schema)) === true) shortened = changed;
  }
  return shortened;
};
