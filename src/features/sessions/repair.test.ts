import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AssistantBlock,
  type AssistantMessage,
  CONTINUATION,
  type Message,
  type UserBlock,
  type UserMessage,
} from '../../protocol/message.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { repairHistory } from './repair.ts'

const timestamp = '2026-01-01T00:00:00.000Z'
const deps = (): { now: () => Date; newId: () => string } => {
  let made = 0
  return { now: () => new Date(timestamp), newId: () => `made-${++made}` }
}

const user = (
  uuid: string,
  content: string | readonly UserBlock[],
  more: Partial<UserMessage> = {},
): UserMessage => ({
  type: 'user',
  uuid,
  timestamp,
  message: { role: 'user', content },
  ...more,
})
const record = (uuid: string, replyId: string, ...content: AssistantBlock[]): AssistantMessage => ({
  type: 'assistant',
  uuid,
  timestamp,
  message: {
    id: replyId,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
  },
})
const text = (words: string): AssistantBlock => ({ type: 'text', text: words })
const thinking: AssistantBlock = { type: 'thinking', thinking: 'hm', signature: 's' }
const call = (id: string): AssistantBlock => ({ type: 'tool_use', id, name: 'Read', input: {} })
const result = (id: string): UserBlock => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })

const names = (messages: readonly Message[]): string => messages.map(message => message.uuid).join(' ')

test('a whole history stays as it is, object for object', () => {
  const history: Message[] = [
    user('u1', 'go'),
    record('a1', 'r1', thinking),
    record('a2', 'r1', call('1')),
    record('a3', 'r1', call('2')),
    user('u2', [result('1')]),
    user('u3', [result('2')]),
    { type: 'attachment', uuid: 'x', timestamp, attachment: { kind: 'k', text: 't' } },
    record('a4', 'r2', text('done')),
  ]
  const repaired = repairHistory(history, deps())
  expect(repaired).toEqual({ messages: history, added: [], notes: [], interrupted: false })
  expect(repaired.messages.every((message, i) => message === history[i])).toBe(true)
})

test('calls cut off at the end get one message of error results and a marker, to be appended', () => {
  const history = [
    user('u1', 'go'),
    record('a1', 'r', call('1')),
    record('a2', 'r', call('2')),
    user('u2', [result('1')]),
  ]
  const { messages, added, notes, interrupted } = repairHistory(history, deps())
  expect(names(messages)).toBe('u1 a1 a2 u2 made-1 made-2')
  expect(added).toEqual([
    user(
      'made-1',
      [
        {
          type: 'tool_result',
          tool_use_id: '2',
          is_error: true,
          content: expect.stringMatching(/interrupted.*unknown.*assume neither/s) as unknown as string,
        },
      ],
      { origin: { kind: 'interrupted_calls' } },
    ),
    user('made-2', expect.stringContaining('stopped before this turn was finished') as unknown as string, {
      isMeta: true,
      origin: { kind: 'interrupted' },
    }),
  ])
  expect([notes.map(({ text }) => text), interrupted]).toEqual([
    ['A tool call was interrupted; the effect is unknown, and nothing was run again.'],
    true,
  ])
})

test.each<[string, readonly Message[]]>([
  ['a shell command', [user('s', '<bash-input>ls</bash-input>', { origin: { kind: 'shell' } })]],
  [
    'a shell command of another program',
    [user('s1', '<bash-input>ls</bash-input>'), user('s2', '<bash-stdout>a</bash-stdout>')],
  ],
  [
    'a slash command of another program',
    [
      user('s1', '<command-name>/cost</command-name>'),
      user('s2', '<local-command-stdout>1</local-command-stdout>'),
    ],
  ],
])('what the person ran last waits for no reply: %s', (_, own) => {
  const answered = [user('u1', 'go'), record('a1', 'r1', text('done')), ...own]
  const stopped = [user('u1', 'go'), record('a1', 'r1', call('1')), user('u2', [result('1')]), ...own]
  expect(repairHistory(answered, deps())).toMatchObject({ added: [], interrupted: false })
  expect(repairHistory(stopped, deps())).toMatchObject({ interrupted: true })
})

test('a prompt that is a slash command waits for its reply', () => {
  const history = [user('u1', '<command-message>review</command-message>')]
  expect(repairHistory(history, deps()).interrupted).toBe(true)
})

test('calls cut off further up are answered in place, and nothing of that is to be appended', () => {
  const history = [
    user('u1', 'go'),
    record('a1', 'r1', call('1')),
    user('u2', 'and now?'),
    record('a2', 'r2', text('fine')),
  ]
  const { messages, added } = repairHistory(history, deps())
  expect([names(messages), added]).toEqual(['u1 a1 made-1 u2 a2', []])
})

