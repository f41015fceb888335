import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import { groupRows, shownBy } from '../../state/group-rows.ts'
import { textOfRow } from '../../state/rows-of.ts'
import { useWords } from '../../text/words.ts'
import { FoldContext } from '../fold.ts'
import { SessionContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'

/** A search through all of the conversation, also what is not drawn or not read yet. */
export const FindBar = ({ show, close }: { show(id: string): void; close(): void }) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const folds = useContext(FoldContext)
  const rows = useStore(session.state, state => state.rows)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useWhen([session], () => {
    field.current?.focus()
    void session.readAll().catch(() => undefined)
    return () => mark('', '')
  })
  const found = useMemo(() => matches(rows, query), [rows, query])
  const current = found[Math.min(at, found.length - 1)]
  useWhen([current, query], () => {
    if (current === undefined) return void mark('', '')
    const shown = shownBy(groupRows(rows), current)
    folds.change(map => new Map(map).set(current, true).set(shown, true))
    show(current)
    const timer = setTimeout(() => mark(shown, query), 80)
    return () => clearTimeout(timer)
  })
  const move = (by: number): void => setAt(found.length === 0 ? 0 : (at + by + found.length) % found.length)
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        value={query}
        aria-label={words.find}
        placeholder={words.find}
        onInput={event => {
          setQuery(event.currentTarget.value)
          setAt(Number.MAX_SAFE_INTEGER)
        }}
        onKeyDown={event => {
          if (event.key === 'Escape') close()
          else if (event.key === 'Enter') move(event.shiftKey ? 1 : -1)
          else return
          event.preventDefault()
        }}
      />
      <output>
        {query === ''
          ? ''
          : words.found(found.length === 0 ? 0 : Math.min(at, found.length - 1) + 1, found.length)}
      </output>
      <button type="button" class="icon" aria-label={words.findBefore} onClick={() => move(-1)}>
        ↑
      </button>
      <button type="button" class="icon" aria-label={words.findNext} onClick={() => move(1)}>
        ↓
      </button>
      <button type="button" class="icon" aria-label={words.close} onClick={close}>
        ✕
      </button>
    </search>
  )
}

const matches = (
  rows: Parameters<typeof textOfRow>[0][] | readonly Parameters<typeof textOfRow>[0][],
  query: string,
) => {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  return rows.flatMap(row => (textOfRow(row).toLowerCase().includes(wanted) ? [row.id] : []))
}

/** Paints the words themselves, where the browser can do that without a change to the page. */
const mark = (id: string, query: string): void => {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('find')
  const row = id === '' ? null : document.querySelector(`article[data-id="${CSS.escape(id)}"]`)
  const wanted = query.trim().toLowerCase()
  if (!row || wanted === '') return
  const ranges: Range[] = []
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && ranges.length < 500; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase()
    for (
      let from = text.indexOf(wanted);
      from >= 0 && ranges.length < 500;
      from = text.indexOf(wanted, from + 1)
    ) {
      const range = new Range()
      range.setStart(node, from)
      range.setEnd(node, from + wanted.length)
      ranges.push(range)
    }
  }
  CSS.highlights.set('find', new Highlight(...ranges))
}
