import { findPeers, namePeers } from '../../features/peers/peer-name.ts'
import { type PeerEntry, PeerError, readPeers } from '../../features/peers/peer-registry.ts'
import type { PeerInfo } from '../../protocol/agents/peers.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('peer_names', {
  several: {
    en: 'Several sessions match "{name}". ListAgents has their names.',
    zh: '有多个会话匹配“{name}”。ListAgents 可查看它们的名称。',
  },
})

/** None where the registry is not as this program makes it. */
export const peersIn = (directory: string): readonly PeerEntry[] => {
  try {
    return readPeers(directory)
  } catch (error) {
    if (error instanceof PeerError) return []
    throw error
  }
}

export const infoOf = ({ id, name, cwd, startedAt }: PeerEntry & { readonly name: string }): PeerInfo => ({
  id,
  name,
  cwd,
  startedAt,
})

/** All that can be reached, for a session that others cannot reach itself (yet). */
export const listPeers = (directory: string): readonly PeerInfo[] => namePeers(peersIn(directory)).map(infoOf)

/** Throws ToolError where several are meant. */
export const findPeer = <T extends Pick<PeerInfo, 'id' | 'name'>>(
  peers: readonly T[],
  to: string,
): T | undefined => {
  const [peer, ...more] = findPeers(peers, to)
  if (more.length > 0) throw new ToolError(says('several', { name: to }))
  return peer
}
