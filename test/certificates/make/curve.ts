// Ed25519 by the book (RFC 8032), slow and with big integers: makes the signatures that a library would not make.

import { createHash } from "node:crypto";

export const FIELD = 2n ** 255n - 19n;
export const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (value: bigint, by = FIELD): bigint => ((value % by) + by) % by;

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let left = exponent, square = mod(base); left > 0n; left >>= 1n, square = mod(square * square))
    if (left & 1n) result = mod(result * square);
  return result;
};

const invert = (value: bigint): bigint => power(value, FIELD - 2n);

const D = mod(-121665n * invert(121666n));
const ROOT = power(2n, (FIELD - 1n) / 4n);

export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

export const IDENTITY: Point = { x: 0n, y: 1n };

export const add = (a: Point, b: Point): Point => {
  const cross = mod(D * mod(a.x * b.x) * mod(a.y * b.y));
  return {
    x: mod((a.x * b.y + a.y * b.x) * invert(1n + cross)),
    y: mod((a.y * b.y + a.x * b.x) * invert(1n - cross)),
  };
};

/** With a common denominator, so that one inversion is enough. */
interface Extended {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
  readonly t: bigint;
}

const addExtended = (a: Extended, b: Extended): Extended => {
  const p = mod((a.y - a.x) * (b.y - b.x));
  const q = mod((a.y + a.x) * (b.y + b.x));
  const r = mod(2n * D * mod(a.t * b.t));
  const s = mod(2n * a.z * b.z);
  const [e, f, g, h] = [q - p, s - r, s + r, q + p];
  return { x: mod(e * f), y: mod(g * h), z: mod(f * g), t: mod(e * h) };
};

export const multiply = ({ x, y }: Point, times: bigint): Point => {
  let result: Extended = { x: 0n, y: 1n, z: 1n, t: 0n };
  let double: Extended = { x, y, z: 1n, t: mod(x * y) };
  for (let left = times; left > 0n; left >>= 1n, double = addExtended(double, double))
    if (left & 1n) result = addExtended(result, double);
  const inverse = invert(result.z);
  return { x: mod(result.x * inverse), y: mod(result.y * inverse) };
};

/** The x with the wanted lowest bit; undefined when no point has this y. */
export const pointAt = (y: bigint, sign: bigint): Point | undefined => {
  const square = mod((y * y - 1n) * invert(D * y * y + 1n));
  let x = power(square, (FIELD + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT);
  if (mod(x * x - square) !== 0n) return undefined;
  return { x: (x & 1n) === sign ? x : mod(-x), y };
};

const base = pointAt(mod(4n * invert(5n)), 0n);
if (!base) throw new Error("the base point is a point");
export const BASE: Point = base;

/** 32 bytes, least significant first. */
export const littleEndian = (value: bigint): Buffer =>
  Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

export const readLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString("hex") || "0"}`);

export const encode = ({ x, y }: Point): Buffer => littleEndian(y | ((x & 1n) << 255n));

const hash = (...parts: readonly Uint8Array[]): bigint =>
  readLittleEndian(createHash("sha512").update(Buffer.concat(parts)).digest()) % ORDER;

/** RFC 8032, 5.1.5 and 5.1.6. */
export const signWith = (seed: Uint8Array, message: Uint8Array): { publicKey: Buffer; signature: Buffer } => {
  const digest = createHash("sha512").update(seed).digest();
  const scalarBytes = Buffer.from(digest.subarray(0, 32));
  scalarBytes[0] = (scalarBytes[0] ?? 0) & 248;
  scalarBytes[31] = ((scalarBytes[31] ?? 0) & 127) | 64;
  const scalar = readLittleEndian(scalarBytes);
  const publicKey = encode(multiply(BASE, scalar));
  const nonce = hash(digest.subarray(32), message);
  const commitment = encode(multiply(BASE, nonce));
  const answer = mod(nonce + hash(commitment, publicKey, message) * scalar, ORDER);
  return { publicKey, signature: Buffer.concat([commitment, littleEndian(answer)]) };
};

/** The same signature with S + L: fits the same equation, and must not count as one. */
export const twinOf = (signature: Uint8Array): Buffer =>
  Buffer.concat([signature.subarray(0, 32), littleEndian(readLittleEndian(signature.subarray(32)) + ORDER)]);

/** For a key that is the identity, S·B = R holds whatever was signed. */
export const forgery = (): Buffer => Buffer.concat([encode(multiply(BASE, 7n)), littleEndian(7n)]);
