import { isJsonObject, type Json } from "../../base/json.ts";
import { untrusted } from "../../base/untrusted.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { checkSignature } from "./check-signature.ts";
import type { VerifyCrypto } from "./crypto.ts";
import { toEnvelope } from "./read-envelope.ts";
import { readJson } from "./read-json.ts";
import { readStatement } from "./read-statement.ts";
import { readSignedText } from "./read-text.ts";
import type { CheckedStatement, RevocationFile, Revocations } from "./revocation.ts";
import { webCrypto } from "./web-crypto.ts";

/** Some ten thousand statements. */
const MOST_BYTES = 10_000_000;

const PROBLEMS = {
  "not-json": "it is not JSON; it may be cut off",
  "too-deep": "it is nested too deep",
  "duplicate-key": "a member stands there twice",
} as const;

/**
 * Reads and checks statements once, for any number of certificates. Never throws over a file: what cannot be read is a
 * problem, and no certificate is valid beside one. Statements only ever take trust away, so the same one twice, an old one
 * beside a new one, and any order all come to the same.
 */
export const readRevocations = async (
  files: readonly RevocationFile[],
  crypto: VerifyCrypto = webCrypto(),
): Promise<Revocations> => {
  const read = await Promise.all(files.map((file) => readOne(file, crypto)));
  return {
    files: read.filter(({ passedOver }) => !passedOver).length,
    statements: read.flatMap(({ statements }) => statements),
    problems: read.flatMap(({ problem }, index) =>
      problem === undefined ? [] : [{ file: untrusted(files[index]?.file ?? ""), message: problem }],
    ),
  };
};

interface ReadFile {
  readonly statements: readonly CheckedStatement[];
  readonly problem?: string;
  readonly passedOver?: boolean;
}

const broken = (problem: string): ReadFile => ({ statements: [], problem });

const readOne = async ({ content, inFolder = false }: RevocationFile, crypto: VerifyCrypto): Promise<ReadFile> => {
  if (content.length > MOST_BYTES) return broken(`it is larger than ${MOST_BYTES / 1e6} MB`);
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return broken("it is not UTF-8 text");
  const reading = readJson(decoded.text, bytes);
  // A capture may be nested deep; statements are flat.
  if (!reading.ok && inFolder && reading.problem === "too-deep") return { statements: [], passedOver: true };
  if (!reading.ok) return broken(PROBLEMS[reading.problem]);
  if (inFolder && isSomethingElse(reading.value)) return { statements: [], passedOver: true };
  const list = Array.isArray(reading.value) ? reading.value : [reading.value];
  const statements: CheckedStatement[] = [];
  for (const [index, entry] of list.entries()) {
    const checked = await checkStatement(entry, crypto);
    if (typeof checked === "string")
      return broken(Array.isArray(reading.value) ? `statement ${index + 1} of it: ${checked}` : checked);
    statements.push(checked);
  }
  return { statements };
};

const encoder = new TextEncoder();

/** The statement, with whether its signature holds; or why it is none. */
const checkStatement = async (value: Json, crypto: VerifyCrypto): Promise<CheckedStatement | string> => {
  const read = toEnvelope(value);
  if (!read.ok) return "it is no statement: an object with the texts signature and canonical_json";
  const { envelope } = read.value;
  const bytes = encoder.encode(envelope.canonical_json);
  const text = readSignedText(envelope.canonical_json, bytes);
  if (!text.ok) return text.failure.message;
  const statement = readStatement(text.value);
  if (typeof statement === "string") return statement;
  const signed = await checkSignature(envelope, bytes, [], crypto);
  return { envelope, statement, holds: signed.ok };
};

/** A certificate, a capture, a badge: whatever else lies in a folder. What has a signed text that cannot be read is none of these. */
const isSomethingElse = (value: Json): boolean => {
  if (!isJsonObject(value)) return !Array.isArray(value);
  const { canonical_json: text } = value;
  if (typeof text !== "string") return true;
  const reading = readJson(text, encoder.encode(text));
  return reading.ok && isJsonObject(reading.value) && typeof reading.value["standard"] === "string";
};
