const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Without the rest of a character whose beginning was cut off. */
export const dropPartialStart = (bytes: Buffer): Buffer => {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start++
  return bytes.subarray(start)
}

/** Without the beginning of a character whose rest is still to come. */
export const dropPartialEnd = (bytes: Buffer): Buffer => {
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--
  const first = bytes[lead] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return lead + length > bytes.length ? bytes.subarray(0, Math.max(0, lead)) : bytes
}
