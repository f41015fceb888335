import { expect, test } from 'vitest'
import { agentInfo } from '../../../test/support/agent-infos.ts'
import {
  assistantEntry,
  permissionRequest,
  systemEntry,
  turnEnded,
  turnStarted,
  userEntry,
} from '../../../test/support/fake-events.ts'
import { presentedEvents } from '../../../test/support/presented.ts'
import type { Event } from '../../protocol/event.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { plainly } from './paint.ts'
import { startPlain } from './plain-state.ts'
import { showEvent } from './show-event.ts'

const show = (...events: readonly Event[]): string => {
  let state = startPlain('/w')
  let text = ''
  for (const event of presentedEvents(events)) {
    const shown = showEvent(state, event, plainly)
    state = shown.state
    text += shown.text
  }
  return text
}

const started: Event = {
  type: 'stream',
  event: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
}
const delta = (text: string): Event => ({
  type: 'stream',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
})
const call = (id: string, file: string): Event =>
  assistantEntry(`c-${id}`, { type: 'tool_use', id, name: 'Read', input: { file_path: file } })
const result = (id: string, lines: number): Event =>
  userEntry(`r-${id}`, [{ type: 'tool_result', tool_use_id: id, content: 'x' }], {
    toolUseResult: { file: { numLines: lines } },
  })

test('a prompt stands after a mark, what the harness says to the model is not shown', () => {
  const meta = userEntry('u2', 'reminder', { isMeta: true })
  expect(show(turnStarted('u1'), userEntry('u1', 'fix\nit'), meta)).toBe('\n> fix\n  it\n')
})

test('text streams as it comes and is not shown again as an entry', () => {
  const entry = assistantEntry('a1', { type: 'text', text: 'Hello' })
  expect(show(started, delta('Hel'), delta('lo\u001b[0m'), entry, turnEnded())).toBe('\nHello\\u{1b}[0m\n')
})

test('text that was not streamed is shown as an entry', () => {
  expect(show(assistantEntry('a1', { type: 'text', text: 'Hello' }))).toBe('\nHello\n')
})

test('what went wrong is left to the ending of the turn, which says it', () => {
  const entry = assistantEntry('a1', { type: 'text', text: 'No answer.' }, { isApiErrorMessage: true })
  expect(show(started, delta('Hel'), entry, turnEnded())).toBe('\nHel\n')
})

test('a second block begins on a new line', () => {
  const entry = assistantEntry('a1', { type: 'text', text: 'one' })
  expect(show(started, delta('one'), entry, started, delta('two'), turnEnded())).toBe('\none\n\ntwo\n')
})

test('results of parallel calls stand under their calls', () => {
  expect(show(call('1', 'a.js'), call('2', '/w/b.js'), result('1', 1), result('2', 2))).toBe(
    '\n● Read(a.js)\n  ⎿ 1 line\n\n● Read(b.js)\n  ⎿ 2 lines\n',
  )
})

test('a question shows its call first, and a result elsewhere names its call again', () => {
  const bash = assistantEntry('c-3', {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'Bash',
    input: { command: 'touch x' },
  })
  const asked: Event = { type: 'permission_request', request: permissionRequest('q1') }
  expect(show(call('1', 'a.js'), bash, asked, result('1', 1))).toBe(
    [
      '',
      '● Read(a.js)',
      '',
      '● Bash(touch x)',
      '  ? touch changes files',
      '    Allow Bash(touch x)? [1 yes, 2 no; Enter: yes] ',
      '● Read(a.js)',
      '  ⎿ 1 line',
      '',
    ].join('\n'),
  )
})

test('a failed call and a result without a call show their text', () => {
  const failed = userEntry('r', [
    { type: 'tool_result', tool_use_id: '1', content: 'No such file\u0007.', is_error: true },
  ])
  expect(show(call('1', 'a.js'), failed)).toBe('\n● Read(a.js)\n  ⎿ No such file\\u{7}.\n')
  expect(show(userEntry('r', [{ type: 'tool_result', tool_use_id: '9', content: '' }]))).toBe(
    '  ⎿ (no output)\n',
  )
})

test('what the model should do about a failure or a refusal is not shown to people', () => {
  const failed = (content: string) =>
    show(
      call('1', 'a.js'),
      userEntry('r', [{ type: 'tool_result', tool_use_id: '1', content, is_error: true }]),
    )
  expect(failed('/w/a.js does not exist. Look for it with Glob (in /w).')).toContain(
    '⎿ /w/a.js does not exist.\n',
  )
  expect(
    failed('Permission denied: The person declined it.\n(Do not do the same in another form.)'),
  ).toContain('⎿ You declined.\n')
  expect(failed('Permission denied: The person declined it and says: use b\n(Their words …)')).toContain(
    '⎿ You declined: use b\n',
  )
})

