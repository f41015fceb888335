import type {
  SdkErrorSubtype,
  SdkModelUsage,
  SdkResult,
  SdkResultNumbers,
} from '../../protocol/control/sdk-message.ts'
import type { TurnReport } from '../../protocol/event.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { CostState, ModelUsage } from '../../protocol/usage.ts'

/** How a terminal shows: in the result message, and as the exit code when it is the last. */
export interface Outcome {
  readonly subtype: 'success' | SdkErrorSubtype
  readonly isError: boolean
  readonly terminalReason: string
  readonly exitCode: 0 | 1
  /** What to tell, where the answer of the model is not the thing to tell. */
  readonly message?: string
}

/** The one table from terminals to the outside. An abort by signal has its own exit code, known to the caller. */
export const outcomeOf = (terminal: Terminal): Outcome => {
  const { kind } = terminal
  switch (kind) {
    case 'completed':
      return { subtype: 'success', isError: false, terminalReason: kind, exitCode: 0 }
    case 'refused':
      return {
        subtype: 'success',
        isError: true,
        terminalReason: 'completed',
        exitCode: 1,
        message: terminal.message,
      }
    case 'max_turns':
      return {
        subtype: 'error_max_turns',
        isError: true,
        terminalReason: kind,
        exitCode: 1,
        message: turnLimit(terminal.limit).text,
      }
    case 'budget_usd':
    case 'budget_tokens':
      return failure('error_max_budget_usd', 'budget_exhausted', terminal.message)
    case 'aborted_streaming':
    case 'aborted_tools':
      return {
        subtype: 'error_during_execution',
        isError: true,
        terminalReason: kind,
        exitCode: 0,
        message: sdkHostText('interrupted').text,
      }
    case 'prompt_too_long':
    case 'blocking_limit':
    case 'image_error':
    case 'max_output_tokens':
      return failure('success', kind, terminal.message)
    case 'model_error':
      return failure('success', terminal.status === undefined ? kind : 'api_error', terminal.message)
    case 'fallback_exhausted':
      return failure('success', 'model_error', terminal.message)
    case 'stop_hook_prevented':
    case 'hook_stopped':
    case 'tool_deferred':
      return {
        subtype: 'success',
        isError: false,
        terminalReason: kind,
        exitCode: 0,
        message: terminal.message,
      }
    case 'permission_denied_limit':
    case 'no_progress':
    case 'time_limit':
      return failure('error_during_execution', kind, terminal.message)
    case 'command_failed':
      return failure('error_during_execution', 'turn_setup_failed', terminal.message)
    case 'structured_output_failed':
      return failure(
        'error_max_structured_output_retries',
        'structured_output_retry_exhausted',
        terminal.message,
      )
  }
}

const failure = (subtype: Outcome['subtype'], terminalReason: string, message: string): Outcome => ({
  subtype,
  isError: true,
  terminalReason,
  exitCode: 1,
  message,
})

export interface ResultFacts {
  readonly uuid: string
  readonly sessionId: string
  readonly userMessageUuid?: string | undefined
  /** What began the turn, where that was no message of the host. */
  readonly origin?: { readonly kind: string } | undefined
}

