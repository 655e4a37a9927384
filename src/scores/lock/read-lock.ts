import { stringMember } from "../../base/json.ts";
import { anObject, aString, count, listOf, mapOf, objectOf, oneOf, orNull } from "../../base/shape.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { assertShape, parseStrict } from "../../capture/parse-strict.ts";
import { LOCK_FORMAT, type LockFile } from "./lock.ts";

/** Reads what `mcptest lock` wrote, strictly: a comparison with anything else would be wrong. Throws CaptureError with one line. */
export const readLock = (content: string, file: string): LockFile => {
  const json = content.startsWith("\u{feff}") ? content.slice(1) : content;
  if (/^\s*$/.test(json)) throw new CaptureError(`${file}: the file is empty; write a lock with mcptest lock`);
  const value = parseStrict(json, file, 1);
  const format = stringMember(value, "format");
  if (format !== LOCK_FORMAT) throw new CaptureError(`${file}: ${otherFormat(format)}`);
  assertShape(lockShape, value, file, "");
  return value as unknown as LockFile;
};

const otherFormat = (format: string | undefined): string => {
  if (format?.startsWith("mcptest-lock/"))
    return `format ${JSON.stringify(format)} was written by a newer mcptest; update mcptest to read it`;
  if (format?.startsWith("mcptest-capture/"))
    return "this is a capture, not a lock; make a lock of it with mcptest lock --capture";
  return `no "format": "${LOCK_FORMAT}", so this is not a lock; write one with mcptest lock`;
};

const seen = oneOf("whole", "part", "none");
const names = listOf(aString);
const definitions = listOf(anObject);

const serverShape = objectOf(
  {
    lock_sha256: orNull(aString),
    environment: objectOf({ name: orNull(aString), version: orNull(aString), revisions: names, asked: names }),
    capabilities: anObject,
    surface: objectOf(
      { tools: definitions, prompts: definitions, resources: definitions, resourceTemplates: definitions },
      { instructions: aString },
    ),
    seen: objectOf({ tools: seen, prompts: seen, resources: seen, resourceTemplates: seen }),
    varies: objectOf({}, { tools: names, prompts: names, resources: names, resourceTemplates: names }),
  },
  { tokens: objectOf({ tokenizer: aString, total: count }) },
);

const lockShape = objectOf({
  format: oneOf(LOCK_FORMAT),
  tool: objectOf({ name: aString, version: aString }),
  servers: mapOf(serverShape),
});
