import { ChannelIntake } from '../../features/mcp/channels/channel-intake.ts'
import type { PeerWatcher } from '../../features/peers/peer-server.ts'
import type { PeerAnswer, PeerRefusal } from '../../features/peers/peer-wire.ts'
import { errorText } from '../../lib/error-text.ts'
import { MAX_PEER_MESSAGE, type PendingMessage } from '../../protocol/agents/peers.ts'
import type { PeerMessageOutcome } from '../../protocol/entry.ts'
import { peerText } from '../../protocol/messages/engine/peers.ts'
import { describeError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { peerFrame, shortText } from './peer-frame.ts'
import type { PeerOptions } from './peer-options.ts'
import {
  MAX_HELD,
  pendingMessagesFile,
  readPendingMessages,
  writePendingMessages,
} from './pending-messages-file.ts'

interface Arrived {
  readonly id: string
  readonly peer: string
  readonly from: string
  readonly text: string
}

type Held = PendingMessage & { readonly id: string }

/** Sessions that may wait for this one to be idle. */
const MAX_WATCHERS = 16

/** What other sessions say to this one, until a request holds it. */
export class PeerInbox {
  readonly #options: PeerOptions
  readonly #intake: ChannelIntake
  /** By id: delivered, and in no request yet. */
  readonly #waiting = new Map<string, Arrived>()
  readonly #held = new Map<number, Held>()
  readonly #watchers = new Map<PeerWatcher, string>()
  /** What is held stays there for whoever resumes the session. */
  readonly #file: string | undefined
  #count = 0
  #saidHeld = 0
  /** One after the other, as they came. */
  #cleaning: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(options: PeerOptions) {
    this.#options = options
    const { runtime } = options.config
    this.#intake = new ChannelIntake(() => runtime.now().getTime())
    this.#file = pendingMessagesFile(options.config.session)
    for (const message of this.#file === undefined ? [] : readPendingMessages(this.#file)) {
      this.#count = Math.max(this.#count, message.number)
      this.#show(message)
    }
  }

  /** `from`: a name that only the registry gives, of a sender that was proven. */
  take(message: Omit<Arrived, 'id'>, watcher: PeerWatcher | undefined): PeerAnswer {
    const { choice, config } = this.#options
    if (choice.inbound === 'refuse') return refused('closed')
    if (this.#isOver) return refused('ended')
    const { length } = message.text
    if (length > MAX_PEER_MESSAGE || message.text.trim() === '') return refused('too large')
    this.#forgetGone()
    if (watcher && this.#watchers.size >= MAX_WATCHERS) return refused('too many waiting')
    if (choice.inbound === 'hold' && this.#held.size >= MAX_HELD) return refused('burst')
    const id = config.runtime.newId()
    if (!this.#intake.take(message.peer, { id, chars: length })) return refused('burst')
    if (watcher) this.#watchers.set(watcher, id)
    const arrived = { ...message, id }
    if (choice.inbound === 'deliver') this.#deliver(arrived)
    else this.#hold(arrived)
    return { outcome: choice.inbound === 'deliver' ? 'delivered' : 'held' }
  }

  held(): readonly PendingMessage[] {
    return [...this.#held.values()].map(({ number, from, text }) => ({ number, from, text }))
  }

  settle(which: number | 'all', how: 'deliver' | 'drop'): number {
    const chosen = [...this.#held.values()].filter(({ number }) => which === 'all' || number === which)
    for (const message of chosen) {
      this.#held.delete(message.number)
      if (how === 'deliver') {
        this.#deliver({ ...message, peer: '' })
        continue
      }
      this.#intake.settle(message.id)
      this.#note({ ...message, peer: '' }, 'removed')
    }
    if (chosen.length > 0) this.#saveHeld()
    return chosen.length
  }

  begin(): void {
    this.#isOver = false
  }

  async endTurn(): Promise<void> {
    const { choice } = this.#options
    await this.#cleaning
    if (choice.oneShot) this.#giveUp()
    if (!choice.attended && this.#held.size > this.#saidHeld)
      this.#emit('warning', peerText('unread', { count: this.#held.size }))
    this.#saidHeld = this.#held.size
    for (const [watcher, id] of this.#watchers) {
      // What it waits for is the answer to its own message.
      if (this.#waiting.has(id)) continue
      this.#watchers.delete(watcher)
      watcher.tellIdle()
    }
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#cleaning
  }

  #hold(message: Arrived): void {
    const { id, from, text } = message
    this.#show({ number: ++this.#count, from, text }, id)
    this.#saveHeld()
    this.#note(message, 'held')
  }

  #show({ number, from, text }: PendingMessage, id = this.#options.config.runtime.newId()): void {
    this.#held.set(number, { id, number, from, text })
    const row = this.#options.choice.attended ? 'held_how' : 'held'
    this.#emit('info', peerText(row, { number, from, text: shortText(text) }))
  }

  #saveHeld(): void {
    const { secrets, config } = this.#options
    const path = this.#file
    if (path === undefined) return
    this.#cleaning = this.#cleaning
      .then(async () => writePendingMessages(path, await secrets.clean(this.held())))
      .catch((error: unknown) => {
        config.runtime.log?.(`held messages were not written down: ${errorText(error)}`)
        this.#emit('warning', peerText('not_saved', { reason: describeError(error) }))
      })
  }

  #deliver(message: Arrived): void {
    const { choice, notify, secrets, config } = this.#options
    const { id, from, text } = message
    this.#waiting.set(id, message)
    this.#cleaning = this.#cleaning
      .then(async () => {
        const clean = await secrets.clean(text)
        notify(peerFrame(from, clean), {
          peer: from,
          shown: peerText('message', { from, text: shortText(clean) }),
          ...(choice.oneShot ? { startsNone: true } : { urgent: true }),
          isWithdrawn: () => !this.#waiting.has(id),
          onRecorded: () => {
            this.#forget(id)
            this.#note(message, 'delivered')
          },
        })
      })
      .catch((error: unknown) => {
        this.#forget(id)
        config.runtime.log?.(`a message of session ${from}: ${errorText(error)}`)
      })
  }

  /** For whoever asks later what came from where: a line of the session file. */
  #note({ id, from, text }: Arrived, outcome: PeerMessageOutcome): void {
    const { secrets, config } = this.#options
    const timestamp = config.runtime.now().toISOString()
    this.#cleaning = this.#cleaning
      .then(async () => {
        const shown = shortText(await secrets.clean(text))
        const { session } = config
        const line = { sessionId: session.id, timestamp, messageId: id, from, text: shown, outcome }
        await session.note({ type: 'peer-message', ...line })
      })
      .catch((error: unknown) =>
        config.runtime.log?.(`a message of session ${from} was not written down: ${errorText(error)}`),
      )
  }

  #forget(id: string): void {
    this.#waiting.delete(id)
    this.#intake.settle(id)
  }

  /** The run ends with its answer: nothing more is delivered, and that is said. */
  #giveUp(): void {
    this.#isOver = true
    const late = [...this.#waiting]
    for (const [id, message] of late) {
      this.#forget(id)
      this.#note(message, 'late')
    }
    if (late.length > 0) this.#emit('warning', peerText('late', { count: late.length }))
  }

  #forgetGone(): void {
    for (const watcher of this.#watchers.keys()) if (!watcher.isThere) this.#watchers.delete(watcher)
  }

  #emit(level: 'info' | 'warning', text: LocalizedText): void {
    this.#options.emit(notice(level, text))
  }
}

const refused = (reason: PeerRefusal): PeerAnswer => ({ outcome: 'refused', reason })
