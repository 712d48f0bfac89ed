/** Bits in two signs: 91 * 91 is just above 2 to the 13th. */
const BITS = 13;

/**
 * The bytes of a text of ASCII signs from `#` on, without the backslash: nothing in it has to be escaped in a
 * string of JavaScript, and it is a tenth shorter than Base64. Up to one byte is left over at the end.
 */
export function readBase91(text: string): Buffer {
  const bytes = Buffer.alloc((text.length * BITS) >> 4);
  let [held, bits, length] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 2) {
    held |= (digit(text, index) * 91 + digit(text, index + 1)) << bits;
    for (bits += BITS; bits >= 8; bits -= 8) {
      bytes[length++] = held;
      held >>= 8;
    }
  }
  return bytes;
}

function digit(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code - (code > 92 ? 36 : 35);
}
