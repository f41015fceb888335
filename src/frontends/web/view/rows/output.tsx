import type { ComponentChildren } from 'preact'
import { escapeText } from '../../../../lib/escape-text.ts'
import { foundFrom } from '../../../../lib/text/linear-pattern.ts'

/** Output of a program: text in one piece, which scrolls by itself. */
export const Output = ({ text }: { readonly text: string }) =>
  text.trim() === '' ? null : (
    <pre class="output" dir="ltr">
      {escapeText(text)}
    </pre>
  )

const MOST_MARKS = 2_000

/** Lines that a search found, with what it looked for marked. */
export const Found = ({ text, pattern }: { readonly text: string; readonly pattern: RegExp }) => {
  const pieces: ComponentChildren[] = []
  let left = MOST_MARKS
  for (const line of text.split('\n')) {
    const from = left > 0 ? foundFrom(line) : undefined
    let done = from ?? 0
    pieces.push(escapeText(line.slice(0, done)))
    for (const { 0: found, index } of from === undefined ? [] : line.slice(from).matchAll(pattern)) {
      if (found === '' || left <= 0) continue
      left -= 1
      const at = (from ?? 0) + index
      pieces.push(escapeText(line.slice(done, at)), <mark>{escapeText(found)}</mark>)
      done = at + found.length
    }
    pieces.push(`${escapeText(line.slice(done))}\n`)
  }
  return (
    <pre class="output" dir="ltr">
      {pieces}
    </pre>
  )
}
