import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bare, fakeView } from '../../../../test/support/fake-look.ts'
import type { Item } from '../state/item.ts'
import { createTheme } from '../theme/create-theme.ts'
import { createLineSource, type LineSource } from './line-source.ts'
import { markMatches, patternOf } from './mark-matches.ts'
import type { View } from './render-options.ts'
import {
  openTranscript,
  stepTranscript,
  type TranscriptAction,
  type TranscriptModel,
  visibleLines,
} from './transcript-view.ts'

let view: View
beforeAll(async () => {
  view = await fakeView({ width: 40 })
})

/** Notices of one line and an empty one between them. */
const notices = (count: number): readonly Item[] =>
  Array.from(
    { length: count },
    (_, at) => ({ kind: 'notice', id: `n${at}`, level: 'info', text: `item ${at}` }) as const,
  )

const run = (model: TranscriptModel, source: LineSource, ...actions: readonly TranscriptAction[]) =>
  actions.reduce((now, action) => stepTranscript(now, action, source), model)
const seen = (model: TranscriptModel, source: LineSource) => bare(visibleLines(model, source, view.theme))

test('it opens at the end and stays there while items are added', () => {
  const source = createLineSource(view)
  const model = openTranscript(notices(10), 3, source)
  expect(seen(model, source)).toEqual(['· item 8', '', '· item 9'])
  const more = run(model, source, { type: 'items', items: notices(11) })
  expect(seen(more, source)).toEqual(['· item 9', '', '· item 10'])
})

test('who has scrolled up stays where they are', () => {
  const source = createLineSource(view)
  const model = run(
    openTranscript(notices(10), 3, source),
    source,
    { type: 'scroll', by: -4 },
    { type: 'items', items: notices(30) },
  )
  expect(seen(model, source)).toEqual(['· item 6', '', '· item 7'])
})

test('what comes before the first item moves nothing that is in sight, nor what was found', () => {
  const source = createLineSource(view)
  const all = notices(30)
  const start = run(
    openTranscript(all.slice(20), 3, source),
    source,
    { type: 'search', query: 'item 25' },
    { type: 'top' },
  )
  expect(seen(start, source)).toEqual(['· item 20', '', '· item 21'])
  const more = run(start, source, { type: 'items', items: all })
  expect(seen(more, source).filter(Boolean)).toEqual(['· item 20'])
  expect([more.follows, more.search?.at?.item]).toEqual([false, 25])
  const up = run(more, source, { type: 'scroll', by: -1 })
  expect(seen(up, source)).toEqual(['· item 19', '', '· item 20'])
})

test.each<[TranscriptAction, string]>([
  [{ type: 'top' }, '· item 0'],
  [{ type: 'scroll', by: -2 }, '· item 97'],
  [{ type: 'scroll', by: 50 }, '· item 98'],
  [{ type: 'page', by: -1 }, '· item 97'],
  [{ type: 'page', by: -10 }, '· item 88'],
  [{ type: 'bottom' }, '· item 98'],
])('%j from the end shows %s first', (action, expected) => {
  const source = createLineSource(view)
  expect(seen(run(openTranscript(notices(100), 3, source), source, action), source)[0]).toBe(expected)
})

test('a search goes on round the end and marks what it finds', () => {
  const source = createLineSource(view)
  const start = run(openTranscript(notices(100), 6, source), source, { type: 'top' })
  const found = run(start, source, { type: 'search', query: 'ITEM 5' })
  expect(found.search).toEqual({ query: 'ITEM 5', at: { item: 5, line: 1 }, failed: false })
  expect(run(found, source, { type: 'next' }).search?.at).toEqual({ item: 50, line: 1 })
  expect(run(found, source, { type: 'previous' }).search?.at).toEqual({ item: 59, line: 1 })
  const theme = createTheme('dark-ansi', { colours: 16 })
  expect(visibleLines(found, source, theme).join()).toContain(theme.paint('match', 'item 5'))
  const none = run(found, source, { type: 'search', query: 'nowhere' })
  expect([none.search?.failed, none.top]).toEqual([true, found.top])
  expect(run(none, source, { type: 'search', query: '' }).search).toBeUndefined()
})

