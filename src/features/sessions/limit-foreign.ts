import { join } from 'node:path'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { LoadedSession } from './load.ts'

/**
 * Of a file that does not lie where this program keeps sessions only the conversation counts: what would stand before
 * it as our own words, system prompt and tools, was written by nobody knows whom.
 */
export const limitForeign = (loaded: LoadedSession, configHome: string): LoadedSession => {
  if (loaded.facts.promptSnapshot === undefined || isKept(loaded.path, configHome)) return loaded
  const { promptSnapshot: _, ...facts } = loaded.facts
  return { ...loaded, facts }
}

const isKept = (path: string, configHome: string): boolean => {
  const file = resolveReal(path)
  const sessions = resolveReal(join(configHome, 'projects'))
  return file.ok && sessions.ok && isInside(file.real, sessions.real, { caseSensitive: true })
}
