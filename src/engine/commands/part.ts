import type { CommandHost } from '../../protocol/command.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import type { Authority } from '../../protocol/permission.ts'
import type { Cache } from '../cache/part.ts'
import { listShownSettings } from '../calls/settings-access.ts'
import type { OpHandlers, Part } from '../scope.ts'
import type { Purse } from '../spending/part.ts'
import type { ThreadParts } from '../thread.ts'
import type { Fork } from '../turn/ask-beside.ts'
import { type Called, calledBy, isCommand, slashedName } from '../turn/called-command.ts'
import { type Submission, skillMessage, toMessage } from '../turn/input-queue.ts'
import { turnInfo } from '../turn/turn-info.ts'
import { presentOutcome, runCommand, serveCommand } from './commands.ts'

export interface CommandDeskOptions {
  /** The conversation; what its parts offer to commands is asked of its scope. */
  readonly thread: ThreadParts
  readonly cache: Pick<Cache, 'save'>
  readonly engine: CommandHost['engine']
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
  record(message: Message): Promise<void>
  emit(event: Event): Promise<void> | undefined
}

/** Commands that a person with a screen gives at once: beside a turn where they may, otherwise as one without the model. */
export class CommandDesk implements Part {
  readonly #options: CommandDeskOptions
  readonly #beside = new Set<AbortController>()
  readonly #said = new Set<string>()

  constructor(options: CommandDeskOptions) {
    this.#options = options
  }

  readonly ops: OpHandlers = { command: op => this.#call(op) }

  async #call({ line, authority }: Extract<Op, { readonly type: 'command' }>): Promise<void> {
    const { thread, isRunning, serve, submit, emit, engine } = this.#options
    const uuid = thread.config.runtime.newId()
    const by = authority === undefined ? {} : { authority }
    const submission: Submission = { type: 'submit', content: line, uuid, screen: true, ...by }
    const { mcp, contributions } = thread.session
    if (!isCommand(submission, contributions.commands())) await mcp.listedFor(slashedName(submission) ?? '')
    const called = calledBy(submission, contributions.commands())
    if (!called) throw new OpError((await loadTexts()).usageAnswer('not_a_command', { line }))
    const { name, beside } = called.command
    if (!beside && isRunning())
      throw new OpError((await loadTexts()).usageAnswer('not_during_turn', { name }))
    if (!beside) return serve(submission)
    const controller = new AbortController()
    this.#beside.add(controller)
    try {
      const outcome = await runCommand(called, await this.#host(controller, { engine, ...by }))
      const asked = await presentOutcome(name, outcome, emit)
      if (asked)
        await submit({
          type: 'submit',
          content: asked.text,
          uuid,
          when: 'end',
          ...(asked.skills ? { skills: asked.skills } : {}),
          ...by,
        })
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
    const { thread, purse, cache, queued, emit, duringCommand, record } = this.#options
    const asked = await serveCommand(called, {
      config: thread.config,
      accounts: purse.accounts,
      turn: turnInfo(thread, { userMessageUuid: submission.uuid }),
      screen: submission.screen === true,
      queued,
      emit,
      join: async ({ said, skill }) => {
        const { runtime } = thread.config
        await record(toMessage({ ...submission, content: said }, runtime))
        await record(skillMessage(skill, runtime))
      },
      host: await this.#host(controller, {
        engine: duringCommand(controller),
        ...(submission.authority === undefined ? {} : { authority: submission.authority }),
      }),
    })
    await cache.save()
    if (!asked) return undefined
    const { text, skills } = asked
    return { ...submission, content: text, ...(skills ? { skills } : {}) }
  }

  /** What a command may use, with the conversation as `engine` lets it be changed, and as far as whoever gave it may go. */
  async #host(
    controller: AbortController,
    { engine, authority }: { readonly engine: CommandHost['engine']; readonly authority?: Authority },
  ): Promise<CommandHost> {
    const { thread, purse, fork } = this.#options
    const { config, live, scope, prompt } = thread
    const { signal } = controller
    const offered = {
      engine,
      ownerOnly: () => undefined,
      isFirst: (what: string) => this.#said.size < this.#said.add(what).size,
      ...scope.commandHost(signal),
      async askBeside(question: string) {
        await prompt.prepare()
        const view = config.session.view()
        const asking = { fork: fork(controller), purse, view, model: live.model }
        const { askBesideFor } = await import('./ask-beside-for.ts')
        return await askBesideFor(asking, question, signal)
      },
      ...(config.releaseNotes ? { releaseNotes: config.releaseNotes } : {}),
    }
    const { limitHost } = await import('./limit-host.ts')
    return limitHost(complete(offered), authority, { shownSettings: () => listShownSettings(config) })
  }

  /** Ends what runs beside the conversation. */
  interrupt(): void {
    for (const controller of this.#beside) controller.abort()
  }
}

const loadTexts = () => import('../../protocol/messages/commands/usage.ts')

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
  'bisect',
  'exportTo',
  'askedFor',
  'ruleChecks',
  'setAutoCompact',
  'callSkill',
  'reloadSkills',
]
