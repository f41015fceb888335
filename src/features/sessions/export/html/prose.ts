import { html, type Markup } from './markup.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/
const HEADING = /^(#{1,6})\s+(.+)$/
const INLINE = /(`+)([^`](?:.*?[^`])?)\1(?!`)|\*\*([^*\n]+)\*\*/g

/** A little of Markdown: fences, headings, code and strong words. All else stays as it was typed. */
export const renderProse = (text: string): readonly Markup[] => {
  const out: Markup[] = []
  let plain: string[] = []
  const flush = (): void => {
    const paragraph = plain.join('\n').replace(/^\n+|\n+$/g, '')
    if (paragraph !== '') out.push(html`<p dir="auto">${renderInline(paragraph)}</p>`)
    plain = []
  }
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      flush()
      let to = at + 1
      while (to < lines.length && !isClosing(lines[to] ?? '', fence)) to++
      out.push(html`<pre class="code">${lines.slice(at + 1, to).join('\n')}</pre>`)
      at = to
      continue
    }
    const heading = HEADING.exec(line)?.[2]
    if (heading !== undefined) {
      flush()
      out.push(html`<h4 dir="auto">${renderInline(heading)}</h4>`)
    } else if (line.trim() === '') flush()
    else plain.push(line)
  }
  flush()
  return out
}

const isClosing = (line: string, fence: string): boolean => {
  const trimmed = line.trim()
  return trimmed.length >= fence.length && trimmed === (fence[0] ?? '').repeat(trimmed.length)
}

/** Longer lines are data, not prose; looking for pairs in them could take forever. */
const MAX_LINE = 2_000

const renderInline = (text: string): readonly Markup[] => {
  const out: Markup[] = []
  if (text.split('\n').some(line => line.length > MAX_LINE)) return [html`${text}`]
  let done = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > done) out.push(html`${text.slice(done, match.index)}`)
    out.push(
      match[2] === undefined ? html`<strong>${match[3] ?? ''}</strong>` : html`<code>${match[2]}</code>`,
    )
    done = match.index + match[0].length
  }
  out.push(html`${text.slice(done)}`)
  return out
}
