// What runs in the process of the caller. Loaded when it is asked for: most programs only start another one.

export { converseHere } from '../cli/converse-here.ts'
export {
  type EffectiveSettings,
  effectiveSettings,
  type SettingsRequest,
} from '../host/library/effective-settings.ts'
export { type LibraryHost, openLibraryHost } from '../host/library/open-host.ts'
export {
  annotateSavedSession,
  describeSavedSession,
  listSavedSessions,
  readSavedSession,
} from '../host/library/saved-sessions.ts'
