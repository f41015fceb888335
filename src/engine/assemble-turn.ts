import { buildSystemPrompt, userContext } from '../features/prompt/build.ts'
import type { TurnInfo } from '../protocol/event.ts'
import type { AttachmentMessage, Message } from '../protocol/message.ts'
import type { ModelReply } from '../protocol/model.ts'
import { assembleCalls, type TurnYield } from './assemble-calls.ts'
import { createCallRunner } from './call-runner.ts'
import type { EngineConfig } from './config.ts'
import type { TurnLoan } from './turn-loan.ts'
import type { TurnPlace } from './turn-runner.ts'
import { createContext } from './wire/context.ts'
import { buildRequest } from './wire/request.ts'

/** Freezes what a turn works with: model, prompt, tools. Built anew for each turn. */
export const assembleTurn = (loan: TurnLoan) => {
  const { config, live } = loan
  const { model } = live
  const system = buildSystemPrompt({ surroundings: surroundingsOf(config, model), ...config.prompt })
  const left: TurnYield = { denials: [] }
  const requestPlace = {
    system,
    tools: loan.toolset.sent,
    models: config.models,
    memo: loan.memo,
    hasFallback: config.models.fallbacks.length > 0,
  }
  const request: TurnPlace['deps']['request'] = (view, want) => {
    loan.onRequest()
    loan.results.startReply()
    return buildRequest(requestPlace, view, want)
  }
  const place: TurnPlace = {
    config,
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
        return config.session.record(message)
      },
      request,
      tools: createCallRunner(assembleCalls(loan, left)),
      attach: loan.attach,
      ...(config.tools.structured ? { structuredMissing: () => left.answer === undefined } : {}),
      ...createContext({
        model: config.models.model,
        rows: config.models.rows,
        enabled: config.autoCompact,
        restate: loan.plan.restate,
        means: config.means,
        overhead: overheadOf(loan.toolset.sent().length, system),
        request: (view, want) => buildRequest(requestPlace, view, want),
        onSideCall: (reply: ModelReply, durationMs) =>
          loan.accounts.book(
            { model: reply.model, usage: reply.usage, durationMs, apiMs: reply.durationMs },
            'side',
          ),
      }),
    },
  }
  return {
    place,
    info: (userMessageUuid: string): TurnInfo => infoOf(loan, userMessageUuid),
    /** What a conversation begins with. */
    opening: (view: readonly Message[]): readonly Message[] => (view.length === 0 ? [openingOf(config)] : []),
  }
}

const openingOf = (config: EngineConfig): AttachmentMessage => ({
  type: 'attachment',
  uuid: config.means.newId(),
  timestamp: config.means.now().toISOString(),
  attachment: { kind: 'user_context', text: userContext(config.means.now()) },
})

const infoOf = ({ config, live }: TurnLoan, userMessageUuid: string): TurnInfo => ({
  sessionId: config.session.id,
  cwd: live.cwd,
  tools: config.tools.specs.map(spec => spec.name),
  model: live.model,
  mode: live.mode,
  credential: config.credential,
  userMessageUuid,
  ...(config.models.effort ? { effort: config.models.effort } : {}),
})

const surroundingsOf = ({ place }: EngineConfig, model: string) => ({
  cwd: place.cwd,
  isGitRepo: place.isGitRepo,
  platform: place.platform,
  osVersion: place.osVersion,
  shell: place.shell,
  extraDirs: place.roots.slice(1),
  model,
})

/** A guess at the tokens of everything but the conversation, until the first reply tells. */
const overheadOf = (tools: number, system: readonly { readonly text: string }[]): number => {
  const text = system.reduce((sum, part) => sum + part.text.length, 0) / 4
  return Math.ceil(text + tools * 300)
}