test.each<[string, Event, string]>([
  [
    'a warning',
    { type: 'notice', level: 'warning', text: 'careful', localized: verbatim('careful') },
    '\n! careful\n',
  ],
  ['information', { type: 'notice', level: 'info', text: 'fyi', localized: verbatim('fyi') }, ''],
  [
    'a reply that no longer counts',
    { type: 'tombstone', uuids: ['a'] },
    '\n(That reply was cut off and discarded.)\n',
  ],
  [
    'another attempt',
    { type: 'retry', attempt: 1, maxRetries: 3, delayMs: 10, status: 529, error: 'overloaded' },
    "\n(The model didn't answer. Retrying, attempt 2.)\n",
  ],
  ['a status', { type: 'status', status: 'requesting' }, ''],
])('%s', (_, event, expected) => {
  expect(show(event)).toBe(expected)
})

test('what was said before this session is not shown again', () => {
  const entry = assistantEntry('a1', { type: 'text', text: 'old' })
  expect(show({ ...entry, replay: true } as Event)).toBe('')
})

test('the answer of a command stands on lines of its own', () => {
  expect(
    show(started, delta('half'), {
      type: 'command_output',
      command: 'cost',
      text: 'Cost: $1.00',
      localized: verbatim('Cost: $1.00'),
    }),
  ).toContain('half\n\nCost: $1.00\n')
})

test.each([
  ['auto', '\n(It was compacted.)\n'],
  ['manual', ''],
] as const)('a compaction that is %s shows %j', (trigger, expected) => {
  const compactMetadata = { trigger, preTokens: 1 }
  const boundary = { subtype: 'compact_boundary', content: 'It was compacted.', compactMetadata } as const
  expect(show(systemEntry('b', boundary))).toBe(expected)
})

test('of an agent it is said that it begins, what it asks and how it ended, nothing else', () => {
  const agent = { id: 'a1', name: 'Explore\u001b', toolUseId: 'x' }
  const usage: Event = {
    type: 'usage',
    model: 'm',
    usage: {
      input_tokens: 1000,
      output_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
    durationMs: 1,
    apiMs: 1,
    partial: false,
  }
  const events: readonly Event[] = [
    turnStarted('u'),
    userEntry('u', 'look'),
    call('t1', '/w/a'),
    { type: 'permission_request', request: { ...permissionRequest('q'), agent } },
    result('t1', 3),
    delta('words'),
    { type: 'notice', level: 'error', text: 'Oh.', localized: verbatim('Oh.') },
    usage,
    assistantEntry('a', { type: 'text', text: 'Found.' }),
    turnEnded(),
  ]
  const text = show(...events.map(event => ({ ...event, agent })))
  expect(text).toBe(
    [
      '',
      '(Explore\\u{1b} begins.)',
      '',
      '(Explore\\u{1b} asks.)',
      '  ? touch changes files',
      '    Allow Bash(touch x)? [1 yes, 2 no; Enter: yes] ',
      '(Explore\\u{1b}: done, 1 tool, 1,001 tokens)',
      '',
    ].join('\n'),
  )
})

test('what a prompt attached is one line', () => {
  const mention = (name: string, what: string, count?: number): Event =>
    ({
      type: 'entry',
      entry: {
        type: 'attachment',
        attachment: { kind: 'mention', text: 'secret', mention: { name, what, count } },
      },
    }) as unknown as Event
  expect(show(mention('a.ts', 'lines', 3), mention('p.png', 'picture'), mention('.env', 'denied'))).toBe(
    '\n(Attached a.ts, 3 lines)\n\n(Attached p.png)\n\n(.env not attached: a permission rule denies reading it)\n',
  )
})

test('what the session says of an agent is one line for its beginning, its way to the background and its end', () => {
  const agent = { id: 'a1', name: 'Explore', toolUseId: 'x' }
  const info = (more = {}): Event => ({
    type: 'agent_changed',
    info: agentInfo('a1', { name: 'Explore', description: 'find\nit', ...more }),
  })
  const text = show(
    info(),
    { ...turnStarted('u'), agent },
    info({ toolUses: 1, lastAction: 'Read: a' }),
    info({ toolUses: 1, background: true }),
    { ...turnEnded(), agent },
    info({ toolUses: 2, tokens: 1_234, usd: 0.5, background: true, status: 'stopped' }),
    info({ toolUses: 2, tokens: 1_234, usd: 0.5, background: true, status: 'stopped' }),
  )
  expect(text.trim().split(/\n+/)).toEqual([
    '(Explore, find it: begins.)',
    '(Explore, find it: moved to the background.)',
    '(Explore, find it: stopped, 2 tools, 1,234 tokens, $0.5000)',
  ])
})
