/** The lines of a byte stream, blank ones left out; a last line without an end counts. */
export async function* inputLines(
  source: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<{ readonly number: number; readonly text: string }> {
  const decoder = new TextDecoder()
  // Pieces of the unfinished line: joined once, so that a long line costs no more than its length.
  let pieces: string[] = []
  let number = 0
  for await (const chunk of source) {
    const [head = '', ...rest] = (
      typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    ).split('\n')
    pieces.push(head)
    for (const piece of rest) {
      number++
      const text = pieces.join('')
      pieces = [piece]
      if (text.trim() !== '') yield { number, text }
    }
  }
  const text = pieces.join('') + decoder.decode()
  if (text.trim() !== '') yield { number: number + 1, text }
}
