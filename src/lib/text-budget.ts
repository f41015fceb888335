/** Bytes a character takes inside a JSON string. */
const bytesOf = (character: string): number => Buffer.byteLength(JSON.stringify(character)) - 2

/** The beginning of a text that takes at most so many bytes in a request; whole characters only. */
export const takeHead = (text: string, maxBytes: number): string => {
  let used = 0
  let end = 0
  // No character takes less than a byte, so more of them need not be looked at.
  for (const character of text.slice(0, maxBytes + 1)) {
    used += bytesOf(character)
    if (used > maxBytes) break
    end += character.length
  }
  return text.slice(0, end)
}

/** The same of the end of a text. */
export const takeTail = (text: string, maxBytes: number): string => {
  const characters = Array.from(text.slice(-(maxBytes + 1)))
  let used = 0
  let start = characters.length
  while (start > 0) {
    used += bytesOf(characters[start - 1] ?? '')
    if (used > maxBytes) break
    start -= 1
  }
  return characters.slice(start).join('')
}
