import type { CommandHost } from '../../protocol/command.ts'
import type { Message } from '../../protocol/message.ts'
import { ModelError } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { SessionParts } from '../session-parts.ts'
import { createCommandSettings } from '../settings/command-settings.ts'
import { askBeside, type ForkPlace } from '../turn/ask-beside.ts'
import { settledView } from '../turn/settled-view.ts'
import { createCommandPlace } from './command-place.ts'

export interface HostLoan {
  readonly parts: SessionParts
  readonly engine: CommandHost['engine']
  /** A turn as it would be now, to ask beside it. */
  fork(): Promise<ForkPlace>
  view(): readonly Message[]
  saveCost(): Promise<void>
}

/** What a command of this conversation may use. */
export const createCommandHost = (loan: HostLoan, signal: AbortSignal): CommandHost => {
  const { parts, engine } = loan
  const { config, live, ports, gate } = parts
  return {
    engine,
    rich: false,
    settings: createCommandSettings(config),
    place: createCommandPlace(config, live),
    tidyMemory: () => parts.memory.tidy(signal),
    askBeside: question => answerBeside(loan, question, signal),
    recap: () => parts.asides.recap(signal),
    async exportTo(file) {
      const { exportSession } = await import('./export-session.ts')
      return await exportSession({ config, live, ports }, file)
    },
    async askedFor() {
      const { askedFor } = await import('./asked-for.ts')
      return await askedFor({ config, live, gate })
    },
    setAutoCompact(enabled) {
      live.autoCompact = enabled
    },
    ...(config.releaseNotes ? { releaseNotes: config.releaseNotes } : {}),
  }
}

const BESIDE = (question: string): string =>
  `The person asks something beside the work, and it will not be part of the conversation: answer it from what you know of the conversation so far, briefly, in their language, without calling any tool. Then the work goes on as if it had not been asked.\n\nTheir question: ${question}`

const answerBeside = async (loan: HostLoan, question: string, signal: AbortSignal): Promise<string> => {
  const { purse, live } = loan.parts
  const refused = await purse.refused(live.model)
  if (refused !== undefined) throw new OpError(refused)
  const ask = { source: 'btw', model: live.model, instruction: BESIDE(question), signal }
  try {
    const answer = await askBeside(await loan.fork(), settledView(loan.view()), ask)
    await loan.saveCost()
    return answer.trim() === '' ? 'The model had nothing to say to that.' : answer.trim()
  } catch (error) {
    if (error instanceof ModelError) throw new OpError(`There is no answer: ${error.message}`)
    throw error
  }
}
