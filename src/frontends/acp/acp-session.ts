import {
  type ContentBlock,
  RequestError,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk'
import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { ClientPort } from './client-port.ts'
import type { PathNames } from './path-names.ts'
import { promptContent } from './prompt-content.ts'
import { promptEnd } from './prompt-end.ts'
import { ClientQuestions } from './questions/client-questions.ts'
import { choiceOp, modeNamed, modesOf, optionsOf } from './session-options.ts'
import { ConversationUpdates, said } from './updates/conversation-updates.ts'
import { planOf } from './updates/plan-entries.ts'

export interface SessionParts {
  readonly id: string
  readonly engine: Engine
  readonly client: ClientPort
  readonly names: PathNames
  /** A path as the client writes it, as it is called here. */
  readonly localPath: (path: string) => string
  newId(): string
  readonly localize: Localize
}

/** A prompt that was not answered yet. */
interface OpenPrompt {
  readonly end: PromiseWithResolvers<StopReason>
  cancelled: boolean
}

/** One session of the client: what it says becomes ops, what happens becomes updates. */
export class AcpSession implements AsyncDisposable {
  readonly id: string
  readonly updates: ConversationUpdates
  readonly #parts: SessionParts
  readonly #questions: ClientQuestions
  readonly #events: ReturnType<Engine['events']>
  readonly #listening: Promise<void>
  /** By the id of its message, in the order they came. */
  readonly #prompts = new Map<string, OpenPrompt>()
  #heard = 0
  #hearing: Promise<void> = Promise.resolve()
  /** Message of the turn that runs. */
  #turn: string | undefined

  constructor(parts: SessionParts) {
    const { id, engine, client, names } = parts
    this.id = id
    this.#parts = parts
    this.updates = new ConversationUpdates(names, client.abilities, parts)
    this.#questions = new ClientQuestions({
      client,
      sessionId: id,
      calls: this.updates.calls,
      names,
      localize: parts.localize,
    })
    this.#events = engine.events()
    this.#listening = this.#listen()
  }

  /** Resolves when the turn is over and everything about it was told. Rejects when the turn failed. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason> {
    const { engine, newId } = this.#parts
    const { content, context } = promptContent(blocks, this.#parts.localPath)
    const uuid = newId()
    const open: OpenPrompt = { end: Promise.withResolvers(), cancelled: false }
    // Whoever waits hears of a failure; nobody may be waiting yet.
    open.end.promise.catch(() => undefined)
    this.#prompts.set(uuid, open)
    const cancel = (): void => void this.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      for (const text of context)
        await engine.send({ type: 'submit', content: text, query: false, isMeta: true })
      await engine.send({ type: 'submit', content, uuid, authority: 'client' })
      // The cancellation came before there was anything to cancel.
      if (open.cancelled || signal.aborted) await this.cancel()
      return await open.end.promise
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      await this.send(said(this.#parts.localize(error.localized)))
      return 'end_turn'
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#prompts.delete(uuid)
    }
  }

  /** Stops the turn, and what waits behind it. */
  async cancel(): Promise<void> {
    for (const open of this.#prompts.values()) open.cancelled = true
    await this.#quietly({ type: 'interrupt', cancelQueued: true })
    await this.#parts.engine.idle()
    await this.#drained()
    // What never became a turn has no end to wait for.
    for (const open of this.#prompts.values()) if (open.cancelled) open.end.resolve('cancelled')
  }

  async setMode(mode: string): Promise<void> {
    await this.#choose(() => ({ type: 'set_mode', mode: modeNamed(mode) }))
  }

  async setOption(id: string, value: string | boolean): Promise<void> {
    await this.#choose(() => choiceOp(id, value))
  }

  /** What can be chosen, and what is. */
  async choices() {
    const { engine, client, localize } = this.#parts
    const [permissions, configOptions] = await Promise.all([
      engine.query('permissions'),
      optionsOf(engine, { ...client.abilities, localize }),
    ])
    return { modes: modesOf(permissions, localize), configOptions }
  }

  /** Everything that was said before, as if it happened now. */
  async replay(): Promise<void> {
    for (const update of this.updates.replay(await this.#parts.engine.query('history')))
      await this.send(update)
    const plan = planOf(await this.#parts.engine.query('todos'))
    if (plan) await this.send(plan)
  }

  /** What the client should know of a session that it has just got. */
  async announce(warnings: readonly string[]): Promise<void> {
    await this.#tellCommands()
    for (const text of warnings)
      for (const update of this.updates.notice('warning', text)) await this.send(update)
    const { title } = await this.#parts.engine.query('state')
    if (title !== undefined) await this.send({ sessionUpdate: 'session_info_update', title })
  }

  send(update: SessionUpdate): Promise<void> {
    return this.#parts.client.update(this.id, update)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const open of this.#prompts.values()) open.cancelled = true
    await this.#parts.engine[Symbol.asyncDispose]()
    await this.#listening
    for (const open of this.#prompts.values()) open.end.resolve('cancelled')
  }

  async #listen(): Promise<void> {
    for await (const event of this.#events) {
      this.#heard += 1
      this.#hearing = this.#hear(event)
      await this.#hearing
    }
  }

  /** Resolves when everything that happened so far was told: a round in which nothing came shows that nothing is left. */
  async #drained(): Promise<void> {
    for (let before = -1; before !== this.#heard; ) {
      before = this.#heard
      await this.#hearing
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  async #hear(event: Event): Promise<void> {
    if (event.type === 'permission_request') return void this.#ask(event.request)
    if (event.type === 'permission_settled') return this.#questions.withdraw(event.id)
    for (const update of this.updates.of(event)) await this.send(update)
    if (!event.agent) await this.#follow(event)
  }

  /** What the conversation itself brings about. */
  async #follow(event: Event): Promise<void> {
    switch (event.type) {
      case 'turn_started':
        this.#turn = event.turn.userMessageUuid
        return
      case 'turn_ended':
        return await this.#ended(event.terminal)
      case 'usage':
        return this.#turn === undefined ? undefined : await this.#tellUsage()
      case 'contributions_changed':
        return await this.#tellCommands()
      case 'session_changed':
        return await this.#tellChange(event)
      default:
        return
    }
  }

  async #ended(terminal: Terminal): Promise<void> {
    const open = this.#prompts.get(this.#turn ?? '')
    this.#turn = undefined
    await this.#tellUsage()
    if (!open) return
    if (open.cancelled) return open.end.resolve('cancelled')
    try {
      const { stopReason, text } = promptEnd(terminal, this.#parts.localize)
      if (text !== undefined) await this.send(said(text))
      // A turn that ends because the person said no was not cancelled by the client.
      open.end.resolve(stopReason === 'cancelled' ? 'end_turn' : stopReason)
    } catch (error) {
      open.end.reject(error)
    }
  }

  async #ask(request: PermissionRequest): Promise<void> {
    const answer = await this.#questions.ask(request)
    if (answer) await this.#quietly({ type: 'answer_permission', id: request.id, answer })
  }

  /** For what may be too late by now: then nobody waits for it any more. */
  async #quietly(op: Parameters<Engine['send']>[0]): Promise<void> {
    try {
      await this.#parts.engine.send(op)
    } catch (error) {
      if (!(error instanceof OpError)) throw error
    }
  }

  async #choose(op: () => Parameters<Engine['send']>[0]): Promise<void> {
    try {
      await this.#parts.engine.send(op())
    } catch (error) {
      if (error instanceof OpError) {
        const { localized } = error
        throw RequestError.invalidParams({ localized }, this.#parts.localize(localized))
      }
      throw error
    }
  }

  async #tellCommands(): Promise<void> {
    const commands = await this.#parts.engine.query('commands')
    await this.send({
      sessionUpdate: 'available_commands_update',
      availableCommands: commands
        .filter(({ needsScreen }) => !needsScreen)
        .map(({ name, description, argumentHint: hint }) => ({
          name,
          description,
          ...(hint ? { input: { hint } } : {}),
        })),
    })
  }

  async #tellUsage(): Promise<void> {
    const { engine } = this.#parts
    const [{ tokens, window }, cost] = await Promise.all([engine.query('context'), engine.query('cost')])
    await this.send({
      sessionUpdate: 'usage_update',
      used: Math.round(tokens),
      size: window,
      cost: { amount: cost.totalCostUSD, currency: 'USD' },
    })
  }

  async #tellChange(event: Extract<Event, { readonly type: 'session_changed' }>): Promise<void> {
    const { mode, model, effort, title, cwd } = event
    if (cwd !== undefined) this.#parts.names.cwd = cwd
    if (mode !== undefined) await this.send({ sessionUpdate: 'current_mode_update', currentModeId: mode })
    if (title !== undefined) await this.send({ sessionUpdate: 'session_info_update', title })
    // Another model has another window.
    if (model !== undefined) await this.#tellUsage()
    if (mode === undefined && model === undefined && effort === undefined) return
    const { configOptions } = await this.choices()
    await this.send({ sessionUpdate: 'config_option_update', configOptions })
  }
}
