import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, attachment, call, result, text, user } from '../../test/support/messages.ts'
import type { AssistantBlock, Message, UserBlock } from '../protocol/message.ts'
import type { ApiMessage } from '../protocol/model.ts'
import { createNormalizeMemo, normalize } from './normalize.ts'

const wire = (messages: readonly Message[], model = 'm'): readonly ApiMessage[] =>
  normalize(messages, { model })
const missing = (id: string) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'No result: the call was interrupted before it returned. Its effect is unknown.',
  is_error: true,
})
const u = (...content: unknown[]) => ({ role: 'user', content })
const a = (...content: unknown[]) => ({ role: 'assistant', content })

const rows: [string, Message[], unknown[]][] = [
  [
    'a plain exchange',
    [user('1', 'hi'), assistant('2', [text('hello')]), user('3', 'bye')],
    [u(text('hi')), a(text('hello')), u(text('bye'))],
  ],
  [
    'records of one reply become one message',
    [
      user('1', 'go'),
      assistant('2', [text('look')], { id: 'x' }),
      assistant('3', [call('t1')], { id: 'x' }),
      user('4', [result('t1')]),
    ],
    [u(text('go')), a(text('look'), call('t1')), u(result('t1'))],
  ],
  [
    'results written between the records of one reply follow it',
    [
      user('1', 'go'),
      assistant('2', [call('t1')], { id: 'x' }),
      user('3', [result('t1')]),
      assistant('4', [call('t2')], { id: 'x' }),
      user('5', [result('t2')]),
    ],
    [u(text('go')), a(call('t1'), call('t2')), u(result('t1'), result('t2'))],
  ],
  [
    'results stand first and in the order of the calls',
    [
      user('1', 'go'),
      assistant('2', [call('t1'), call('t2')]),
      user('3', 'also this'),
      user('4', [result('t2')]),
      user('5', [result('t1')]),
    ],
    [u(text('go')), a(call('t1'), call('t2')), u(result('t1'), result('t2'), text('also this'))],
  ],
  [
    'a call without a result gets one',
    [user('1', 'go'), assistant('2', [call('t1')]), user('3', 'well?')],
    [u(text('go')), a(call('t1')), u(missing('t1'), text('well?'))],
  ],
  [
    'a history that ends with a call is answered',
    [user('1', 'go'), assistant('2', [call('t1')])],
    [u(text('go')), a(call('t1')), u(missing('t1'), text('Continue.'))],
  ],
  [
    'a result without a call is dropped',
    [user('1', 'go'), user('2', [result('gone')]), assistant('3', [text('ok')]), user('4', [result('gone')])],
    [u(text('go')), a(text('ok')), u(text('Continue.'))],
  ],
  [
    'a second result for a call is dropped',
    [
      user('1', 'go'),
      assistant('2', [call('t1')]),
      user('3', [result('t1', 'first'), result('t1', 'second')]),
    ],
    [u(text('go')), a(call('t1')), u(result('t1', 'first'))],
  ],
  [
    'a repeated call id is dropped',
    [
      user('1', 'go'),
      assistant('2', [call('t1')]),
      user('3', [result('t1')]),
      assistant('4', [call('t1'), text('x')]),
      user('5', 'y'),
    ],
    [u(text('go')), a(call('t1')), u(result('t1')), a(text('x')), u(text('y'))],
  ],
  [
    'attachments become reminders',
    [user('1', 'go'), attachment('2', 'the date changed')],
    [u(text('go'), text('<system-reminder>\nthe date changed\n</system-reminder>'))],
  ],
  [
    'empty text is left out, and the message with it',
    [user('1', 'go'), assistant('2', [text(' \n')]), user('3', [text(''), text('x')])],
    [u(text('go'), text('x'))],
  ],
  [
    'a history that begins with the assistant gets a beginning',
    [assistant('1', [text('hi')]), user('2', 'x')],
    [u(text('(The beginning of the conversation is not shown.)')), a(text('hi')), u(text('x'))],
  ],
  [
    'thinking of another model is stripped',
    [
      user('1', 'go'),
      assistant('2', [{ type: 'thinking', thinking: 'hm', signature: 's' }, text('ok')], { model: 'other' }),
      user('3', 'x'),
    ],
    [u(text('go')), a(text('ok')), u(text('x'))],
  ],
  [
    'signed thinking of this model stays',
    [
      user('1', 'go'),
      assistant('2', [{ type: 'thinking', thinking: 'hm', signature: 's' }, text('ok')]),
      user('3', 'x'),
    ],
    [u(text('go')), a({ type: 'thinking', thinking: 'hm', signature: 's' }, text('ok')), u(text('x'))],
  ],
  [
    'signed thinking of a release of this model stays: asked by its name it answers with that',
    [
      user('1', 'go'),
      assistant('2', [{ type: 'thinking', thinking: 'hm', signature: 's' }, text('ok')], {
        model: 'm-20260929',
      }),
      user('3', 'x'),
    ],
    [u(text('go')), a({ type: 'thinking', thinking: 'hm', signature: 's' }, text('ok')), u(text('x'))],
  ],
  [
    'unsigned and trailing thinking is stripped',
    [
      user('1', 'go'),
      assistant('2', [
        { type: 'thinking', thinking: 'a', signature: '' },
        text('ok'),
        { type: 'thinking', thinking: 'b', signature: 's' },
      ]),
      user('3', 'x'),
    ],
    [u(text('go')), a(text('ok')), u(text('x'))],
  ],
  ['lone surrogates are replaced', [user('1', 'a\ud800b')], [u(text('a\ufffdb'))]],
  [
    'reported API errors and notices never go back',
    [
      user('1', 'go'),
      { ...assistant('2', [text('overloaded')]), isApiErrorMessage: true },
      { type: 'system', subtype: 'informational', uuid: '3', timestamp: '', content: 'note' },
      user('4', 'again'),
    ],
    [u(text('go'), text('again'))],
  ],
  [
    'buried records do not count',
    [
      user('1', 'go'),
      assistant('2', [call('t1')]),
      { type: 'system', subtype: 'tombstone', uuid: '3', timestamp: '', content: '', removed: ['2'] },
      assistant('4', [text('ok')]),
      user('5', 'x'),
    ],
    [u(text('go')), a(text('ok')), u(text('x'))],
  ],
]

