import type { Entry, MessageEntry } from '../../protocol/entry.ts'
import type { LoadedSession } from './load.ts'

interface ForkDeps {
  readonly newSessionId: string
  readonly newId: () => string
}

interface Origin {
  readonly sessionId: string
  readonly ids: ReadonlyMap<string, string>
}

const copyEntry = (
  entry: MessageEntry,
  origin: Origin,
  place: { uuid: string; parent: string | null; sessionId: string },
): MessageEntry => {
  const { logicalParentUuid: _, ...kept } = entry
  const copy: MessageEntry = {
    ...kept,
    uuid: place.uuid,
    parentUuid: place.parent,
    sessionId: place.sessionId,
    forkedFrom: { sessionId: origin.sessionId, messageUuid: entry.uuid },
  }
  if (copy.type === 'user' && copy.sourceToolAssistantUUID !== undefined) {
    const { sourceToolAssistantUUID: source, ...rest } = copy
    const renamed = origin.ids.get(source)
    return renamed === undefined ? rest : { ...rest, sourceToolAssistantUUID: renamed }
  }
  return copy.type === 'system' ? copySystem(copy, origin.ids) : copy
}

type SystemEntry = MessageEntry & { readonly type: 'system' }

const copySystem = (copy: SystemEntry, ids: Origin['ids']): SystemEntry => {
  const renamed = (uuids: readonly string[]): readonly string[] => uuids.map(uuid => ids.get(uuid) ?? uuid)
  // What a tombstone removed was left out of the loaded conversation already.
  if (copy.subtype === 'tombstone') return { ...copy, removed: [] }
  if (copy.compactMetadata?.preserved) {
    // In the copy what was preserved stands where it belongs.
    const { preserved: _, ...compactMetadata } = copy.compactMetadata
    return { ...copy, compactMetadata }
  }
  switch (copy.edit?.kind) {
    case 'snip':
      return { ...copy, edit: { ...copy.edit, removed: renamed(copy.edit.removed) } }
    case 'clear':
      return { ...copy, edit: { ...copy.edit, media: renamed(copy.edit.media) } }
    case 'collapse':
      return { ...copy, edit: { ...copy.edit, replaced: renamed(copy.edit.replaced) } }
    case undefined:
      return copy
  }
}

/**
 * The conversation as the beginning of another session: new ids, one straight chain, where each came from. Reply and
 * request ids stay, so that usage reports do not count a reply twice; what was spent stays with the original.
 */
export const forkSession = (
  loaded: Pick<LoadedSession, 'sessionId' | 'messages' | 'facts'>,
  deps: ForkDeps,
): readonly Entry[] => {
  const ids = new Map(loaded.messages.map(message => [message.uuid, deps.newId()]))
  const origin: Origin = { sessionId: loaded.sessionId, ids }
  const entries: Entry[] = []
  let parent: string | null = null
  for (const message of loaded.messages) {
    const uuid = ids.get(message.uuid) ?? deps.newId()
    entries.push(copyEntry(message, origin, { uuid, parent, sessionId: deps.newSessionId }))
    parent = uuid
  }
  const { title, tag, model, mode, effort, thinking, coordinator, agent, loadedTools, promptSnapshot } =
    loaded.facts
  const sessionId = deps.newSessionId
  if (model !== undefined) entries.push({ type: 'model', model, sessionId })
  if (effort !== undefined) entries.push({ type: 'effort', effort, sessionId })
  if (thinking !== undefined) entries.push({ type: 'thinking', enabled: thinking, sessionId })
  if (coordinator !== undefined) entries.push({ type: 'coordinator', enabled: coordinator, sessionId })
  // What narrows goes along, what allows more does not.
  if (agent !== undefined) entries.push({ type: 'agent-setting', agentSetting: agent, sessionId })
  if (mode === 'plan') entries.push({ type: 'mode', mode, sessionId })
  if (loadedTools !== undefined) entries.push({ type: 'loaded-tools', tools: loadedTools, sessionId })
  if (promptSnapshot !== undefined) entries.push({ ...promptSnapshot, type: 'prompt-snapshot', sessionId })
  if (tag !== undefined) entries.push({ type: 'tag', tag, sessionId })
  if (title.ai !== undefined) entries.push({ type: 'ai-title', aiTitle: title.ai, sessionId })
  if (title.custom !== undefined) entries.push({ type: 'custom-title', customTitle: title.custom, sessionId })
  return entries
}
