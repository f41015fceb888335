import fc from 'fast-check'
import { expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { combineVerdicts } from './combine.ts'
import { HOOK_EVENTS } from './events.ts'

const row = HOOK_EVENTS.PreToolUse
const verdict = (more: Partial<HookVerdict>): HookVerdict => ({ context: [], messages: [], ...more })

test('the strictest answer wins, with the reasons of those who gave it', () => {
  const rank = { deny: 3, defer: 2, ask: 1, allow: 0 } as const
  const answer = fc.constantFrom('deny', 'defer', 'ask', 'allow', undefined)
  fc.assert(
    fc.property(fc.array(answer), answers => {
      const combined = combineVerdicts(
        answers.map((permission, index) =>
          verdict(permission ? { permission, reason: `${permission} ${index}` } : {}),
        ),
        row,
      )
      const given = answers.filter(permission => permission !== undefined)
      const expected = given.toSorted((a, b) => rank[b] - rank[a])[0]
      expect(combined.permission).toBe(expected)
      const reasons = answers.flatMap((permission, index) =>
        permission && permission === expected ? [`${permission} ${index}`] : [],
      )
      expect(combined.reason).toBe(reasons.length > 0 ? reasons.join('\n') : undefined)
    }),
  )
})

test('the last rewrite counts and the loss of the others is said', () => {
  const combined = combineVerdicts(
    [verdict({ updatedInput: { a: 1 } }), verdict({ updatedInput: { a: 2 }, permission: 'ask' })],
    row,
  )
  expect(englishOf(combined)).toEqual({
    permission: 'ask',
    updatedInput: { a: 2 },
    context: [],
    messages: ['Several hooks rewrote the input of this call; only the last rewrite is used.'],
  })
})

test('a denied call has no rewritten input', () => {
  expect(
    combineVerdicts([verdict({ updatedInput: {} }), verdict({ permission: 'deny', reason: 'r' })], row),
  ).toEqual(verdict({ permission: 'deny', reason: 'r' }))
})

test('a hook that stops the turn also refuses the call at hand', () => {
  const verdicts = [
    verdict({ permission: 'allow', reason: 'fine' }),
    verdict({ stop: 'enough', context: ['c'] }),
  ]
  expect(combineVerdicts(verdicts, row)).toEqual({
    permission: 'deny',
    reason: 'enough',
    stop: 'enough',
    context: ['c'],
    messages: [],
  })
  expect(combineVerdicts([verdict({ stop: 'enough' })], HOOK_EVENTS.PostToolUse)).toEqual(
    verdict({ stop: 'enough' }),
  )
})

test('context and messages keep the order of the hooks; the last output counts', () => {
  expect(
    combineVerdicts(
      [
        verdict({ context: ['a'], messages: [verbatim('1')], updatedOutput: 'x' }),
        verdict({ context: ['b'], messages: [verbatim('2')], updatedOutput: null }),
      ],
      HOOK_EVENTS.PostToolUse,
    ),
  ).toEqual({
    updatedOutput: null,
    context: ['a', 'b'],
    messages: [verbatim('1'), verbatim('2'), hookText('several_outputs')],
  })
})
