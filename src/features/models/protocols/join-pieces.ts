/** A body of messages, each followed by a comma: the last one is followed by the ending instead. */
export const joinPieces = (
  opening: string,
  messages: readonly Uint8Array[],
  ending: string,
): readonly Uint8Array[] => {
  const last = messages.at(-1)
  const trimmed = last ? [...messages.slice(0, -1), last.subarray(0, last.length - 1)] : []
  return [Buffer.from(opening), ...trimmed, Buffer.from(ending)]
}
