/** What the rounds need: 32 bits of the fractions of the roots of the first primes. */
const ROUNDS = new Int32Array(64);
const START = new Int32Array(8);

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, in hexadecimal digits. For short texts on a hook's path: Node's
 * crypto brings streams and OpenSSL with it, which takes a process 15 ms, and the smallest library is four
 * times as long as this.
 */
export function sha256(text: string): string {
  if (START[0] === 0) findConstants();
  const state = START.slice();
  const bytes = padded(Buffer.from(text));
  for (let at = 0; at < bytes.length; at += 64) addBlock(state, bytes.subarray(at, at + 64));
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function findConstants(): void {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  ROUNDS.set(primes.map((prime) => (Math.cbrt(prime) % 1) * 2 ** 32));
  START.set(primes.slice(0, 8).map((prime) => (Math.sqrt(prime) % 1) * 2 ** 32));
}

/** A one, zeros, and the length in bits, up to a whole number of blocks. */
function padded(bytes: Buffer): Buffer {
  const whole = Buffer.alloc(Math.ceil((bytes.length + 9) / 64) * 64);
  bytes.copy(whole);
  whole[bytes.length] = 0x80;
  whole.writeUIntBE(bytes.length * 8, whole.length - 6, 6);
  return whole;
}

/** By the letters of the standard. */
function addBlock(state: Int32Array, block: Buffer): void {
  const words = new Int32Array(64);
  const at = (index: number) => words[index] ?? 0;
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    if (t < 16) words[t] = block.readInt32BE(t * 4);
    else
      words[t] =
        mixed(at(t - 2), 17, 19, 10) + at(t - 7) + mixed(at(t - 15), 7, 18, 3) + at(t - 16);
    const first = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + (ROUNDS[t] ?? 0) + at(t);
    const second = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state.set([a, b, c, d, e, f, g, h].map((word, index) => word + (state[index] ?? 0)));
}

/** Turned to the right twice and moved once. */
function mixed(word: number, one: number, two: number, move: number): number {
  return turn(word, one) ^ turn(word, two) ^ (word >>> move);
}

function turned(word: number, one: number, two: number, three: number): number {
  return turn(word, one) ^ turn(word, two) ^ turn(word, three);
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
