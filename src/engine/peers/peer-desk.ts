import { randomBytes, randomUUID } from 'node:crypto'
import { namePeers } from '../../features/peers/peer-name.ts'
import {
  openRegistry,
  type PeerEntry,
  PeerError,
  removePeer,
  writePeer,
} from '../../features/peers/peer-registry.ts'
import {
  type PeerServer,
  type PeerWatcher,
  servePeers,
  socketRoot,
} from '../../features/peers/peer-server.ts'
import {
  isProven,
  type PeerAnswer,
  type PeerRefusal,
  type PeerRequest,
} from '../../features/peers/peer-wire.ts'
import { type SentMessage, sendToPeer } from '../../features/peers/send-to-peer.ts'
import { removeStaleSockets } from '../../features/peers/stale-sockets.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import {
  MAX_PEER_MESSAGE,
  type PeerInfo,
  type PeerMessage,
  type PeerSent,
} from '../../protocol/agents/peers.ts'
import { peerText } from '../../protocol/messages/engine/peers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { findPeer, infoOf, peersIn } from './list-peers.ts'
import { noticeFrame } from './peer-frame.ts'
import { PeerInbox } from './peer-inbox.ts'
import type { PeerOptions } from './peer-options.ts'

const says = modelTexts('peer_desk', {
  tooLong: {
    en: 'A message to a session can have at most {most:number} characters; this one has {length:number}.',
    zh: '发给会话的消息最多 {most:number} 个字符；这条有 {length:number} 个。',
  },
  oneShot: {
    en: 'This run ends with its answer, so it cannot wait for a notice. Send it without notify_when_idle.',
    zh: '此次运行给出答案后即结束，等不到通知。请去掉 notify_when_idle 再发送。',
  },
  refused: { en: '{name} did not take the message: {why}', zh: '{name} 未接收消息：{why}' },
  unreachable: { en: '{name} cannot be reached. {why}', zh: '联系不上 {name}。{why}' },
  closed: {
    en: 'its user has messages of other sessions switched off.',
    zh: '其用户已关闭来自其他会话的消息。',
  },
  ended: { en: 'it has given its answer and is about to end.', zh: '它已给出答案，即将结束。' },
  tooLarge: { en: 'it is too long, or empty.', zh: '消息过长或为空。' },
  burst: { en: 'too many came at once. Do not try again at once.', zh: '短时间内消息过多。不要马上重试。' },
  oneself: { en: 'that is this session.', zh: '那就是当前会话。' },
  unknownSender: { en: 'it does not know this session.', zh: '它不认识此会话。' },
  tooManyWaiting: {
    en: 'too many sessions wait for it to be idle. Send it without notify_when_idle.',
    zh: '等待它空闲的会话过多。请去掉 notify_when_idle 再发送。',
  },
})

/** A notice that did not come by then is not waited for any more. */
const NOTICE_MS = 12 * 60 * 60 * 1000

/** Makes a session reachable for others of the same person, and reaches them. Throws where that cannot be done safely. */
export const openPeerDesk = async (options: PeerOptions): Promise<PeerDesk> => {
  const { choice } = options
  openRegistry(choice.directory)
  const secret = randomBytes(32).toString('base64url')
  const inbox = new PeerInbox(options)
  const id = randomUUID()
  const server = await servePeers({
    secret,
    onRequest: (request, watcher) => receive({ inbox, id, ...choice }, request, watcher),
  })
  const desk = new PeerDesk(options, { id, secret, server, inbox })
  desk.write()
  await removeStaleSockets(socketRoot(), options.config.runtime.now().getTime())
  return desk
}

interface Receiving {
  readonly inbox: PeerInbox
  readonly id: string
  readonly directory: string
}

/** The name of the sender is what the registry says of whoever could prove to be it. */
const receive = (
  { inbox, id, directory }: Receiving,
  request: PeerRequest,
  watcher: PeerWatcher,
): PeerAnswer => {
  if (request.from === id) return { outcome: 'refused', reason: 'oneself' }
  const sender = namePeers(peersIn(directory)).find(peer => peer.id === request.from)
  if (!sender || !isProven(request, sender.secret)) return { outcome: 'refused', reason: 'unknown sender' }
  const message = { peer: sender.id, from: sender.name, text: request.text }
  return inbox.take(message, request.notify ? watcher : undefined)
}

