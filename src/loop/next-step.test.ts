import { expect, test } from 'vitest'
import { turnText } from '../protocol/messages/engine/turn.ts'
import { verbatim } from '../protocol/messages/layout.ts'
import type { ModelErrorKind } from '../protocol/model.ts'
import type { Terminal, Transition } from '../protocol/transition.ts'
import { isTransition, nextStep, type Outcome, type StepState } from './next-step.ts'

const fresh: StepState = {
  turnCount: 0,
  maxTurns: undefined,
  fallbacks: [],
  hadFallback: false,
  streamRetries: 0,
  canEscalate: true,
  outputRecoveries: 0,
  repetitions: 0,
  reactiveTried: false,
  stagedCollapses: false,
  lastTransition: undefined,
  stopBlocks: 0,
  structuredNudges: 0,
  gains: [],
}
const failed = (error: ModelErrorKind, status?: number): Outcome => ({
  kind: 'failed',
  error,
  message: 'broken',
  ...(status === undefined ? {} : { status }),
})
const replied = (more: Partial<Extract<Outcome, { kind: 'replied' }>> = {}): Outcome => ({
  kind: 'replied',
  stopReason: 'end_turn',
  calls: 0,
  ...more,
})
const finished = (more: Partial<Extract<Outcome, { kind: 'finished' }>> = {}): Outcome => ({
  kind: 'finished',
  stopReason: 'end_turn',
  blocked: [],
  ...more,
})
const cut = replied({ stopReason: 'max_tokens' })
const noRoom = { canEscalate: false }
const error = (
  kind: 'prompt_too_long' | 'image_error' | 'model_error' | 'fallback_exhausted',
  as: string,
) => ({
  kind,
  message: 'broken',
  error: as,
})

type Row = [
  string,
  Partial<StepState>,
  Outcome,
  Transition | (Record<string, unknown> & { kind: Terminal['kind'] }),
]

