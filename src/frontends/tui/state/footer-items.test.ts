import { expect, test } from 'vitest'
import { createEditor } from '../input/editor.ts'
import { footerItemBy, footerItems, pointedItem } from './footer-items.ts'
import { initialState } from './initial-state.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

const FIRST = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })
const LINKS = [
  { url: 'https://a.example/', label: 'a' },
  { url: 'https://b.example/', label: 'b' },
]
const RUNNING = { id: 't', kind: 'shell', status: 'running', description: 'x', command: 'x' } as never
const START: UiState = { ...FIRST, tasks: [RUNNING], session: { ...FIRST.session, links: LINKS } }
const at = (footerItem?: string): UiState => ({ ...START, footerItem })

test('work stands before links; without both there is nothing to go to', () => {
  expect(footerItems(START).map(({ id }) => id)).toEqual(['work', 'https://a.example/', 'https://b.example/'])
  expect(footerItems(FIRST)).toEqual([])
  expect(footerItemBy(FIRST, 1)).toBeUndefined()
})

test.each<[string | undefined, 1 | -1, string | undefined]>([
  [undefined, 1, 'work'],
  [undefined, -1, 'https://b.example/'],
  ['work', 1, 'https://a.example/'],
  ['https://b.example/', 1, 'https://b.example/'],
  ['https://b.example/', -1, 'https://a.example/'],
  ['work', -1, undefined],
])('from %s by %d one comes to %s', (from, by, to) => {
  expect(footerItemBy(at(from), by)?.id).toBe(to)
})

test('what is gone is not pointed at', () => {
  expect(pointedItem(at('https://gone.example/'))).toBeUndefined()
})

test('whatever takes the keys takes them from the line', () => {
  const pointed = at('work')
  const kept = reduce(pointed, { type: 'tick', now: 1 })
  expect(kept.footerItem).toBe('work')
  const typed = reduce(pointed, { type: 'edited', editor: createEditor('x') })
  const opened = reduce(pointed, { type: 'panel_opened', panel: { name: 'tasks', params: undefined } })
  const unlinked = reduce(at('https://a.example/'), { type: 'session', facts: { links: [] } })
  expect([typed, opened, unlinked].map(state => 'footerItem' in state)).toEqual([false, false, false])
})
