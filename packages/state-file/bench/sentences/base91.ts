/** What `readBase91` reads: 13 bits in two signs, the lowest first. */
export function writeBase91(bytes: Uint8Array): string {
  let text = '';
  let [held, bits] = [0, 0];
  const write = (): void => {
    const value = held & 8191;
    text += sign(Math.floor(value / 91)) + sign(value % 91);
    held >>= 13;
    bits -= 13;
  };
  for (const byte of bytes) {
    held |= byte << bits;
    bits += 8;
    if (bits >= 13) write();
  }
  if (bits > 0) write();
  return text;
}

function sign(digit: number): string {
  return String.fromCharCode(digit + (digit + 35 < 92 ? 35 : 36));
}
