/** Which characters a path holds, one bit each: letters of either case, any digit, four signs, anything beyond ASCII. */
const bitOf = (byte: number): number => {
  if (byte >= 97 && byte <= 122) return 1 << (byte - 97)
  if (byte >= 65 && byte <= 90) return 1 << (byte - 65)
  if (byte >= 48 && byte <= 57) return 1 << 26
  if (byte === 0x2e) return 1 << 27
  if (byte === 0x5f) return 1 << 28
  if (byte === 0x2d) return 1 << 29
  if (byte === 0x2f) return 1 << 30
  return byte >= 0x80 ? 1 << 31 : 0
}

export const CHARACTER_BITS: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => bitOf(byte))

/** ASCII letters in lower case, all else as it is. */
export const LOWER: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
)

export const maskOf = (bytes: Uint8Array): number => {
  let mask = 0
  for (const byte of bytes) mask |= CHARACTER_BITS[byte] ?? 0
  return mask
}

/** The bits that more than one of the characters has. */
export const repeatedIn = (bytes: Uint8Array): number => {
  let mask = 0
  let repeated = 0
  for (const byte of bytes) {
    const bit = CHARACTER_BITS[byte] ?? 0
    repeated |= mask & bit
    mask |= bit
  }
  return repeated
}
