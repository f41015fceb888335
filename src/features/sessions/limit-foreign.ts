import { join } from 'node:path'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { LoadedSession } from './load.ts'

/**
 * Of a file that does not lie where this program keeps sessions only the conversation counts: what would stand before
 * it as our own words, what it says was spent, done and kept of files, was written by nobody knows whom.
 */
export const limitForeign = (loaded: LoadedSession, configHome: string): LoadedSession => {
  if (isKept(loaded.path, configHome)) return loaded
  const { title, tag, todos } = loaded.facts
  const left = leftAside(loaded)
  return {
    ...loaded,
    facts: { title, ...(tag === undefined ? {} : { tag }), ...(todos ? { todos } : {}) },
    messages: loaded.messages.map(withoutEffects),
    fileHistory: loaded.fileHistory.filter(line => 'message' in line),
    effects: [],
    foreign: true,
    notes: left.length === 0 ? loaded.notes : [...loaded.notes, noteOn(left)],
  }
}

const leftAside = ({ facts, fileHistory, effects }: LoadedSession): readonly string[] => {
  const parts: readonly (readonly [name: string, isThere: boolean])[] = [
    ['its model', facts.model !== undefined],
    ['its agent', facts.agent !== undefined],
    ['its cost', facts.cost !== undefined || facts.uncounted !== undefined],
    ['its prompt', facts.promptSnapshot !== undefined],
    ['its loaded tools', facts.loadedTools !== undefined],
    ['its schedules', facts.schedules !== undefined],
    ['its goal', facts.goal !== undefined],
    ['its file history', fileHistory.some(line => !('message' in line))],
    ['its ledger', effects.length > 0],
  ]
  return parts.flatMap(([name, isThere]) => (isThere ? [name] : []))
}

const noteOn = (ignored: readonly string[]): LocalizedText => resumingText('foreign', { ignored })

const withoutEffects = (entry: MessageEntry): MessageEntry => {
  if (entry.type !== 'user' || entry.effects === undefined) return entry
  const { effects: _, ...rest } = entry
  return rest
}

const isKept = (path: string, configHome: string): boolean => {
  const file = resolveReal(path)
  const sessions = resolveReal(join(configHome, 'projects'))
  return file.ok && sessions.ok && isInside(file.real, sessions.real, { caseSensitive: true })
}
