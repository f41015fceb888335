import type { TurnInfo } from '../../protocol/event.ts'
import type { ModelReply } from '../../protocol/model.ts'
import { assembleCalls, type TurnYield } from '../calls/assemble-calls.ts'
import { createCallRunner } from '../calls/call-runner.ts'
import type { ForkPlace } from './ask-beside.ts'
import { buildRequest } from './request.ts'
import { turnInfo } from './turn-info.ts'
import type { TurnLoan } from './turn-loan.ts'
import type { TurnPlace } from './turn-runner.ts'

/** Freezes what a turn works with: model, prompt, tools. Built anew for each turn. */
export const assembleTurn = (loan: TurnLoan) => {
  const { config } = loan
  // For the whole turn: another thinking or effort in between would be another prefix.
  const { thinking, effort } = loan.live
  const left: TurnYield = { denials: [] }
  const requestPlace = {
    system: loan.prompt.system,
    tools: loan.toolset.sent,
    models: config.models,
    thinking,
    effort,
    memo: loan.memo,
    hasFallback: config.models.fallbacks.length > 0,
    quiet: !config.partials,
    clearResults: loan.context.clearResults,
  }
  const fork: ForkPlace = {
    config,
    thinking,
    request: (view, want) => buildRequest(requestPlace, view, want),
    onSideCall: (reply: ModelReply, { durationMs, source }) =>
      loan.accounts.book(
        {
          model: reply.model,
          usage: reply.usage,
          durationMs,
          apiMs: reply.durationMs,
          replyId: reply.id,
          source: source === 'compact' ? 'compaction' : 'side',
        },
        'side',
      ),
  }
  const overhead = overheadOf(loan.toolset.sent().length, loan.prompt.system())
  const context = loan.context.forTurn({ ...fork, overhead })
  const request: TurnPlace['deps']['request'] = (view, want) => {
    loan.onRequest()
    loan.results.startReply()
    context.beforeRequest(view, want.model)
    return buildRequest(requestPlace, view, want)
  }
  const place: TurnPlace = {
    config,
    thinking,
    accounts: loan.accounts,
    denials: left.denials,
    structuredOutput: () => left.answer,
    emit: loan.emit,
    queued: loan.queued,
    deps: {
      model: config.models.model,
      record: message => {
        loan.ports.history.see(message)
        loan.review.see(message)
        loan.prompt.see(message)
        loan.book.see(message)
        return config.session.record(message)
      },
      request,
      tools: createCallRunner(assembleCalls(loan, left)),
      attach: loan.attach,
      ...(config.tools.structured ? { structuredMissing: () => left.answer === undefined } : {}),
      ...context,
    },
  }
  return {
    place,
    context,
    fork,
    info: (userMessageUuid: string): TurnInfo => turnInfo(config, loan.live, userMessageUuid),
  }
}

/** A guess at the tokens of everything but the conversation, until the first reply tells. */
const overheadOf = (tools: number, system: readonly { readonly text: string }[]): number => {
  const text = system.reduce((sum, part) => sum + part.text.length, 0) / 4
  return Math.ceil(text + tools * 300)
}
