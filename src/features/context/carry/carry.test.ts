import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, result, text, user } from '../../../../test/support/messages.ts'
import type { Effect } from '../../../protocol/context.ts'
import type { Message } from '../../../protocol/message.ts'
import { textTokens } from '../tokens.ts'
import { type CarrySources, createCarry } from './carry.ts'
import { renderCarry } from './carry-block.ts'

const NOTHING: CarrySources = { effects: () => [], steps: () => [], cwd: () => '/p' }
const ran = (command: string): Effect => ({
  kind: 'command',
  text: command,
  outcome: 'done',
  toolUseId: command,
  at: '2026-01-01T00:00:00.000Z',
})
const summaryOf = (uuid: string, block: string): Message => ({
  ...user(uuid, `The summary of a model.\n\n${block}\n\nGo on.`),
  isMeta: true,
  isCompactSummary: true,
})
const requests = (items: ReturnType<ReturnType<typeof createCarry>>) =>
  items.filter(({ kind }) => kind === 'request').map(item => item.text)

test('carries what the person said and answered and what the model said, not what tools or the harness said', () => {
  const carry = createCarry({
    ...NOTHING,
    plan: () => 'First the parser, then the printer.',
    steps: () => [{ text: 'write the parser', status: 'pending' }],
    effects: () => [ran('npm install')],
  })
  const items = carry(
    [
      user('u1', 'Build a parser.'),
      assistant('a1', [text('Which one?')]),
      { ...user('u2', [result('c1', 'a file')]), toolUseResult: {} },
      { ...user('u3', 'Go on.'), isMeta: true },
      {
        ...user('u4', [result('c2', 'The person answered')]),
        toolUseResult: {},
        effects: [{ kind: 'answer', text: 'Which kind?', outcome: 'done', detail: 'Recursive descent' }],
      },
      {
        ...user('u6', [result('c3', 'Permission denied')]),
        effects: [{ kind: 'answer', text: 'a question', outcome: 'refused', detail: 'Nobody can be asked.' }],
      },
      user('u5', 'No, without a generator!'),
    ],
    10_000,
  )
  expect(items).toEqual([
    { kind: 'request', text: 'Build a parser.' },
    { kind: 'message', text: 'Which one?' },
    { kind: 'request', text: '(asked: Which kind?) Recursive descent' },
    { kind: 'request', text: 'No, without a generator!' },
    { kind: 'plan', text: 'First the parser, then the printer.' },
    { kind: 'todo', text: '[ ] write the parser' },
    { kind: 'effect', text: 'ran: npm install' },
  ])
})

test('what was said twice is carried once, at its last place; what was said first stays first', () => {
  const said = ['Build it.', 'Go on.', 'Use tabs.', 'Go on.', 'Build it.']
  const items = createCarry(NOTHING)(
    said.map((words, at) => user(`u${at}`, words)),
    10_000,
  )
  expect(requests(items)).toEqual(['Build it.', 'Use tabs.', 'Go on.'])
})

test('of what the model said, the ends of turns come before the rest and the newest before the old', () => {
  const turns = Array.from({ length: 40 }, (_, at) => [
    user(`u${at}`, `request ${at}`),
    assistant(`m${at}`, [text(`thought ${at} ${'.'.repeat(200)}`)]),
    assistant(`e${at}`, [text(`at the end ${at} ${'.'.repeat(200)}`)]),
  ]).flat()
  const said = (budget: number) =>
    createCarry(NOTHING)(turns, budget)
      .filter(({ kind }) => kind === 'message')
      .map(item => item.text.replace(/ \.+…?$/, ''))
  expect(said(2_500).slice(-2)).toEqual(['at the end 38', 'at the end 39'])
  expect(said(2_500).every(words => words.startsWith('at the end'))).toBe(true)
  expect(said(60_000)).toHaveLength(80)
  expect(said(60_000).slice(0, 2)).toEqual(['(on the way) thought 0', 'at the end 0'])
})

test('what an earlier compaction left out is still counted', () => {
  const carry = createCarry(NOTHING)
  const short = Array.from({ length: 400 }, (_, at) =>
    user(`u${at}`, `message number ${at} ${'.'.repeat(300)}`),
  )
  const once = carry(short, 4_000)
  const note = once[0]?.text
  const left = Number(/^\d+/.exec(note ?? '')?.[0])
  expect(left).toBe(400 - requests(once).length)
  const twice = carry([summaryOf('s', renderCarry(once)), user('new', 'and this')], 8_000)
  expect(twice[0]?.text).toBe(note)
  expect(requests(twice)).toEqual([...requests(once), 'and this'])
})

test('over a chain of compactions nothing grows beyond the budget and all words that fit stay verbatim', () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant(20_000)), { maxLength: 6 })
  void fc.assert(
    fc.property(fc.array(lengths, { minLength: 10, maxLength: 10 }), rounds => {
      const budget = 12_000
      const effects: Effect[] = []
      const carry = createCarry({ ...NOTHING, effects: () => effects })
      let dropped: Message[] = []
      let number = 0
      const short: string[] = []
      for (const [round, each] of rounds.entries()) {
        for (const length of each) {
          number += 1
          const words = `request ${number} ${'x'.repeat(length)}`
          if (length < 300) short.push(words)
          dropped.push(
            user(`u${number}`, words),
            assistant(`a${number}`, [text(`${'z'.repeat(length)} done`)]),
          )
          effects.push(ran(`command ${number}`))
        }
        const block = renderCarry(carry(dropped, budget))
        expect(textTokens(block)).toBeLessThanOrEqual(budget)
        for (const words of short) expect(block).toContain(words)
        expect(block.match(/command \d+/g) ?? []).toEqual(effects.map(effect => effect.text))
        dropped = [summaryOf(`s${round}`, block)]
      }
    }),
    { numRuns: 20 },
  )
})