const rows: Row[] = [
  ['tools were called', {}, replied({ calls: 2, stopReason: 'tool_use' }), { kind: 'next_turn' }],
  [
    'tools were called in a cut reply',
    {},
    replied({ calls: 1, stopReason: 'max_tokens' }),
    { kind: 'next_turn' },
  ],
  ['a server tool paused the turn', {}, replied({ stopReason: 'pause_turn' }), { kind: 'next_turn' }],
  [
    'the last turn allowed',
    { turnCount: 2, maxTurns: 3 },
    replied({ calls: 1 }),
    { kind: 'max_turns', limit: 3 },
  ],
  ['one turn is left', { turnCount: 1, maxTurns: 3 }, replied({ calls: 1 }), { kind: 'next_turn' }],
  [
    'an answer on the last turn',
    { turnCount: 2, maxTurns: 3 },
    finished(),
    { kind: 'completed', stopReason: 'end_turn' },
  ],

  [
    'too long, folds are staged',
    { stagedCollapses: true },
    failed('prompt_too_long'),
    { kind: 'collapse_drain_retry' },
  ],
  [
    'too long again after the drain',
    { stagedCollapses: true, lastTransition: { kind: 'collapse_drain_retry' } },
    failed('prompt_too_long'),
    { kind: 'reactive_compact_retry' },
  ],
  ['too long, nothing staged', {}, failed('prompt_too_long'), { kind: 'reactive_compact_retry' }],
  [
    'too long after the reactive compaction',
    { reactiveTried: true },
    failed('prompt_too_long'),
    error('prompt_too_long', 'invalid_request'),
  ],
  ['media too large', {}, failed('media_too_large'), { kind: 'reactive_compact_retry' }],
  [
    'media too large again',
    { reactiveTried: true },
    failed('media_too_large'),
    error('image_error', 'invalid_request'),
  ],
  [
    'the window ran out while writing',
    {},
    replied({ stopReason: 'model_context_window_exceeded' }),
    { kind: 'reactive_compact_retry' },
  ],

  ['cut at the default cap', {}, cut, { kind: 'max_output_tokens_escalate' }],
  ['cut at the raised cap', noRoom, cut, { kind: 'max_output_tokens_recovery', attempt: 1 }],
  [
    'cut a third time',
    { ...noRoom, outputRecoveries: 2 },
    cut,
    { kind: 'max_output_tokens_recovery', attempt: 3 },
  ],
  [
    'cut once more',
    { ...noRoom, outputRecoveries: 3 },
    cut,
    {
      kind: 'max_output_tokens',
      message: 'The reply was cut off at the output limit, and so were 3 attempts to continue it.',
      localized: turnText('output_limit', { attempts: 3 }),
      error: 'max_output_tokens',
    },
  ],

  [
    'a stop hook blocks',
    {},
    finished({ blocked: ['tests fail'] }),
    { kind: 'stop_hook_blocking', reasons: ['tests fail'] },
  ],
  [
    'a stop hook blocks the ninth time',
    { stopBlocks: 8 },
    finished({ blocked: ['no'] }),
    { kind: 'completed', stopReason: 'end_turn' },
  ],
  [
    'a stop hook ends the session',
    {},
    finished({ prevented: 'enough' }),
    { kind: 'stop_hook_prevented', message: 'enough' },
  ],
  [
    'prevented beats blocked',
    {},
    finished({ prevented: 'enough', blocked: ['no'] }),
    { kind: 'stop_hook_prevented', message: 'enough' },
  ],
  [
    'a tool hook stops',
    {},
    replied({ calls: 1, hookStop: 'closed' }),
    { kind: 'hook_stopped', message: 'closed' },
  ],

  [
    'budget left',
    {},
    finished({ budget: { used: 10_000, total: 500_000 } }),
    { kind: 'token_budget_continuation', used: 10_000, total: 500_000 },
  ],
  [
    'budget nearly used',
    {},
    finished({ budget: { used: 460_000, total: 500_000 } }),
    { kind: 'completed', stopReason: 'end_turn' },
  ],
  [
    'three small gains',
    { gains: [900, 400, 300, 10] },
    finished({ budget: { used: 1, total: 500_000 } }),
    { kind: 'completed', stopReason: 'end_turn' },
  ],
  [
    'two small gains',
    { gains: [900, 300, 10] },
    finished({ budget: { used: 1, total: 9 } }),
    { kind: 'token_budget_continuation', used: 1, total: 9 },
  ],

  [
    'overloaded, a fallback is left',
    { fallbacks: ['b', 'c'], hadFallback: true },
    failed('overloaded', 529),
    { kind: 'model_fallback', to: 'b' },
  ],
  [
    'broken stream, a fallback is left',
    { fallbacks: ['b'], hadFallback: true },
    failed('stream_broken'),
    { kind: 'model_fallback', to: 'b' },
  ],
  [
    'overloaded, all fallbacks used',
    { hadFallback: true },
    failed('overloaded', 529),
    { ...error('fallback_exhausted', 'overloaded'), status: 529 },
  ],
  [
    'overloaded, no fallback',
    {},
    failed('overloaded', 529),
    { ...error('model_error', 'overloaded'), status: 529 },
  ],
  [
    'a stream that never began, after all retries',
    {},
    failed('stream_broken'),
    error('model_error', 'unknown'),
  ],
  [
    'broken stream, no fallback',
    {},
    { ...failed('stream_broken'), midway: true } as Outcome,
    { kind: 'stream_retry', attempt: 1 },
  ],
  [
    'broken stream for the fourth time',
    { streamRetries: 3 },
    { ...failed('stream_broken'), midway: true } as Outcome,
    error('model_error', 'unknown'),
  ],

  ['the model is done', {}, finished(), { kind: 'completed', stopReason: 'end_turn' }],
  [
    'an odd stop reason without calls',
    {},
    replied({ stopReason: 'tool_use' }),
    { kind: 'completed', stopReason: 'tool_use' },
  ],
  [
    'the model refuses',
    {},
    replied({ stopReason: 'refusal', refusal: 'no' }),
    { kind: 'refused', message: 'no' },
  ],
  [
    'the model refuses without a word',
    {},
    replied({ stopReason: 'refusal', refusal: '' }),
    { kind: 'refused', message: 'The model declined to answer.', localized: turnText('declined') },
  ],
  ['interrupted while streaming', {}, { kind: 'aborted', phase: 'streaming' }, { kind: 'aborted_streaming' }],
  ['interrupted in tools', {}, { kind: 'aborted', phase: 'tools' }, { kind: 'aborted_tools' }],
  [
    'stopped for the engine’s own reason',
    {},
    { kind: 'aborted', phase: 'tools', terminal: { kind: 'budget_usd', message: 'spent' } },
    { kind: 'budget_usd', message: 'spent' },
  ],
  [
    'nothing may shrink the request',
    {},
    { kind: 'blocked', message: verbatim('full') },
    { kind: 'blocking_limit', message: 'full', localized: verbatim('full'), error: 'invalid_request' },
  ],

  [
    'the structured answer was given',
    {},
    replied({ calls: 1, structuredDone: true }),
    { kind: 'completed', stopReason: 'end_turn' },
  ],
  [
    'the structured answer is missing',
    {},
    finished({ structuredMissing: true }),
    { kind: 'structured_output_retry', attempt: 1 },
  ],
  [
    'the structured answer never came',
    { structuredNudges: 5 },
    finished({ structuredMissing: true }),
    {
      kind: 'structured_output_failed',
      message: 'The model gave no answer that matches the JSON schema.',
      localized: turnText('no_structured_answer'),
    },
  ],
  ...(
    [
      ['rate_limit', 'rate_limit'],
      ['authentication_failed', 'authentication_failed'],
      ['billing_error', 'billing_error'],
      ['invalid_request', 'invalid_request'],
      ['model_not_found', 'model_not_found'],
      ['server_error', 'server_error'],
      ['network', 'unknown'],
      ['aborted', 'unknown'],
      ['unknown', 'unknown'],
    ] as const
  ).map(
    ([kind, as]): Row => [
      `${kind} ends the turn at once`,
      { fallbacks: ['b'], hadFallback: true },
      failed(kind),
      error('model_error', as),
    ],
  ),
]

test.each(rows)('%s', (_name, state, outcome, expected) => {
  expect(nextStep({ ...fresh, ...state }, outcome)).toEqual(expected)
})

test('every kind of step is either a transition or a terminal', () => {
  const kinds = new Map(
    rows
      .map(([, state, outcome]) => nextStep({ ...fresh, ...state }, outcome))
      .map(step => [step.kind, isTransition(step)]),
  )
  expect(
    [...kinds]
      .filter(([, going]) => going)
      .map(([kind]) => kind)
      .sort(),
  ).toEqual([
    'collapse_drain_retry',
    'max_output_tokens_escalate',
    'max_output_tokens_recovery',
    'model_fallback',
    'next_turn',
    'reactive_compact_retry',
    'stop_hook_blocking',
    'stream_retry',
    'structured_output_retry',
    'token_budget_continuation',
  ])
})

test('a failed reactive compaction always leaves an ending', () => {
  for (const outcome of [
    failed('prompt_too_long'),
    failed('media_too_large'),
    replied({ stopReason: 'model_context_window_exceeded' }),
  ])
    expect(isTransition(nextStep({ ...fresh, reactiveTried: true }, outcome))).toBe(false)
})