test.each(rows)('%s', (_name, messages, expected) => {
  expect(wire(messages)).toEqual(expected)
})

test('the oldest media give way when there are too many', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const
  const [message] = wire([
    user(
      '1',
      Array.from({ length: 102 }, () => image),
    ),
  ])
  // Several at once, so that the next ones do not change what was sent.
  expect(message?.content.map(block => block.type).filter(type => type === 'text')).toHaveLength(20)
  expect(message?.content[0]?.type).toBe('text')
  expect(message?.content.at(-1)?.type).toBe('image')
})

test('further media leave what was sent as it is, until the next ones give way', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const
  const memo = createNormalizeMemo()
  const history: Message[] = []
  const starts: number[] = []
  let before: ReturnType<typeof normalize> = []
  for (let turn = 0; turn < 130; turn += 1) {
    history.push(user(`u${turn}`, [image]), assistant(`a${turn}`, [text('seen')]))
    const now = normalize([...history, user(`q${turn}`, 'next')], { model: 'm', memo })
    if (before.slice(0, -1).some((message, at) => message !== now[at])) starts.push(turn + 1)
    before = now
  }
  expect(starts).toEqual([101, 121])
})

test('with a memo a longer history begins with the same objects', () => {
  const memo = createNormalizeMemo()
  const history: Message[] = [user('1', 'go'), assistant('2', [call('t1')]), user('3', [result('t1')])]
  const before = normalize(history, { model: 'm', memo })
  const after = normalize([...history, assistant('4', [text('ok')]), user('5', 'x')], { model: 'm', memo })
  expect(after.slice(0, 3).every((message, index) => message === before[index])).toBe(true)
  const other = normalize(history, { model: 'other', memo })
  expect(other).toEqual(before)
})

