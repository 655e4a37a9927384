// WebCrypto is asynchronous, but the criteria need their digests at once. So here is SHA-256 (FIPS 180-4); tests compare it
// with node:crypto.

/** The first 32 bits of the fractional parts of a root of the first primes. */
const fractions = (count: number, root: (prime: number) => number): Uint32Array => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (isPrime(candidate)) found.push((root(candidate) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
};

const isPrime = (candidate: number): boolean => {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false;
  return true;
};

const START = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);
const BLOCK = 64;

export const sha256 = (message: Uint8Array): Uint8Array => {
  const state = START.slice();
  const words = new Uint32Array(64);
  const whole = message.length - (message.length % BLOCK);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 0; at < whole; at += BLOCK) mix(state, words, view, at);
  const last = ending(message.subarray(whole), message.length);
  for (let at = 0; at < last.byteLength; at += BLOCK) mix(state, words, last, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    digest.setUint32(4 * index, word);
  });
  return new Uint8Array(digest.buffer);
};

/** What is left of the message, a one bit, zeros, and the length in bits. */
const ending = (rest: Uint8Array, length: number): DataView => {
  const padded = new Uint8Array(rest.length + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  padded.set(rest);
  padded[rest.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  return view;
};

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const mix = (state: Uint32Array, words: Uint32Array, block: DataView, at: number): void => {
  for (let index = 0; index < 16; index++) words[index] = block.getUint32(at + 4 * index);
  for (let index = 16; index < 64; index++) {
    const [near, far] = [words[index - 2] ?? 0, words[index - 15] ?? 0];
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[index] = (words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[index] ?? 0) + (words[index] ?? 0)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
};
