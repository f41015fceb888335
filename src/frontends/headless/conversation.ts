import { escapeLine } from '../../lib/escape-text.ts'
import type { SdkMessage, SdkSessionState } from '../../protocol/control/sdk-message.ts'
import type { Event } from '../../protocol/event.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import { AnnouncedAgents } from './agent-messages.ts'
import { commandList } from './command-list.ts'
import type { HeadlessRun } from './headless-options.ts'
import type { HookCallbacks } from './hook-callbacks.ts'
import { informational } from './informational.ts'
import type { PermissionPrompts } from './permission-prompts.ts'
import type { Printer } from './printer.ts'
import { outcomeOf, refusedResult } from './result-message.ts'
import { SessionMirror } from './session-mirror.ts'
import { runningTasks } from './task-messages.ts'
import { ThinkingTokens } from './thinking-tokens.ts'
import { type SdkContext, toSdkMessages } from './to-sdk-message.ts'

const SHOWN = 200

/** What a run has sent to the engine and shown of its answers. */
export class Conversation {
  readonly #run: HeadlessRun
  readonly #printer: Printer
  readonly #prompts: PermissionPrompts
  readonly #callbacks: HookCallbacks
  readonly #sessionId: string
  readonly #own = new Set<string>()
  #context: SdkContext
  #warnedOfPrices = false
  readonly #states: SessionStates | undefined
  readonly #mirror: SessionMirror | undefined
  /** Session files that are mirrored. */
  readonly #files = new Set<string>()
  #turns = 0
  /** Another process goes on with the session: what was asked here has no answer. */
  #taken = false
  /** Why the run cannot go on. */
  #failed: string | undefined
  /** Of the last result; `undefined` while there was none. */
  exitCode: number | undefined