const ids = ['t1', 't2', 't3', 't4']
const assistantBlock: fc.Arbitrary<AssistantBlock> = fc.oneof(
  fc.constantFrom(text('hello'), text(''), text(' ')),
  fc.constantFrom(...ids.map(id => call(id))),
  fc.constantFrom(
    { type: 'thinking', thinking: 'x', signature: 's' } as const,
    { type: 'thinking', thinking: 'x', signature: '' } as const,
  ),
)
const userBlock: fc.Arbitrary<UserBlock> = fc.oneof(
  fc.constantFrom(text('say'), text('')),
  fc.constantFrom(...ids.map(id => result(id))),
)
const history = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant('user' as const), blocks: fc.array(userBlock, { maxLength: 3 }) }),
      fc.record({
        kind: fc.constant('assistant' as const),
        blocks: fc.array(assistantBlock, { maxLength: 3 }),
        id: fc.constantFrom('x', 'y', 'z'),
      }),
      fc.record({ kind: fc.constant('attachment' as const) }),
    ),
    { maxLength: 14 },
  )
  .map(items =>
    items.map((item, index): Message => {
      if (item.kind === 'attachment') return attachment(String(index), 'fact')
      return item.kind === 'user'
        ? user(String(index), item.blocks)
        : assistant(String(index), item.blocks, { id: item.id })
    }),
  )

/** The API's rules, told independently of the code that keeps them. */
const violations = (messages: readonly ApiMessage[]): string[] => {
  const found: string[] = []
  const seen = new Set<string>()
  messages.forEach((message, index) => {
    if (message.role !== (index % 2 === 0 ? 'user' : 'assistant')) found.push(`role at ${index}`)
    if (message.content.length === 0) found.push(`empty at ${index}`)
    const calls = message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))
    for (const id of calls) {
      if (seen.has(id)) found.push(`call ${id} twice`)
      seen.add(id)
    }
    const next = messages[index + 1]?.content ?? []
    const answers = next.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
    if (message.role === 'assistant' && JSON.stringify(answers) !== JSON.stringify(calls))
      found.push(`pairing at ${index}`)
    if (next.slice(0, answers.length).some(block => block.type !== 'tool_result'))
      found.push(`results not first at ${index + 1}`)
    if (message.content.some(block => block.type === 'text' && block.text.trim() === ''))
      found.push(`blank text at ${index}`)
    const last = message.content.at(-1)
    if (message.role === 'assistant' && last?.type === 'thinking') found.push(`trailing thinking at ${index}`)
  })
  if (messages.length > 0 && messages.at(-1)?.role !== 'user') found.push('ends with the assistant')
  return found
}

test('any history becomes a request the API accepts', () => {
  fc.assert(
    fc.property(history, messages => {
      expect(violations(wire(messages))).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('a memo never changes the result, however the history grows or is cut back', () => {
  fc.assert(
    fc.property(history, fc.array(fc.nat(14), { maxLength: 6 }), (messages, cuts) => {
      const memo = createNormalizeMemo()
      const given = [...cuts, messages.length].map(cut => {
        const part = messages.slice(0, cut)
        return { part, result: normalize(part, { model: 'm', memo }) }
      })
      // Looked at in the end: what was given out must not change with what comes after it.
      for (const { part, result } of given) expect(result).toEqual(wire(part))
    }),
    { numRuns: 1500 },
  )
})

test('a history that is left open for a question of ours ends as it does: nobody is told to go on', () => {
  const open = { model: 'm', open: true } as const
  expect(normalize([user('1', 'go'), assistant('2', [text('ok')])], open)).toEqual([
    u(text('go')),
    a(text('ok')),
  ])
  expect(normalize([user('1', 'go'), assistant('2', [call('t1')])], open)).toEqual([
    u(text('go')),
    a(call('t1')),
    u(missing('t1')),
  ])
})