test.each<[string, Message[], string]>([
  [
    'results without a call are left out',
    [user('u1', 'go'), user('u2', [result('9')]), record('a', 'r', text('x'))],
    'u1 a',
  ],
  [
    'a second result for one call is left out',
    [
      record('a1', 'r1', call('1')),
      user('u1', [result('1')]),
      user('u2', [result('1')]),
      record('a2', 'r2', text('x')),
    ],
    'a1 u1 a2',
  ],
  [
    'a result that comes after the next reply is left out',
    [
      record('a1', 'r1', call('1')),
      record('a2', 'r2', text('x')),
      user('u1', [result('1')]),
      record('a3', 'r3', text('y')),
    ],
    'a1 made-1 a2 a3',
  ],
  [
    'blank replies are left out',
    [user('u1', 'go'), record('a1', 'r1', text(' \n')), record('a2', 'r2', text('x'))],
    'u1 a2',
  ],
  [
    'thinking that led nowhere is left out',
    [record('a1', 'r1', text('x')), record('a2', 'r2', thinking)],
    'a1',
  ],
  [
    'thinking at the end of a reply is left out',
    [record('a1', 'r1', text('x')), record('a2', 'r1', thinking)],
    'a1',
  ],
  [
    'records of one reply stand together when a result came between them',
    [
      record('a1', 'r', call('1')),
      record('a2', 'r', call('2')),
      user('u1', [result('1')]),
      record('a3', 'r', text('x')),
      user('u2', [result('2')]),
      record('a4', 's', text('y')),
    ],
    'a1 a2 a3 u1 u2 a4',
  ],
  [
    'replies of a server that gives all the same id stay apart',
    [
      record('a1', 'r', call('1')),
      user('u1', [result('1')]),
      record('a2', 'r', call('2')),
      user('u2', [result('2')]),
      record('a3', 'r', text('x')),
    ],
    'a1 u1 a2 u2 a3',
  ],
])('%s', (_, history, kept) => {
  expect(names(repairHistory(history, deps()).messages)).toBe(kept)
})

test('words beside an orphan result are kept', () => {
  const words: UserBlock = { type: 'text', text: 'look' }
  const history = [user('u1', [result('9'), words]), record('a', 'r', text('x'))]
  expect(repairHistory(history, deps()).messages[0]).toEqual(user('u1', [words]))
})

test.each<[string, Message[], boolean]>([
  ['an empty history', [], false],
  ['a prompt without reply', [user('u', 'go')], true],
  ['a reply', [user('u', 'go'), record('a', 'r', text('x'))], false],
  ['results without a reply', [record('a', 'r', call('1')), user('u', [result('1')])], true],
  [
    'words of the harness that end a turn',
    [user('u', 'go'), user('m', '[The user interrupted the turn here.]', { isMeta: true })],
    false,
  ],
  ['a summary of unknown cause', [user('u', 'summary', { isCompactSummary: true })], false],
  [
    "another program's mark of a stopped turn",
    [user('u', '[Request interrupted by user for tool use]')],
    false,
  ],
])('after %s the turn counts as interrupted: %s', (_, history, interrupted) => {
  expect(repairHistory(history, deps()).interrupted).toBe(interrupted)
})

/** What a request must satisfy, stated on its own: calls of a reply, all answered once before the next reply. */
const breaches = (messages: readonly Message[]): string[] => {
  const found: string[] = []
  let open = new Set<string>()
  let answering = false
  for (const message of messages) {
    if (message.type === 'assistant') {
      if (answering || open.size === 0) {
        for (const id of open) found.push(`${id} unanswered before ${message.uuid}`)
        open = new Set()
      }
      answering = false
      for (const block of message.message.content) if (block.type === 'tool_use') open.add(block.id)
    } else if (message.type === 'user' && typeof message.message.content !== 'string') {
      for (const block of message.message.content)
        if (block.type === 'tool_result') {
          answering = true
          if (!open.delete(block.tool_use_id)) found.push(`${block.tool_use_id} answered without call`)
        }
    }
  }
  for (const id of open) found.push(`${id} unanswered at the end`)
  return found
}

const turns = fc.array(
  fc.record({ calls: fc.nat({ max: 3 }), think: fc.boolean(), words: fc.constantFrom('', ' ', 'text') }),
  { maxLength: 6 },
)

const wholeHistory = (shape: readonly { calls: number; think: boolean; words: string }[]): Message[] =>
  shape.flatMap(({ calls, think, words }, turn): Message[] => {
    const ids = Array.from({ length: calls }, (_, i) => `${turn}.${i}`)
    return [
      ...(calls === 0 ? [user(`p${turn}`, 'go')] : []),
      ...(think ? [record(`t${turn}`, `r${turn}`, thinking)] : []),
      record(`w${turn}`, `r${turn}`, text(words)),
      ...ids.map(id => record(`c${id}`, `r${turn}`, call(id))),
      ...ids.map(id => user(`u${id}`, [result(id)])),
    ]
  })

