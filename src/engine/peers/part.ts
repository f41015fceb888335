import type { Peers } from '../../protocol/agents/peers.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Part } from '../scope.ts'
import type { PeersChoice } from './options.ts'
import type { PeerDesk } from './peer-desk.ts'
import type { PeerOptions } from './peer-options.ts'

const says = modelTexts('peer_directory', {
  open: {
    en: 'This session cannot reach others: its directory for that is not private.',
    zh: '此会话无法联系其他会话：用于通信的目录可被他人访问。',
  },
})

export interface SessionPeers extends Part {
  readonly port: Peers
}

/**
 * Other sessions reach this one once its first request has left, so nothing waits for what that takes; a run of one
 * answer, which is gone before anybody writes, only once it has looked for others itself.
 */
export const createPeers = (choice: PeersChoice, options: Omit<PeerOptions, 'choice'>): SessionPeers => {
  let opening: Promise<PeerDesk | undefined> | undefined
  let isOver = false
  const open = (): Promise<PeerDesk | undefined> =>
    (opening ??= import('./peer-desk.ts')
      .then(({ openPeerDesk }) => (isOver ? undefined : openPeerDesk({ ...options, choice })))
      .catch((error: unknown) => {
        options.config.runtime.log?.(`other sessions cannot reach this one: ${String(error)}`)
        return undefined
      }))
  const desk = async (): Promise<PeerDesk> => {
    const opened = await open()
    if (!opened) throw new ToolError(says('open'))
    return opened
  }
  const list = async () => (await open())?.list() ?? []
  // To look who is there opens no door.
  const names = async () =>
    (await opening)?.list() ?? (await import('./list-peers.ts')).listPeers(choice.directory)
  return {
    port: {
      list,
      names,
      find: async to => (await import('./list-peers.ts')).findPeer(await names(), to),
      send: async message => await (await desk()).send(message),
    },
    requested: () => void (choice.oneShot ? undefined : open()),
    turnStarts: () => void opening?.then(at => at?.inbox.begin()),
    async turnEnded() {
      const at = await (choice.oneShot ? opening : open())
      at?.write()
      await at?.inbox.endTurn()
    },
    answers: { peers: names },
    commandHost: () => ({
      peers: {
        list,
        held: async () => (await open())?.inbox.held() ?? [],
        settle: async (which, how) => (await open())?.inbox.settle(which, how) ?? 0,
      },
    }),
    async [Symbol.asyncDispose]() {
      isOver = true
      await (await opening)?.[Symbol.asyncDispose]()
    },
  }
}
