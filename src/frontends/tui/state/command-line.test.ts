import { expect, test } from 'vitest'
import { user } from '../../../../test/support/messages.ts'
import { hasSpoken } from '../app/sign-in.ts'
import { initialState } from './initial-state.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })
const typed = (text: string, state: UiState = START): UiState =>
  reduce(state, { type: 'item', item: { kind: 'user', id: 'said:1', text, attachments: 0 } })
const arrived = (state: UiState, entry: object): UiState =>
  reduce(state, { type: 'event', event: { type: 'entry', entry } as never, now: 5 })
const lines = ({ transcript: { done, live } }: UiState): readonly string[] =>
  [...done, ...live].flatMap(item => (item.kind === 'user' ? [item.text] : []))

test.each([
  ['/goal all tests pass', '/goal all tests pass'],
  ['/Goal  all tests\npass', '/goal all tests pass'],
  ['/loop 5m look at the build', 'look at the build'],
  ['/loop look at the build every 5 minutes', 'look at the build'],
  ['/mcp__db__report sales', '/mcp__db__report sales'],
])('%j is one line, whatever the command asks the model', (line, asked) => {
  const state = arrived(typed(line), user('u1', asked))
  expect(lines(state)).toEqual([line])
  expect(hasSpoken(state.transcript)).toBe(true)
})

test.each<[string, string, object]>([
  ['another text', '/cost', user('u1', 'what does it cost?')],
  [
    'a picture beside it',
    '/goal x',
    user('u1', [{ type: 'text', text: '/goal x' }, { type: 'image' } as never]),
  ],
])('%s is a line of its own', (_, line, message) => {
  expect(lines(arrived(typed(line), message))).toHaveLength(2)
})

test('the same words typed afterwards are shown again', () => {
  const queued = reduce(typed('/recap tests'), {
    type: 'queued',
    message: { uuid: 'u1', text: 'tests', when: 'step' },
  })
  expect(lines(arrived(queued, user('u1', 'tests')))).toEqual(['/recap tests', 'tests'])
  const answered = reduce(typed('/model opus'), {
    type: 'event',
    event: { type: 'command_output', command: '/model', text: 'Set.' } as never,
    now: 3,
  })
  expect(lines(arrived(answered, user('u1', 'opus')))).toEqual(['/model opus', 'opus'])
  const once = arrived(typed('/goal x'), user('u1', '/goal x'))
  expect(lines(arrived(once, user('u2', '/goal x')))).toEqual(['/goal x', '/goal x'])
})

test('what only the model reads changes no line', () => {
  const state = typed('/goal x')
  expect(arrived(state, { ...user('u1', '/goal x'), isMeta: true }).transcript).toBe(state.transcript)
})