test('a history cut anywhere, with any messages missing, is valid after repair, and repair is done then', () => {
  fc.assert(
    fc.property(turns, fc.nat(), fc.array(fc.nat(), { maxLength: 4 }), (shape, cut, holes) => {
      const whole = wholeHistory(shape)
      const kept = whole.slice(0, whole.length === 0 ? 0 : cut % (whole.length + 1))
      const gaps = new Set(holes.map(hole => hole % (kept.length || 1)))
      const history = kept.filter((_, i) => !gaps.has(i))
      const repaired = repairHistory(history, deps())
      expect(breaches(repaired.messages)).toEqual([])
      expect(repaired.messages.slice(repaired.messages.length - repaired.added.length)).toEqual(
        repaired.added,
      )
      expect(repairHistory(repaired.messages, deps())).toMatchObject({
        messages: repaired.messages,
        added: [],
      })
    }),
    { numRuns: 1000 },
  )
})

test('a turn that the model ended without a word is over; one that it was asked to go on with is not', () => {
  const end: Message = {
    type: 'system',
    subtype: 'informational',
    uuid: 'end',
    timestamp,
    content: 'The model ended without an answer.',
    closesTurn: true,
  }
  expect(repairHistory([user('1', 'go'), end], deps()).interrupted).toBe(false)
  const goOn = user('2', 'Go on', { isMeta: true, origin: { kind: CONTINUATION, cause: 'stream' } })
  expect(repairHistory([user('1', 'go'), goOn], deps()).interrupted).toBe(true)
})

const summarized = (trigger: 'manual' | 'auto' | 'reactive'): readonly Message[] => [
  {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'b',
    timestamp,
    content: 'compacted',
    compactMetadata: { trigger, preTokens: 9 },
  },
  user('s', 'summary', { isMeta: true, isCompactSummary: true }),
]
const meta = (words: string, kind?: string): UserMessage =>
  user(`m-${kind ?? 'none'}`, words, { isMeta: true, ...(kind ? { origin: { kind } } : {}) })
/** What may stand behind the last word without changing whether a reply to it is due. */
const BEHIND: readonly (readonly Message[])[] = [
  [],
  [{ type: 'attachment', uuid: 'x', timestamp, attachment: { kind: 'todo', text: 'a reminder' } }],
  [meta('a picture of a file that was named')],
  [user('p', '<bash-input>ls</bash-input>', { origin: { kind: 'shell' } })],
]
const DONE: readonly Message[] = [user('1', 'go'), record('a', 'r', text('done'))]

test.each<[string, readonly Message[]]>([
  ['a summary made by itself', summarized('auto')],
  ['a summary made because a request was too long', summarized('reactive')],
  ['a prompt', [...DONE, user('2', 'next')]],
  ['a queued prompt', [...DONE, user('2', 'next'), user('3', 'and this')]],
  ['a skill the person called', [...DONE, user('2', '/tidy'), meta('Tidy up.', 'skill')]],
  ['results', [record('a', 'r', call('1')), user('u', [result('1')])]],
  ...['auto-continuation', 'nudge', 'task-notification', 'channel', 'peer', 'schedule', 'tick'].map(
    (kind): [string, readonly Message[]] => [`a message of the kind ${kind}`, [...DONE, meta('Go on', kind)]],
  ),
])('a reply is still due to %s, whatever stands behind it', (_, history) => {
  for (const behind of BEHIND) {
    const repaired = repairHistory([...history, ...behind], deps())
    expect(repaired.interrupted).toBe(true)
    expect(repaired.messages.at(-1)).toMatchObject({ origin: { kind: 'interrupted' } })
    expect(repairHistory(repaired.messages, deps()).added).toEqual([])
  }
})

test.each<[string, readonly Message[]]>([
  ['a summary the person asked for', summarized('manual')],
  ['an answer', DONE],
  ['a turn the person stopped', [...DONE, user('2', 'x'), meta('[The user interrupted the turn here.]')]],
  ['an agent that was stopped', [user('2', 'x'), meta('[You were stopped here. Go by the next message.]')]],
  ['a limit', [user('2', 'x'), meta('[The turn ended here: a budget was used up. Go by the next message.]')]],
  ['an earlier cut', [user('2', 'x'), meta('[The program stopped …]', 'interrupted')]],
])('no reply is due after %s, whatever stands behind it', (_, history) => {
  for (const behind of BEHIND)
    expect(repairHistory([...history, ...behind], deps())).toMatchObject({ added: [], interrupted: false })
})
