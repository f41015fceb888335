import { modelText } from '../../../protocol/messages/host/models.ts'
import type { Model, ModelRequest } from '../../../protocol/model.ts'
import { createHttpModel, type HttpModelOptions } from './http-model.ts'
import { parseStreamEvent } from './reply-reader.ts'
import { type BodyShape, createBodyWriter } from './request-body.ts'
import { isWholeMessage, wholeEvents } from './whole-message.ts'
import type { Wire, WireReader } from './wire.ts'

const VERSION = '2023-06-01'
const EFFORT_BETA = 'effort-2025-11-24'
const CONTEXT_BETA = 'context-management-2025-06-27'
const FAST_BETA = 'fast-mode-2026-02-01'
const TOOL_REFERENCE_BETA = 'advanced-tool-use-2025-11-20'
const TASK_BUDGET_BETA = 'task-budgets-2026-03-13'

interface WireHabits {
  /** The server loads definitions of tools that results refer to. */
  readonly references?: boolean
}

/** How a server that knows nothing of references, or not of this one, says so. */
const ABOUT_REFERENCES = /defer_loading|tool[_ ]reference|advanced-tool-use/i

/** The Messages protocol. */
export const createAnthropicWire = (
  extraBody?: Readonly<Record<string, unknown>>,
  { references = false, ...shape }: BodyShape & WireHabits = {},
): Wire => {
  const body = createBodyWriter(extraBody, shape)
  let refers = references
  /** Without references the results themselves define what they loaded. */
  const fitting = (request: ModelRequest): ModelRequest => {
    if (refers || request.deferredTools === undefined) return request
    const { deferredTools: _, ...rest } = request
    return rest
  }
  return {
    path: () => '/v1/messages',
    headers: (request, betas) => {
      const all = betasOf(fitting(request), betas)
      return {
        'anthropic-version': VERSION,
        ...(all.length > 0 ? { 'anthropic-beta': all.join(',') } : {}),
      }
    },
    write: request => body.write(fitting(request)),
    reader: () => READER,
    readsWhole: isWholeMessage,
    adapt(request, message) {
      if (!refers || request.deferredTools === undefined || !ABOUT_REFERENCES.test(message)) return undefined
      refers = false
      return modelText('tools_as_text', { model: request.model })
    },
    count: {
      path: () => '/v1/messages/count_tokens',
      write: request => body.writeCount(fitting(request)),
      read: parseCount,
    },
  }
}

export const createAnthropicModel = (options: HttpModelOptions, habits: WireHabits = {}): Model =>
  createHttpModel({ ...createAnthropicWire(options.extraBody, habits), writesWhole: true }, options)

/** Its events are the ones everybody else's become. */
const READER: WireReader = {
  take: ({ event, data }) =>
    event === 'message' && isWholeMessage(data) ? wholeEvents(data) : [parseStreamEvent(data)],
}

/** What a request needs, and what the person wants, each once. */
export const betasOf = (request: ModelRequest, betas: readonly string[]): readonly string[] => [
  ...new Set([
    ...betas,
    ...(request.betas ?? []),
    ...(request.effort && !request.plain ? [EFFORT_BETA] : []),
    ...(request.clearResults ? [CONTEXT_BETA] : []),
    ...(request.deferredTools?.length ? [TOOL_REFERENCE_BETA] : []),
    ...(request.speed ? [FAST_BETA] : []),
    ...(request.taskBudget ? [TASK_BUDGET_BETA] : []),
  ]),
]

const parseCount = (text: string): number | undefined => {
  try {
    const count = (JSON.parse(text) as { input_tokens?: unknown } | null)?.input_tokens
    return typeof count === 'number' ? count : undefined
  } catch {
    // The caller reports the text itself.
    return undefined
  }
}
