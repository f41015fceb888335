import type { CacheCause } from '../../../protocol/cache.ts'
import type { Message } from '../../../protocol/message.ts'
import { cacheText } from '../../../protocol/messages/host/cache.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import type { Area, Parting } from './compare-requests.ts'

/** Told by whoever changes what was sent, before the request that shows it. */
export interface CacheNote {
  readonly cause: CacheCause
  readonly detail: Text
}

/** What a cause can have changed; `model` and `options` speak for themselves. */
const REACH: { readonly [C in CacheCause]?: readonly Area[] } = {
  tool_loaded: ['tools'],
  tools_changed: ['tools'],
  system_changed: ['system'],
  results_cleared: ['messages'],
  // A conversation that begins anew looks at its environment again.
  messages_removed: ['tools', 'system', 'messages'],
  compaction: ['tools', 'system', 'messages'],
  upgraded: ['tools', 'system', 'messages'],
  resumed: ['model', 'options', 'tools', 'system', 'messages'],
}

/** Why a request parts from the one before: what was told, else what is plain to see, else nobody knows. */
export const explain = (parting: Parting, notes: readonly CacheNote[]): CacheNote => {
  const { area } = parting
  const told = notes.find(note => REACH[note.cause]?.includes(area))
  if (told)
    return {
      cause: told.cause,
      detail: cacheText('because', { note: told.detail, area, detail: parting.detail }),
    }
  if (area === 'model') return { cause: 'model_changed', detail: parting.detail }
  if (area === 'options') return { cause: 'options_changed', detail: parting.detail }
  // A request takes only so many; the oldest give way.
  if (parting.lostMedia)
    return { cause: 'messages_removed', detail: cacheText('media', { detail: parting.detail }) }
  return { cause: 'unexplained', detail: cacheText('unexplained', { area, detail: parting.detail }) }
}

/** What shortened the conversation, as people call it. */
const COMPACTED: Readonly<Record<string, 'summary' | 'notes'>> = {
  'full-compact': 'summary',
  'session-memory-compact': 'notes',
}

/** Messages of the history that say what is no longer sent. */
export const noteOf = (message: Message): CacheNote | undefined => {
  if (message.type !== 'system') return undefined
  if (message.subtype === 'compact_boundary' && message.compactMetadata?.by === 'clear')
    return { cause: 'messages_removed', detail: '/clear' }
  if (message.subtype === 'compact_boundary')
    return {
      cause: 'compaction',
      detail: cacheText(COMPACTED[message.compactMetadata?.by ?? ''] ?? 'compacted'),
    }
  const { edit } = message
  switch (edit?.kind) {
    case 'snip':
      return { cause: 'messages_removed', detail: cacheText('removed', { count: edit.removed.length }) }
    case 'clear':
      return {
        cause: 'results_cleared',
        detail: cacheText('old_results', { count: edit.results.length + edit.media.length }),
      }
    case 'collapse':
      return { cause: 'compaction', detail: cacheText('summarized', { count: edit.replaced.length }) }
    case undefined:
      return undefined
  }
}
