import { expect, test } from 'vitest'
import { COST, REPORT } from '../../../test/support/fake-events.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Terminal } from '../../protocol/transition.ts'
import { type Outcome, outcomeOf, refusedResult, resultMessage } from './result-message.ts'

const FAILED = { message: 'Why.', error: 'unknown' } as const

const TABLE: readonly (readonly [Terminal, Outcome])[] = [
  [
    { kind: 'completed', stopReason: 'end_turn' },
    { subtype: 'success', isError: false, terminalReason: 'completed', exitCode: 0 },
  ],
  [
    { kind: 'refused', message: 'Why.' },
    { subtype: 'success', isError: true, terminalReason: 'completed', exitCode: 1, message: 'Why.' },
  ],
  [
    { kind: 'max_turns', limit: 2 },
    {
      subtype: 'error_max_turns',
      isError: true,
      terminalReason: 'max_turns',
      exitCode: 1,
      message: 'Stopped at the limit of 2 turns.',
    },
  ],
  ...(['budget_usd', 'budget_tokens'] as const).map(
    kind =>
      [
        { kind, message: 'Why.' },
        {
          subtype: 'error_max_budget_usd',
          isError: true,
          terminalReason: 'budget_exhausted',
          exitCode: 1,
          message: 'Why.',
        },
      ] as const,
  ),
  ...(['aborted_streaming', 'aborted_tools'] as const).map(
    kind =>
      [
        { kind },
        {
          subtype: 'error_during_execution',
          isError: true,
          terminalReason: kind,
          exitCode: 0,
          message: 'The turn was interrupted.',
        },
      ] as const,
  ),
  ...(['prompt_too_long', 'blocking_limit', 'image_error', 'max_output_tokens', 'model_error'] as const).map(
    kind =>
      [
        { kind, ...FAILED },
        { subtype: 'success', isError: true, terminalReason: kind, exitCode: 1, message: 'Why.' },
      ] as const,
  ),
  [
    { kind: 'model_error', ...FAILED, status: 400 },
    { subtype: 'success', isError: true, terminalReason: 'api_error', exitCode: 1, message: 'Why.' },
  ],
  [
    { kind: 'fallback_exhausted', ...FAILED, status: 529 },
    { subtype: 'success', isError: true, terminalReason: 'model_error', exitCode: 1, message: 'Why.' },
  ],
  [
    { kind: 'tool_deferred', message: 'Why.', call: { id: 't', name: 'Bash', input: {} } },
    { subtype: 'success', isError: false, terminalReason: 'tool_deferred', exitCode: 0, message: 'Why.' },
  ],
  ...(['stop_hook_prevented', 'hook_stopped'] as const).map(
    kind =>
      [
        { kind, message: 'Why.' },
        { subtype: 'success', isError: false, terminalReason: kind, exitCode: 0, message: 'Why.' },
      ] as const,
  ),
  ...(['permission_denied_limit', 'no_progress'] as const).map(
    kind =>
      [
        { kind, message: 'Why.' },
        {
          subtype: 'error_during_execution',
          isError: true,
          terminalReason: kind,
          exitCode: 1,
          message: 'Why.',
        },
      ] as const,
  ),
  [
    { kind: 'command_failed', message: 'Why.' },
    {
      subtype: 'error_during_execution',
      isError: true,
      terminalReason: 'turn_setup_failed',
      exitCode: 1,
      message: 'Why.',
    },
  ],
  [
    { kind: 'structured_output_failed', message: 'Why.' },
    {
      subtype: 'error_max_structured_output_retries',
      isError: true,
      terminalReason: 'structured_output_retry_exhausted',
      exitCode: 1,
      message: 'Why.',
    },
  ],
]

test.each(TABLE.map(([terminal, outcome]) => [terminal.kind, terminal, outcome] as const))(
  '%s has its row',
  (_, terminal, outcome) => {
    expect(outcomeOf(terminal)).toEqual(outcome)
  },
)

const FACTS = { uuid: 'r1', sessionId: 's1' }

test.each(TABLE.map(([terminal, outcome]) => [terminal.kind, terminal, outcome] as const))(
  'the result of %s tells either a text or errors; both only when the model had the last word',
  (_, terminal, outcome) => {
    const result = resultMessage(terminal, REPORT, FACTS)
    const told =
      outcome.subtype === 'success'
        ? { result: outcome.isError ? 'Why.' : 'Done.' }
        : {
            errors: [outcome.message],
            ...(terminal.kind === 'permission_denied_limit' ? { result: 'Done.' } : {}),
          }
    const { result: text, errors } = { result: undefined, errors: undefined, ...result }
    expect({ subtype: result.subtype, is_error: result.is_error, result: text, errors }).toEqual({
      subtype: outcome.subtype,
      is_error: outcome.isError,
      result: undefined,
      errors: undefined,
      ...told,
    })
  },
)

test('a refusal has its own stop reason', () => {
  expect(resultMessage({ kind: 'refused', message: 'No.' }, REPORT, FACTS)).toMatchObject({
    stop_reason: 'refusal',
    result: 'No.',
  })
})

test('a hook that stopped a turn without any text is the text', () => {
  const result = resultMessage({ kind: 'hook_stopped', message: 'Enough.' }, { ...REPORT, text: '' }, FACTS)
  expect(result).toMatchObject({ subtype: 'success', result: 'Enough.' })
})

test('durations are whole milliseconds, and what is not there is left out', () => {
  const result = resultMessage(
    { kind: 'completed', stopReason: null },
    { ...REPORT, durationMs: 1.6, apiDurationMs: 1.2, ttftMs: 0.7 },
    FACTS,
  )
  expect(result).toMatchObject({ duration_ms: 2, duration_api_ms: 1, ttft_ms: 1 })
  expect(Object.keys(result)).not.toContain('structured_output')
  expect(Object.keys(result)).not.toContain('total_cost_basis')
})

test('a total to which a model without a price contributed is a lower bound', () => {
  const cost = { ...COST, unpricedModels: ['local-1'] }
  expect(resultMessage({ kind: 'completed', stopReason: null }, { ...REPORT, cost }, FACTS)).toMatchObject({
    total_cost_usd: 0.25,
    total_cost_basis: 'lower_bound',
  })
})

test('a total with calls that were cut off is an estimate', () => {
  const cost = { ...COST, estimatedUSD: 0.1 }
  expect(resultMessage({ kind: 'completed', stopReason: null }, { ...REPORT, cost }, FACTS)).toMatchObject({
    total_cost_basis: 'estimate',
  })
})

test('a refused message has a result with the session’s cost and no turn', () => {
  expect(refusedResult(verbatim('Empty.'), COST, { ...FACTS, userMessageUuid: 'u1' })).toEqual({
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    session_id: 's1',
    total_cost_usd: 0.25,
    modelUsage: COST.modelUsage,
    usage: {
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
    permission_denials: [],
    terminal_reason: 'turn_setup_failed',
    queued_turn_count: 0,
    errors: ['Empty.'],
    localized: verbatim('Empty.'),
    user_message_uuid: 'u1',
    uuid: 'r1',
  })
})
