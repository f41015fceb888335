import type { Usage } from '../../../protocol/usage.ts'
import { errorBody, type Plan, planReply } from './plan.ts'
import { countOutput, createPromptCache, type PromptCache } from './prompt-cache.ts'
import { createReplyPicker, NoReplyError } from './reply-picker.ts'
import type { Scenario, ScriptedReply } from './scenario.ts'
import { validateRequest } from './validate-request.ts'
import { type WireBody, wireMessages } from './wire-body.ts'

interface Answer {
  readonly requestId: string
  readonly plan: Plan
  /** Rules of the API that the request breaks; the plan then refuses it. */
  readonly violations: readonly string[]
}

/** A scenario that is being played: each request advances it. */
export type Script = (body: WireBody) => Answer

/** The cache is one of its own unless another is lent, say that of the run before. */
export const createScript = (scenario: Scenario, cache: PromptCache = createPromptCache()): Script => {
  const pick = createReplyPicker(scenario)
  let requests = 0

  return body => {
    const index = requests++
    const requestId = `req_scripted_${index}`
    const violations = validateRequest(body)
    if (violations.length > 0) return { requestId, violations, plan: refuse(violations.join('; ')) }
    try {
      const reply = pick(body, index)
      const plan = planReply(reply, {
        messageId: `msg_scripted_${index}`,
        // The length of the conversation is part of it: a scenario begun anew may meet a history with its own ids.
        toolIdPrefix: `toolu_${wireMessages(body).length}_${index}`,
        model: String(body['model']),
        usage: {
          ...cache(body),
          output_tokens: countOutput(contentText(reply)),
          ...definedOnly(reply.usage ?? {}),
        },
        chunkMs: scenario.chunkMs ?? 0,
      })
      return { requestId, plan, violations }
    } catch (error) {
      if (!(error instanceof NoReplyError)) throw error
      return { requestId, violations, plan: refuse(error.message) }
    }
  }
}

const refuse = (message: string): Plan => ({
  kind: 'refuse',
  status: 400,
  headers: {},
  body: errorBody('invalid_request_error', message),
})

const contentText = (reply: ScriptedReply): string =>
  JSON.stringify([reply.thinking, reply.text, reply.tool, reply.tools, reply.content])

const definedOnly = (usage: Partial<Usage>): Partial<Usage> =>
  Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined))
