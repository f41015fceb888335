import type { CommandHost } from '../../protocol/command.ts'
import type { Event } from '../../protocol/event.ts'
import { OpError } from '../../protocol/op.ts'
import { askBesideFor } from '../commands/ask-beside-for.ts'
import { type Called, calledBy, presentOutcome, serveCommand } from '../commands/commands.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { OpHandlers, Part, Scope } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Fork } from '../turn/ask-beside.ts'
import type { Submission } from '../turn/input-queue.ts'
import type { Purse } from './budgets.ts'
import type { Cache } from './cache.ts'
import type { Prompt } from './prompt.ts'

export interface CommandDeskOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly tools: Toolbox
    readonly credential: string
    releaseNotes?(): Promise<string>
    readonly runtime: Runtime
  }
  readonly live: Readonly<Live>
  readonly cache: Pick<Cache, 'save'>
  /** What the other parts offer to commands. */
  readonly scope: Pick<Scope, 'commandHost'>
  readonly engine: CommandHost['engine']
  readonly prompt: Pick<Prompt, 'prepare'>
  readonly purse: Purse
  isRunning(): boolean
  /** Queued like anything else the person says. */
  submit(submission: Submission): Promise<void>
  /** As a turn of its own, at once. */
  serve(submission: Submission): void
  /** A turn as it would be now, to ask beside it. */
  fork(controller: AbortController): Fork
  /** The conversation for a command that is all that runs. */
  duringCommand(controller: AbortController): CommandHost['engine']
  queued(): number
  emit(event: Event): Promise<void> | undefined
}

/** Commands that a person with a screen gives at once: beside a turn where they may, otherwise as one without the model. */
export class CommandDesk implements Part {
  readonly #options: CommandDeskOptions
  readonly #beside = new Set<AbortController>()

  constructor(options: CommandDeskOptions) {
    this.#options = options
  }

  readonly ops: OpHandlers = { command: ({ line }) => this.#call(line) }

  async #call(line: string): Promise<void> {
    const { config, isRunning, serve, submit, emit, engine } = this.#options
    const uuid = config.runtime.newId()
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
      const outcome = await called.command.run(called.args, this.#host(controller, engine))
      const text = await presentOutcome(name, outcome, emit)
      if (text !== undefined) await submit({ type: 'submit', content: text, uuid, when: 'end' })
    } finally {
      this.#beside.delete(controller)
    }
  }

  /** The turn of a command, without the model; answers what the command wants it to be asked. */
  async serve(
    called: Called,
    submission: Submission,
    controller: AbortController,
  ): Promise<Submission | undefined> {
    const { config, live, purse, cache, queued, emit, duringCommand } = this.#options
    const text = await serveCommand(called, {
      config,
      live,
      accounts: purse.accounts,
      uuid: submission.uuid,
      screen: submission.screen === true,
      queued,
      emit,
      host: this.#host(controller, duringCommand(controller)),
    })
    await cache.save()
    return text === undefined ? undefined : { ...submission, content: text }
  }

  /** What a command may use, with the conversation as `engine` lets it be changed. */
  #host(controller: AbortController, engine: CommandHost['engine']): CommandHost {
    const { config, live, scope, prompt, purse, fork } = this.#options
    const { signal } = controller
    const offered = {
      engine,
      rich: false,
      ...scope.commandHost(signal),
      async askBeside(question: string) {
        await prompt.prepare()
        const view = config.session.view()
        const asking = { fork: fork(controller), purse, view, model: live.model }
        return await askBesideFor(asking, question, signal)
      },
      ...(config.releaseNotes ? { releaseNotes: config.releaseNotes } : {}),
    }
    return complete(offered)
  }

  /** Ends what runs beside the conversation. */
  interrupt(): void {
    for (const controller of this.#beside) controller.abort()
  }
}

/** Every function of a host is some part's; which, the parts know. */
const complete = (offered: Partial<CommandHost>): CommandHost => {
  for (const name of NEEDED) if (!(name in offered)) throw new Error(`no part offers ${name} to commands`)
  return offered as CommandHost
}

const NEEDED: readonly (keyof CommandHost)[] = [
  'engine',
  'settings',
  'place',
  'tidyMemory',
  'askBeside',
  'recap',
  'exportTo',
  'askedFor',
  'setAutoCompact',
]