export const resultMessage = (terminal: Terminal, report: TurnReport, facts: ResultFacts): SdkResult => {
  const outcome = outcomeOf(terminal)
  const localized = localizedOf(terminal)
  const status = 'status' in terminal ? terminal.status : undefined
  const numbers: Omit<SdkResultNumbers, 'type'> = {
    is_error: outcome.isError,
    duration_ms: Math.round(report.durationMs),
    duration_api_ms: Math.round(report.apiDurationMs),
    num_turns: report.requests,
    stop_reason: terminal.kind === 'refused' ? 'refusal' : report.stopReason,
    session_id: facts.sessionId,
    ...costFields(report.cost),
    usage: report.usage,
    permission_denials: report.denials,
    terminal_reason: outcome.terminalReason,
    queued_turn_count: report.queued,
    ...(report.structuredOutput !== undefined && { structured_output: report.structuredOutput }),
    ...(status !== undefined && { api_error_status: status }),
    ...(terminal.kind === 'tool_deferred' && { deferred_tool_use: terminal.call }),
    ...(report.ttftMs !== undefined && { ttft_ms: Math.round(report.ttftMs) }),
    ...(facts.userMessageUuid !== undefined && { user_message_uuid: facts.userMessageUuid }),
    ...(facts.origin && { origin: facts.origin }),
    uuid: facts.uuid,
  }
  // Type and subtype first: people read these lines too.
  if (outcome.subtype !== 'success')
    return {
      type: 'result',
      subtype: outcome.subtype,
      ...numbers,
      errors: outcome.message === undefined ? [] : [outcome.message],
      ...(localized && { localized }),
      ...(isClosed(terminal, report) && { result: report.text }),
    }
  // The words of a model are not ours: only what a command or the end of the turn said has a row.
  const localizedAnswer =
    outcome.isError || report.text === ''
      ? localized
      : report.text === outcome.message
        ? localized
        : report.localized
  const said = report.text || (outcome.message ?? answerText(report.structuredOutput))
  return {
    type: 'result',
    subtype: 'success',
    ...numbers,
    result: outcome.isError ? (outcome.message ?? '') : said,
    ...(localizedAnswer && { localized: localizedAnswer }),
  }
}

/** The model had the last word although the turn was ended. */
const isClosed = (terminal: Terminal, { text }: TurnReport): boolean =>
  terminal.kind === 'permission_denied_limit' && text !== '' && text !== terminal.message

/** What the end of a turn says, as data. */
export const localizedOf = (terminal: Terminal): LocalizedText | undefined => {
  switch (terminal.kind) {
    case 'max_turns':
      return turnLimit(terminal.limit)
    case 'aborted_streaming':
    case 'aborted_tools':
      return sdkHostText('interrupted')
    default:
      return 'localized' in terminal ? terminal.localized : undefined
  }
}

const turnLimit = (limit: number): LocalizedText => sdkHostText('turn_limit', { count: limit })

const answerText = (structured: unknown): string =>
  structured === undefined ? '' : JSON.stringify(structured)

/** For a message the engine would not take: the host still gets its one result. */
export const refusedResult = (text: LocalizedText, cost: CostState, facts: ResultFacts): SdkResult => ({
  type: 'result',
  subtype: 'error_during_execution',
  is_error: true,
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 0,
  stop_reason: null,
  session_id: facts.sessionId,
  ...costFields(cost),
  usage: {
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  },
  permission_denials: [],
  terminal_reason: 'turn_setup_failed',
  queued_turn_count: 0,
  errors: [text.text],
  localized: text,
  ...(facts.userMessageUuid !== undefined && { user_message_uuid: facts.userMessageUuid }),
  uuid: facts.uuid,
})

const costFields = (
  cost: CostState,
): Pick<SdkResultNumbers, 'total_cost_usd' | 'total_cost_basis' | 'modelUsage'> => ({
  total_cost_usd: cost.totalCostUSD,
  ...basisOf(cost),
  modelUsage: Object.fromEntries(
    Object.entries(cost.modelUsage).map(([model, usage]) => [model, toSdkModelUsage(usage)]),
  ),
})

const basisOf = (cost: CostState): Pick<SdkResultNumbers, 'total_cost_basis'> => {
  if (cost.unpricedModels.length > 0)
    return { total_cost_basis: cost.totalCostUSD > 0 ? 'lower_bound' : 'unknown' }
  return cost.estimatedUSD ? { total_cost_basis: 'estimate' } : {}
}

export const toSdkModelUsage = (usage: ModelUsage): SdkModelUsage => ({
  ...usage,
  costUSD: usage.costUSD ?? 0,
  ...(usage.costUSD === undefined && { costBasis: 'unknown' as const }),
})
