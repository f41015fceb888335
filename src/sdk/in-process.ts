// What runs in the process of the caller. Loaded when it is asked for: most programs only start another one.

export { converseHere } from '../cli/converse-here.ts'
export {
  type EffectiveSettings,
  effectiveSettings,
  type SettingsRequest,
} from '../host/library/effective-settings.ts'
export { describeKept, listKept, noteKept, readKept } from '../host/library/kept-sessions.ts'
export { type LibraryHost, openLibraryHost } from '../host/library/open-host.ts'