  constructor(
    run: HeadlessRun,
    sessionId: string,
    to: {
      readonly printer: Printer
      readonly prompts: PermissionPrompts
      readonly callbacks: HookCallbacks
    },
  ) {
    this.#run = run
    this.#sessionId = sessionId
    this.#printer = to.printer
    this.#prompts = to.prompts
    this.#callbacks = to.callbacks
    const { options, ids, now } = run
    this.#states = options.sessionStates ? new SessionStates() : undefined
    const { sessionMirror: mirror } = options
    this.#mirror =
      mirror &&
      new SessionMirror((path, entries) =>
        this.#printer.message({ type: 'transcript_mirror', filePath: mirror.nameOf(path), entries }),
      )
    this.#context = {
      sessionId,
      version: options.version,
      betas: options.betas,
      includePartialMessages: options.includePartialMessages,
      includeHookEvents: options.includeHookEvents,
      replayUserMessages: options.replayUserMessages,
      forwardAgentText: options.forwardSubagentText ?? false,
      isOwnMessage: uuid => this.#own.has(uuid),
      userMessageUuid: undefined,
      ids,
      agents: new AnnouncedAgents(now),
      thinking: new ThinkingTokens(),
    }
  }

  /** The host wants to read what agents say. */
  forwardAgentText(): void {
    this.#context = { ...this.#context, forwardAgentText: true }
  }

  /** True once a message was handed to the engine: what `initialize` sets can no longer change. */
  get started(): boolean {
    return this.#own.size > 0
  }

  /** Hands a message to the engine. One it does not take still gets its result, or the host would wait for ever. */
  async submit(message: Omit<Op & { readonly type: 'submit' }, 'type'>): Promise<void> {
    const { engine, ids } = this.#run
    const uuid = message.uuid ?? ids()
    this.#own.add(uuid)
    try {
      await engine.send({ ...message, type: 'submit', uuid })
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      this.exitCode = 1
      const facts = { uuid: ids(), sessionId: this.#sessionId, userMessageUuid: uuid }
      await this.#printer.message(refusedResult(error.localized, await engine.query('cost'), facts))
    }
  }

  /** From now on, what is written to this file is handed on. */
  mirror(path: string, bytes: number): void {
    this.#files.add(path)
    this.#mirror?.begin(path, bytes)
  }

  async handle(event: Event): Promise<void> {
    await this.#show(event)
    await this.#mirrored(event)
    const state = this.#states?.after(event)
    if (state)
      await this.#printer.message({
        type: 'system',
        subtype: 'session_state_changed',
        state,
        sdk_host_only: true,
        ...this.#identity(),
      })
    if (event.type === 'turn_ended' && !event.agent) await this.#guessNext(event.terminal.kind)
  }

  #identity(): { readonly uuid: string; readonly session_id: string } {
    return { uuid: this.#run.ids(), session_id: this.#sessionId }
  }

  async #mirrored(event: Event): Promise<void> {
    if (!this.#mirror) return
    if (event.type === 'agent_changed' && event.info.transcript) this.#files.add(event.info.transcript)
    if (event.type === 'entry' || event.type === 'turn_ended') await this.#mirror.look([...this.#files])
  }

  /** Not after the first turn, an error, or while the model plans: nobody has a next prompt in mind there. */
  async #guessNext(terminal: string): Promise<void> {
    const isFirst = ++this.#turns === 1
    if (!this.#run.promptSuggestions || isFirst || terminal !== 'completed') return
    const { mode } = await this.#run.engine.query('state')
    if (mode !== 'plan') await this.#run.engine.send({ type: 'aside', kind: 'suggestion' })
  }

  /** Everything that was written is handed on. */
  async end(): Promise<void> {
    await this.#mirror?.look([...this.#files])
  }

  async #show(event: Event): Promise<void> {
    if (event.type === 'permission_request') return this.#prompts.ask(event.request)
    if (event.type === 'permission_settled') return this.#prompts.settled(event.id, event.withdrawn)
    if (event.type === 'hook_callback') return this.#callbacks.ask(event)
    if (event.type === 'hook_settled') return this.#callbacks.settled(event.id, event.withdrawn)
    if (event.agent || event.type === 'agent_changed') return await this.#passOn(event)
    // The first message of a turn says them all.
    if (event.type === 'contributions_changed')
      return this.#context.userMessageUuid === undefined ? undefined : await this.#tellCommands()
    if (event.type === 'ui_request' && event.request.kind === 'exit' && event.request.because)
      this.#taken = true
    if (event.type === 'turn_started')
      this.#context = {
        ...this.#context,
        userMessageUuid: event.turn.userMessageUuid,
        origin: event.turn.origin,
      }
    if (event.type === 'turn_ended') {
      this.exitCode = this.#taken ? 1 : outcomeOf(event.terminal).exitCode
      await this.#warnOfPrices(event.report.cost.unpricedModels)
    }
    for (const message of toSdkMessages(event, this.#context))
      await this.#printer.message(await this.#withRunning(this.#withFailure(message)))
  }

  /** A result names what still runs: with the end of the run that ends as well. */
  async #withRunning(message: SdkMessage): Promise<SdkMessage> {
    if (message.type !== 'result') return message
    const running = (await this.#run.engine.query('tasks')).filter(({ status }) => status === 'running')
    return running.length === 0 ? message : { ...message, background_tasks: runningTasks(running) }
  }

  /** A run that was to go on until something holds, and ended without it, has failed: scripts go by the exit code. */
  async judgeGoal(): Promise<void> {
    if (this.exitCode !== 0) return
    const goal = await this.#run.engine.query('goal')
    if (goal === null || goal.status === 'reached') return
    this.exitCode = 1
    const what = 'command' in goal.check ? `$ ${goal.check.command}` : goal.check.condition
    this.#run.io.writeError(`The goal was not reached: ${escapeLine(what, SHOWN)}`)
  }

  /** All of them, as in the answer to `initialize`. */
  async #tellCommands(): Promise<void> {
    const commands = await commandList(this.#run.engine)
    await this.#printer.message({
      type: 'system',
      subtype: 'commands_changed',
      commands,
      ...this.#identity(),
    })
  }

  /** Of an agent: for hosts that follow every step. Whoever wants only the answer hears of it there. */
  async #passOn(event: Event): Promise<void> {
    const { outputFormat, verbose } = this.#run.options
    if (outputFormat === 'text' || (outputFormat === 'json' && !verbose)) return
    for (const message of toSdkMessages(event, this.#context)) await this.#printer.message(message)
  }

  /** From now on a turn that is stopped counts as failed, not as interrupted by somebody who wanted it. */
  async fail(text: string): Promise<void> {
    this.#failed = text
    await this.warn(text)
  }

  #withFailure(message: SdkMessage): SdkMessage {
    const text = this.#failed
    if (text === undefined || message.type !== 'result' || message.subtype === 'success') return message
    return { ...message, is_error: true, errors: [text] }
  }

  /** Something the host or the person should know that belongs to no turn. */
  async warn(text: Text): Promise<void> {
    await this.#printer.message(this.#warning(text))
  }

  async #warnOfPrices(models: readonly string[]): Promise<void> {
    const { outputFormat, verbose } = this.#run.options
    // Plain text shows no cost, so there is nothing to correct.
    if (this.#warnedOfPrices || models.length === 0 || (outputFormat === 'text' && !verbose)) return
    this.#warnedOfPrices = true
    await this.warn(sdkHostText('price_unknown', { models }))
  }

  #warning(text: Text): SdkMessage {
    return informational(text, { level: 'warning' }, this.#identity())
  }
}

type State = SdkSessionState['state']

/** Whether the session works, waits for the host, or is idle: told when it changes, behind what changed it. */
class SessionStates {
  readonly #asked = new Set<string>()
  #running = false
  #told: State = 'idle'

  /** The state the session comes to by this event; `undefined`: it is as it was. */
  after(event: Event): State | undefined {
    if (event.type === 'permission_request') this.#asked.add(event.request.id)
    else if (event.type === 'permission_settled') this.#asked.delete(event.id)
    else if (!event.agent && event.type === 'turn_started') this.#running = true
    else if (!event.agent && event.type === 'turn_ended') this.#running = event.report.queued > 0
    else return undefined
    const now = this.#asked.size > 0 ? 'requires_action' : this.#running ? 'running' : 'idle'
    if (now === this.#told) return undefined
    this.#told = now
    return now
  }
}
