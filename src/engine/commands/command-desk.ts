import { project } from '../../features/context/project.ts'
import type { CommandHost } from '../../protocol/command.ts'
import type { Event } from '../../protocol/event.ts'
import { OpError } from '../../protocol/op.ts'
import type { SessionParts } from '../session-parts.ts'
import type { ForkPlace } from '../turn/ask-beside.ts'
import type { Submission } from '../turn/input-queue.ts'
import { createCommandHost } from './command-host.ts'
import { calledBy, presentOutcome } from './commands.ts'

export interface DeskLoan {
  readonly parts: SessionParts
  readonly engine: CommandHost['engine']
  isRunning(): boolean
  /** Queued like anything else the person says. */
  submit(submission: Submission): Promise<void>
  /** As a turn of its own, at once. */
  serve(submission: Submission): void
  fork(controller: AbortController): ForkPlace
  saveCost(): Promise<void>
  emit(event: Event): Promise<void> | undefined
}

/** Commands that a person with a screen gives at once: beside a turn where they may, otherwise as one without the model. */
export class CommandDesk {
  readonly #loan: DeskLoan
  readonly #beside = new Set<AbortController>()

  constructor(loan: DeskLoan) {
    this.#loan = loan
  }

  async call(line: string): Promise<void> {
    const { parts, isRunning, serve, submit, emit, engine } = this.#loan
    const uuid = parts.config.means.newId()
    const submission: Submission = { type: 'submit', content: line, uuid, screen: true }
    const called = calledBy(submission)
    if (!called) throw new OpError(`${line} is not a command.`)
    const { name, beside } = called.command
    if (!beside && isRunning())
      throw new OpError(`/${name} has to wait for the end of the turn. Interrupt it, or try again then.`)
    if (!beside) return serve(submission)
    const controller = new AbortController()
    this.#beside.add(controller)
    try {
      const outcome = await called.command.run(called.args, this.host(controller, engine))
      const text = await presentOutcome(name, outcome, emit)
      if (text !== undefined) await submit({ type: 'submit', content: text, uuid, when: 'end' })
    } finally {
      this.#beside.delete(controller)
    }
  }

  /** What a command may use, with the conversation as `engine` lets it be changed. */
  host(controller: AbortController, engine: CommandHost['engine']): CommandHost {
    const { parts, fork, saveCost } = this.#loan
    const loan = {
      parts,
      engine,
      saveCost,
      fork: async () => {
        await parts.prompt.prepare()
        return fork(controller)
      },
      view: () => project([...parts.config.session.messages]),
    }
    return createCommandHost(loan, controller.signal)
  }

  /** Ends what runs beside the conversation. */
  interrupt(): void {
    for (const controller of this.#beside) controller.abort()
  }
}