test('it opens with everything unfolded', () => {
  const source = createLineSource(view)
  const items: readonly Item[] = [{ kind: 'thinking', id: 't', text: 'a\nb\nneedle', ended: true }]
  const model = openTranscript(items, 9, source)
  expect(seen(model, source).join('\n')).toContain('needle')
  expect(seen(run(model, source, { type: 'toggleAll' }), source).join('\n')).not.toContain('needle')
})

test('what is found only in something folded leads to it', () => {
  const source = createLineSource(view)
  const items: readonly Item[] = [
    ...notices(3),
    { kind: 'thinking', id: 't', text: 'a\nb\nneedle', ended: true },
    ...notices(20),
  ]
  const folded = run(openTranscript(items, 4, source), source, { type: 'toggleAll' })
  const model = run(folded, source, { type: 'search', query: 'needle' })
  expect(model.search?.at).toEqual({ item: 3, line: 1 })
  const all = run(model, source, { type: 'toggleAll' }, { type: 'search', query: 'needle' })
  expect(all.search?.at).toEqual({ item: 3, line: 4 })
})

test('ten thousand items are scrolled and searched without making lines of all', () => {
  const inner = createLineSource(view)
  const made = new Set<Item>()
  const source: LineSource = {
    ...inner,
    lines: (item, place) => {
      made.add(item)
      return inner.lines(item, place)
    },
  }
  const items = notices(10_000)
  const model = openTranscript(items, 40, source)
  expect(made.size).toBeLessThan(30)
  const down = run(model, source, { type: 'page', by: -3 }, { type: 'top' }, { type: 'page', by: 2 })
  visibleLines(down, source, view.theme)
  run(down, source, { type: 'search', query: 'item 7777' })
  expect(made.size).toBeLessThan(250)
})

test('no way of scrolling leaves the transcript or shows less than there is', () => {
  const action = fc.oneof<fc.Arbitrary<TranscriptAction>[]>(
    fc.record({ type: fc.constant('scroll' as const), by: fc.integer({ min: -30, max: 30 }) }),
    fc.record({ type: fc.constant('page' as const), by: fc.constantFrom(-1, -0.5, 0.5, 1) }),
    fc.record({ type: fc.constant('resize' as const), rows: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ type: fc.constant('items' as const), items: fc.integer({ min: 0, max: 12 }).map(notices) }),
    fc.record({ type: fc.constant('search' as const), query: fc.constantFrom('item', '3', 'x', '') }),
    fc.constantFrom<TranscriptAction>(
      { type: 'top' },
      { type: 'bottom' },
      { type: 'next' },
      { type: 'previous' },
      { type: 'toggleAll' },
    ),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 12 }), actions => {
      const source = createLineSource(view)
      const model = run(openTranscript(notices(8), 5, source), source, ...actions)
      const total = Math.max(0, model.items.length * 2 - 1)
      expect(seen(model, source)).toHaveLength(Math.min(model.rows, total))
    }),
  )
})

test('an empty transcript shows nothing', () => {
  const source = createLineSource(view)
  const model = run(
    openTranscript([], 5, source),
    source,
    { type: 'search', query: 'x' },
    { type: 'scroll', by: 3 },
  )
  expect(seen(model, source)).toEqual([])
})

test('marks keep the looks around them', () => {
  const theme = createTheme('dark-ansi', { colours: 16 })
  const line = `a${theme.paint('good', 'bcb')}d`
  expect(markMatches(line, patternOf('cb'), theme)).toBe(
    'a\u001b[92mb\u001b[30;43mcb\u001b[39;49m\u001b[92m\u001b[39md',
  )
  expect(markMatches(line, patternOf('zz'), theme)).toBe(line)
  expect(bare([markMatches(line, patternOf('ab'), theme)])).toEqual(['abcbd'])
})
