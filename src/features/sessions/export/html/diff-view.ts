import type { Hunk } from '../../ledger/story.ts'
import type { FileFigures } from '../story-figures.ts'
import { html, type Markup } from './markup.ts'

const MAX_LINES = 600
/** Diffs up to here are shown at once; longer ones wait to be opened. */
const OPEN_LINES = 40

const LOOKS: Readonly<Record<string, string>> = { '+': 'add', '-': 'del' }

/** One file with its hunks, old and new line numbers beside them. */
export const renderFile = (file: FileFigures, hunks: Iterable<Hunk>, name: string): Markup => {
  const head = html`<span class="path" dir="ltr">${name}</span>${counts(file)}<span class="muted">${file.note}${file.byCommand ? ' by a command' : ''}</span>`
  if (file.lines === 0) return html`<div class="file bare">${head}</div>`
  return html`<details class="file"${file.lines <= OPEN_LINES && openMark}><summary>${head}</summary><div class="diff">${renderHunks(hunks)}</div></details>`
}

const openMark = html` open`

export const counts = ({ added, removed }: { readonly added: number; readonly removed: number }): Markup =>
  html`${added > 0 && html`<span class="plus">+${added}</span>`}${removed > 0 && html`<span class="minus">−${removed}</span>`}`

/** Stops reading with the last line that is shown. */
const renderHunks = (hunks: Iterable<Hunk>): readonly Markup[] => {
  const rows: Markup[] = []
  let left = MAX_LINES
  for (const hunk of hunks) {
    if (rows.length > 0) rows.push(html`<div class="gap">⋯</div>`)
    let old = hunk.oldStart
    let now = hunk.newStart
    for (const line of hunk.lines) {
      if (left-- <= 0) return [...rows, html`<div class="gap">the rest is left out</div>`]
      const mark = line[0] ?? ' '
      const look = LOOKS[mark] ?? 'same'
      const number = mark === '-' ? old : now
      if (mark !== '+') old++
      if (mark !== '-') now++
      rows.push(
        html`<div class="${look}"><i>${number > 0 ? number : ''}</i><b>${mark === '-' ? '−' : mark}</b><span>${line.slice(1)}</span></div>`,
      )
    }
  }
  return rows
}
