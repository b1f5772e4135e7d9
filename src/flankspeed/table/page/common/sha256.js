// @ts-check
// SHA-256 of 32 bytes, all that the dice need. Browsers have their own, but only over https.

/** @type {(word: number, by: number) => number} */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));
/** @type {(number: number) => number} */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @type {(hex: string) => number[]} */
const words = (hex) => (hex.match(/.{8}/g) ?? []).map((word) => parseInt(word, 16) | 0);
/** @type {(all: number[]) => string} */
const text = (all) => all.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

/**
 * The hash of 32 bytes; both are written as 64 hexadecimal digits.
 * @param {string} hex
 */
export function sha256(hex) {
  // One block: the bytes, a bit, their number of bits.
  const w = [...words(hex), 1 << 31, 0, 0, 0, 0, 0, 0, 256];
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = START;
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return text([a, b, c, d, e, f, g, h].map((word, i) => word + START[i]));
}
