// Keys that everybody has: made from a sentence, good for tests and nothing else.

import { createHash, createPrivateKey } from "node:crypto";
import { readSigningKey, type SigningKey } from "../../../src/certificate/signing-key.ts";

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export const seedOf = (sentence: string): Buffer => createHash("sha256").update(sentence).digest();

export const pemOf = (seed: Uint8Array): string =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" })
    .export({ format: "pem", type: "pkcs8" })
    .toString();

const keyOf = (sentence: string): SigningKey => readSigningKey(pemOf(seedOf(sentence)));

/** The issuer that the cases trust. */
export const ISSUER: SigningKey = keyOf("mcptest test key: never trust it");
/** Somebody else. */
export const STRANGER: SigningKey = keyOf("mcptest test key of a stranger: never trust it");
