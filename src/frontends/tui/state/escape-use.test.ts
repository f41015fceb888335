import { describe, expect, test } from 'vitest'
import { createEditor } from '../input/editor.ts'
import { escapeStopsLoops, escapeUse } from './escape-use.ts'
import { initialState } from './initial-state.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })
const request = { id: 'q' } as UiState['requests'][number]
const ofAgent = { id: 'r', agent: { id: 'a' } } as UiState['requests'][number]
const panel = { name: 'rewind', params: {} }
const prompt = (change: Partial<UiState['prompt']>) => ({ prompt: { ...START.prompt, ...change } })
const completion = { source: 'x', from: 0, to: 0, items: [], chosen: 0 }
const search = { query: '', text: '', index: -1, failed: false }
const vim = (mode: string, pending: readonly string[] = []) =>
  prompt({ editor: { ...createEditor(''), vim: { mode, pending } as never } })

describe('who gets Esc', () => {
  test.each<[string, Partial<UiState>, string]>([
    ['nothing is open', {}, 'stop'],
    ['a question is open', { requests: [request] }, 'dialog'],
    ["an agent's question is open", { requests: [ofAgent] }, 'dialog'],
    ['a panel is open', { panels: [panel] }, 'dialog'],
    ['a panel is open over a text', { panels: [panel], ...prompt({ completion }) }, 'dialog'],
    ['completions are listed', prompt({ completion }), 'text'],
    ['history is searched', prompt({ search }), 'dialog'],
    ['an empty shell line', prompt({ mode: 'shell' }), 'text'],
    ['an empty note', prompt({ mode: 'memory' }), 'text'],
    ['a shell line with a command', prompt({ mode: 'shell', editor: createEditor('ls') }), 'stop'],
    ['a text is typed', prompt({ editor: createEditor('words') }), 'stop'],
    ['vim inserts', vim('insert'), 'text'],
    ['vim waits for the rest of a command', vim('normal', ['d']), 'text'],
    ['vim is at rest', vim('normal'), 'stop'],
  ])('%s', (_, change, use) => {
    const state = { ...START, ...change }
    expect(escapeUse(state)).toBe(use)
    const empty = state.prompt.editor.text === ''
    expect(escapeStopsLoops(state)).toBe(use === 'stop' && empty)
    expect(escapeStopsLoops({ ...state, turn: {} as never })).toBe(false)
  })
})

describe('a first key that waits for the second', () => {
  const event = (event: object) => ({ type: 'event', event, now: 1 }) as never
  const changes = {
    'a panel opens': { type: 'panel_opened', panel },
    'a question comes up': event({ type: 'permission_request', request }),
    "an agent's question comes up": event({ type: 'permission_request', request: ofAgent }),
    'a turn begins': event({
      type: 'turn_started',
      turn: { mode: 'default', sessionId: 's', cwd: '/w', model: 'm' },
    }),
    'history is searched': { type: 'prompt', change: { search } },
    'a text is typed': { type: 'edited', editor: createEditor('x') },
  }
  const keys = [
    ['Esc', 'rewind'],
    ['Esc', 'clear'],
    ['Ctrl-C', 'exit'],
    ['Ctrl-D', 'exit'],
  ] as const
  const cases = Object.entries(changes).flatMap(([name, action]) =>
    keys.map(([key, what]) => ({ name, action, key, what })),
  )
  test.each(cases)('$key to $what is taken back when $name', ({ action, key, what }) => {
    const armed = reduce(START, { type: 'armed', what, key, until: 9_000 })
    expect(armed.armed).toBeDefined()
    const after = reduce(armed, action as never)
    expect(after).not.toBe(armed)
    expect(after.armed).toBeUndefined()
  })

  test('one that was pressed while a panel stands is said below it, until the panel closes', () => {
    const open = reduce(START, { type: 'panel_opened', panel })
    const armed = reduce(open, { type: 'armed', what: 'exit', key: 'Ctrl-C', until: 9_000 })
    expect(armed.armed?.key).toBe('Ctrl-C')
    expect(reduce(armed, { type: 'panel_closed' }).armed).toBeUndefined()
  })

  test('what changes nothing about the keys leaves it', () => {
    const armed = reduce(START, { type: 'armed', what: 'rewind', key: 'Esc', until: 9_000 })
    expect(reduce(armed, { type: 'todos', todos: [] }).armed).toBeDefined()
  })
})
