import { type KeyReading, readPublicKey, SPKI_PREFIX } from "./ed25519.ts";
import { decodeBase64, encodeHex } from "./encodings.ts";

const PEM = /^-----BEGIN ([A-Z0-9 ]+)-----\s+([A-Za-z0-9+/=\s]+?)\s*-----END \1-----$/;

/** A public key as people hand it over: SPKI in hex, the bare 32 bytes in hex, or PEM. */
export const readKeyText = (text: string): KeyReading => {
  const trimmed = text.trim();
  if (!trimmed.startsWith("-----")) return readHexKey(trimmed.toLowerCase());
  const [, label, base64 = ""] = PEM.exec(trimmed) ?? [];
  if (label?.includes("PRIVATE"))
    return {
      ok: false,
      code: "not-ed25519",
      message: "this is a private key; give the public one, and keep this to yourself",
    };
  const der = label === "PUBLIC KEY" ? decodeBase64(base64.replace(/\s+/g, "")) : undefined;
  if (!der) return { ok: false, code: "no-issuer-key", message: "the PEM text is no public key (BEGIN PUBLIC KEY)" };
  return readPublicKey(encodeHex(der));
};

const readHexKey = (text: string): KeyReading => {
  if (!/^[0-9a-f]+$/.test(text))
    return { ok: false, code: "no-issuer-key", message: "a public key is written in hex (SPKI, 88 digits) or PEM" };
  return readPublicKey(text.length === 64 ? SPKI_PREFIX + text : text);
};