interface Opened {
  readonly id: string
  readonly secret: string
  readonly server: PeerServer
  readonly inbox: PeerInbox
}

export class PeerDesk implements AsyncDisposable {
  readonly inbox: PeerInbox
  readonly #options: PeerOptions
  readonly #opened: Opened
  readonly #startedAt: number
  readonly #watched = new Set<SentMessage>()
  #written = ''

  constructor(options: PeerOptions, opened: Opened) {
    this.#options = options
    this.#opened = opened
    this.inbox = opened.inbox
    this.#startedAt = options.config.runtime.now().getTime()
  }

  /** Writes down how the session is reached, where that has changed. */
  write(): void {
    const { choice, config, live } = this.#options
    const { id, secret, server } = this.#opened
    const entry: PeerEntry = {
      id,
      session: config.session.id,
      ...(live.title === undefined ? {} : { title: live.title.slice(0, 200) }),
      cwd: config.place.cwd,
      startedAt: this.#startedAt,
      process: thisProcess(),
      socket: server.path,
      secret,
    }
    const text = JSON.stringify(entry)
    if (text === this.#written) return
    writePeer(choice.directory, entry)
    this.#written = text
  }

  list(): readonly PeerInfo[] {
    return this.#others().map(infoOf)
  }

  async send({ to, text, notifyWhenIdle = false }: PeerMessage): Promise<PeerSent | undefined> {
    const { choice } = this.#options
    this.write()
    const peer = findPeer(this.#others(), to)
    if (!peer) return undefined
    const { name } = peer
    if (text.length > MAX_PEER_MESSAGE)
      throw new ToolError(says('tooLong', { most: MAX_PEER_MESSAGE, length: text.length }))
    if (notifyWhenIdle && choice.oneShot) throw new ToolError(says('oneShot'))
    const sent = await this.#deliver(peer, { text, notifyWhenIdle })
    const { answer } = sent
    if (answer.outcome === 'refused')
      throw new ToolError(says('refused', { name, why: REFUSALS[answer.reason] }))
    return { name, outcome: answer.outcome }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { id, server } = this.#opened
    removePeer(this.#options.choice.directory, id)
    server[Symbol.dispose]()
    for (const sent of this.#watched) sent.forget()
    await this.inbox.close()
  }

  #others(): readonly (PeerEntry & { readonly name: string })[] {
    const named = namePeers(peersIn(this.#options.choice.directory))
    return named.filter(({ id }) => id !== this.#opened.id)
  }

  async #deliver(
    peer: PeerEntry & { readonly name: string },
    { text, notifyWhenIdle }: { readonly text: string; readonly notifyWhenIdle: boolean },
  ): Promise<SentMessage> {
    const { id, secret } = this.#opened
    let patience: NodeJS.Timeout | undefined
    const onNotice = (notice: 'idle' | 'ended'): void => {
      clearTimeout(patience)
      this.#watched.delete(sent)
      this.#tell(peer.name, notice)
    }
    const how = { text, ...(notifyWhenIdle ? { onNotice } : {}) }
    const sent = await sendToPeer(peer, { id, secret }, how).catch((error: unknown) => {
      if (error instanceof PeerError)
        throw new ToolError(says('unreachable', { name: peer.name, why: error.message }))
      throw error
    })
    if (notifyWhenIdle && sent.answer.outcome !== 'refused') {
      this.#watched.add(sent)
      patience = setTimeout(() => {
        this.#watched.delete(sent)
        sent.forget()
      }, NOTICE_MS).unref()
    }
    return sent
  }

  #tell(name: string, notice: 'idle' | 'ended'): void {
    this.#options.notify(noticeFrame(name, notice), { urgent: true, shown: peerText(notice, { name }) })
  }
}

/** For the model. */
const REFUSALS: Readonly<Record<PeerRefusal, LocalizedText>> = {
  closed: says('closed'),
  ended: says('ended'),
  'too large': says('tooLarge'),
  burst: says('burst'),
  oneself: says('oneself'),
  'unknown sender': says('unknownSender'),
  'too many waiting': says('tooManyWaiting'),
}
