import { dirname, join } from 'node:path'
import type { EngineConfig } from '../config.ts'

/** Where this session keeps what is too long for the conversation: beside its file, or among the passing output. */
export const resultsDirectory = ({ session, place }: EngineConfig): string =>
  session.path === undefined
    ? join(place.outputDir, session.id)
    : join(dirname(session.path), session.id, 'tool-results')

/** Where the person's environment says that this program keeps its settings and sessions. */
export const configHomeOf = ({ settings, instructions }: EngineConfig): string | undefined =>
  settings?.userAnchor ?? instructions?.configHome
