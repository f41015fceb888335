import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { groupRows, shownBy } from '../../state/group-rows.ts'
import { liveRows } from '../../state/live-reply.ts'
import type { Row } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'
import { RowView } from '../rows/row-view.tsx'
import { SessionContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { type Anchor, indexAt, offsetsOf, spanOf, topOf } from './window.ts'

/** What others may ask of the transcript. */
export interface TranscriptHandle {
  toEnd(): void
  toStart(): Promise<void>
  show(id: string): void
  page(direction: 1 | -1): void
}

/** Pixels beyond the view that are drawn, and those from the end that count as the end. */
const BEYOND = 500
const NEAR_END = 48
const NEAR_START = 1_500
const GUESS = 80

/** All rows as one long page of which only what is near the view is drawn. */
export const Transcript = ({
  onHandle,
  marked,
  onAtEnd,
}: {
  onHandle(handle: TranscriptHandle): void
  /** The row that a search stands at. */
  readonly marked: string
  onAtEnd(at: 'end' | 'elsewhere'): void
}) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const rows = useRows()
  const list = useWindow(rows, onAtEnd)
  const latest = useRef(rows)
  latest.current = rows
  const at = marked === '' ? '' : shownBy(rows, marked)
  const more = useStore(session.state, state => state.more)
  const isRead = useStore(session.state, state => state.read)
  useWhen([session], () => {
    onHandle({
      toEnd: () => list.go('end'),
      async toStart() {
        await session.readAll()
        const [first] = groupRows(session.state.get().rows)
        if (first) list.go({ id: first.id, below: 0 })
      },
      show: id => list.go({ id: shownBy(latest.current, id), below: -120 }),
      page: direction => list.scrollBy(direction),
    })
  })
  const { from, to } = list.span
  useWhen([more, from], () => {
    if (more && list.top < NEAR_START) void session.readOlder().catch(() => undefined)
  })
  return (
    <div
      class="scroller"
      ref={list.scroller}
      role="feed"
      aria-label={words.transcript}
      aria-busy={!isRead}
      onScroll={list.onScroll}
    >
      <div class="spacer" style={{ height: `${list.before}px` }}>
        {more && from === 0 && <div class="older">{words.loadingOlder}</div>}
      </div>
      {rows.slice(from, to).map((row, index) => (
        <article
          key={row.id}
          class={row.id === at ? 'row marked' : 'row'}
          data-id={row.id}
          aria-posinset={from + index + 1}
          aria-setsize={more ? -1 : rows.length}
        >
          <RowView row={row} />
        </article>
      ))}
      <div class="spacer" style={{ height: `${list.after}px` }} />
      {isRead && rows.length === 0 && <p class="empty">{words.empty}</p>}
    </div>
  )
}

const useRows = (): readonly Row[] => {
  const { state } = useContext(SessionContext)
  const rows = useStore(state, value => value.rows)
  const live = useStore(state, value => value.live)
  const grouped = useMemo(() => groupRows(rows), [rows])
  return useMemo(() => {
    const streaming = liveRows(live)
    if (streaming.length === 0) return grouped
    const last = new Set(rows.slice(-20).map(({ id }) => id))
    return [...grouped, ...streaming.filter(({ id }) => !last.has(id))]
  }, [rows, grouped, live])
}

/** Keeps what is looked at where it is, whatever happens above or below it. */
const useWindow = (rows: readonly Row[], onAtEnd: (at: 'end' | 'elsewhere') => void) => {
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor>('end')
  /** How far down the end was when it was last in view. */
  const endTop = useRef(0)
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const [view, setView] = useState({ top: 0, height: 800, asked: 0 })
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const offsets = useMemo(() => offsetsOf(ids, { known: heights, guess: guessOf(heights) }), [ids, heights])
  const top = topOf(anchor.current, { ids, offsets }, view)
  const span = spanOf(offsets, { top, height: view.height }, BEYOND)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measured = measure(element, heights)
    if (measured) return setHeights(measured)
    const wanted = anchor.current === 'end' ? element.scrollHeight - element.clientHeight : top
    if (Math.abs(element.scrollTop - wanted) > 1) element.scrollTop = wanted
    if (anchor.current === 'end') endTop.current = element.scrollTop
    onAtEnd(isAtEnd(element) ? 'end' : 'elsewhere')
  })
  useObserver(scroller, span, () => {
    const element = scroller.current
    if (!element) return
    setHeights(before => measure(element, before) ?? before)
    const height = element.clientHeight
    setView(before => (before.height === height ? before : { ...before, height }))
  })
  const onScroll = (): void => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    // A question that comes up makes the view smaller: only somebody who goes up leaves the end.
    const stays = anchor.current === 'end' && scrollTop >= endTop.current - 1
    const atEnd = stays || isAtEnd(element)
    const at = indexAt(offsets, scrollTop)
    const id = ids[at]
    anchor.current = atEnd || id === undefined ? 'end' : { id, below: scrollTop - (offsets[at] ?? 0) }
    setView(before => ({ ...before, top: scrollTop, height: clientHeight }))
  }
  return {
    scroller,
    span,
    top,
    before: offsets[span.from] ?? 0,
    after: (offsets.at(-1) ?? 0) - (offsets[span.to] ?? 0),
    onScroll,
    go(to: Anchor): void {
      anchor.current = to
      setView(before => ({ ...before, asked: before.asked + 1 }))
    },
    scrollBy: (direction: 1 | -1) =>
      scroller.current?.scrollBy({ top: direction * scroller.current.clientHeight * 0.85 }),
  }
}

const isAtEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_END

const guessOf = (known: ReadonlyMap<string, number>): number => {
  if (known.size === 0) return GUESS
  let sum = 0
  for (const height of known.values()) sum += height
  return sum / known.size
}

/** How high the drawn rows are, where one is other than it was thought to be. */
const measure = (
  scroller: HTMLElement,
  known: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | undefined => {
  let changed: Map<string, number> | undefined
  for (const row of scroller.querySelectorAll<HTMLElement>(':scope > article')) {
    const id = row.dataset['id'] ?? ''
    const { height } = row.getBoundingClientRect()
    if (Math.abs((known.get(id) ?? -1) - height) < 0.5) continue
    changed ??= new Map(known)
    changed.set(id, height)
  }
  return changed
}

/** Rows that grow by themselves, and a view that becomes smaller. */
const useObserver = (
  scroller: { readonly current: HTMLElement | null },
  span: { readonly from: number; readonly to: number },
  changed: () => void,
): void => {
  const latest = useRef(changed)
  latest.current = changed
  useWhen([span.from, span.to], () => {
    const element = scroller.current
    if (!element) return
    // By keys it is reached as well: there is nothing else in it that always can be.
    element.tabIndex = 0
    // Also at once: what changed since it was drawn is told with the first sizes, and never again.
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(element)
    for (const row of element.querySelectorAll(':scope > article')) observer.observe(row)
    return () => observer.disconnect()
  })
}
