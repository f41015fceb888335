import { ChannelIntake } from '../../features/mcp/channels/channel-intake.ts'
import {
  type ChannelMessage,
  channelFrame,
  channelLine,
  introduction,
  readChannelMessage,
} from '../../features/mcp/channels/channel-message.ts'
import { isDeclared } from '../../features/mcp/channels/channel-name.ts'
import type { ChannelLine } from '../../features/mcp/pool/pool-deps.ts'
import type { WantedServer } from '../../features/mcp/pool/wanted-server.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { ServerPush } from '../../protocol/extensions/channel.ts'
import { channelText } from '../../protocol/messages/engine/channels.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { PermissionMode, PermissionRequest } from '../../protocol/permission.ts'
import type { Restart } from '../scope.ts'
import { waitingChannelMessages } from '../session-file/waiting-channel-messages.ts'
import type { ChannelOptions } from './options.ts'
import { PermissionRelay } from './permission-relay.ts'

const MESSAGE = 'notifications/claude/channel'
const ANSWER = 'notifications/claude/channel/permission'
const KIND = 'channels'

/** Takes in what channels push, and tells them of permission questions where the person wants that. */
export class ChannelDesk implements AsyncDisposable {
  readonly #options: ChannelOptions
  readonly #intake: ChannelIntake
  readonly #relay: PermissionRelay
  /** By id: what no request has held yet, with its channel. */
  readonly #waiting = new Map<string, string>()
  /** Texts for the model about channels that are there. */
  readonly #introductions = new Map<string, string>()
  readonly #introduced = new Set<string>()
  readonly #told = new Set<string>()
  readonly #flooding = new Set<string>()
  /** One after the other, as they came. */
  #cleaning: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(options: ChannelOptions) {
    this.#options = options
    const { config } = options
    this.#intake = new ChannelIntake(() => config.runtime.now().getTime())
    this.#relay = new PermissionRelay(options)
  }

  opened(server: WantedServer, { experimental, instructions, send }: ChannelLine): void {
    const { name } = server
    if (!isDeclared(experimental)) {
      this.#say('warning', channelText('no_channel', { name }))
      return
    }
    this.#introductions.set(
      name,
      introduction(name, instructions, this.#options.config.prompt.promptLanguage),
    )
    if (this.#options.isRelay(server)) this.#relay.opened(name, { experimental, send })
    this.#say('info', channelText('open', { name }))
  }

  closed({ name }: WantedServer): void {
    this.#relay.closed(name)
    if (!this.#introductions.delete(name)) return
    this.#told.delete(channelText('open', { name }).text)
    this.#say('warning', channelText('stopped', { name }))
  }

  heard({ name }: WantedServer, { method, params, experimental }: ServerPush): void {
    if (!isDeclared(experimental)) return
    if (method === MESSAGE) this.#message(name, params)
    else if (method === ANSWER) this.#relay.answered(name, params)
  }

  relay(request: PermissionRequest, mode: PermissionMode, over: AbortSignal): void {
    void this.#relay.ask(request, mode, over)
  }

  begin(): void {
    this.#isOver = false
  }

  /** Where the session ends with its answer nothing more is delivered, and that is said. */
  async endTurn(): Promise<void> {
    for (const name of this.#flooding) this.#sayDropped(name)
    this.#flooding.clear()
    if (!this.#options.choice.oneShot) return
    await this.#cleaning
    this.#isOver = true
    this.#giveUp('too_late')
  }

  restart(why: Restart): void {
    // What a compaction left out has to be said again.
    this.#introduced.clear()
    if (why !== 'resume') return
    const { path } = this.#options.config.session
    for (const [id, channel] of waitingChannelMessages(path)) this.#waiting.set(id, channel)
    this.#giveUp('before_resume')
  }

  introductions(): readonly Attachment[] {
    const fresh = [...this.#introductions].filter(([name]) => !this.#introduced.has(name))
    return fresh.map(([name, text]) => {
      this.#introduced.add(name)
      return { kind: KIND, text }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#cleaning
  }

  #message(name: string, params: unknown): void {
    const { config, secrets, choice } = this.#options
    const message = readChannelMessage(params)
    if (!message) {
      config.runtime.log?.(`channel ${name}: a message without content was dropped`)
      return
    }
    const id = config.runtime.newId()
    if (!this.#intake.take(name, { id, chars: message.content.length })) {
      if (!this.#flooding.has(name)) this.#emit('warning', channelText('flooding', { name }))
      return void this.#flooding.add(name)
    }
    this.#waiting.set(id, name)
    this.#cleaning = this.#cleaning
      .then(async () => this.#deliver(name, { id, message: await secrets.clean(message) }))
      .catch((error: unknown) => config.runtime.log?.(`channel ${name}: ${errorText(error)}`))
    // Nobody waits for the next turn of such a run.
    if (choice.oneShot && this.#isOver) this.#giveUp('too_late')
  }

  #deliver(name: string, { id, message }: { readonly id: string; readonly message: ChannelMessage }): void {
    const { choice, notify, config } = this.#options
    if (!this.#waiting.has(id)) return
    this.#note(id, { channel: name, settled: false })
    const dropped = this.#sayDropped(name)
    notify(channelFrame(name, message, { dropped, language: config.prompt.promptLanguage }), {
      channel: name,
      shown: channelLine(name, message),
      ...(choice.oneShot ? { startsNone: true } : { urgent: true }),
      isWithdrawn: () => !this.#waiting.has(id),
      onRecorded: () => this.#settle(id, name),
    })
  }

  #settle(id: string, channel: string): void {
    this.#waiting.delete(id)
    this.#intake.settle(id)
    this.#note(id, { channel, settled: true })
  }

  /** What waits is not delivered any more; the person hears how much that is. */
  #giveUp(row: 'too_late' | 'before_resume'): void {
    const counts = new Map<string, number>()
    for (const [id, channel] of this.#waiting) {
      counts.set(channel, (counts.get(channel) ?? 0) + 1)
      this.#settle(id, channel)
    }
    for (const [name, count] of counts) this.#emit('warning', channelText(row, { name, count }))
  }

  #sayDropped(name: string): number {
    const dropped = this.#intake.takeDropped(name)
    if (dropped > 0) this.#emit('warning', channelText('dropped', { name, count: dropped }))
    return dropped
  }

  #note(messageId: string, state: { readonly channel: string; readonly settled: boolean }): void {
    const { session, runtime } = this.#options.config
    try {
      session.noteNow({ type: 'channel-message', sessionId: session.id, messageId, ...state })
    } catch (error) {
      // It is delivered all the same; only a crash before that would lose it unsaid.
      runtime.log?.(`a message of ${state.channel} was not written down: ${errorText(error)}`)
    }
  }

  /** Each thing once. */
  #say(level: 'info' | 'warning', text: LocalizedText): void {
    if (this.#told.has(text.text)) return
    this.#told.add(text.text)
    this.#emit(level, text)
  }

  #emit(level: 'info' | 'warning', text: LocalizedText): void {
    this.#options.emit(notice(level, text))
  }
}
