import type { PermissionMode } from '../protocol/permission.ts'
import type { EngineConfig, Live } from './config.ts'

const NO_REVIEWER =
  'Mode auto needs a reviewer, and this session has none. Choose another mode, such as acceptEdits.'

/** What the session begins with. Wherever a change of mode comes from, `onMode` hears of it. */
export const createLive = (
  { permissions, models, place, review }: EngineConfig,
  onMode: (mode: PermissionMode, before: PermissionMode) => void,
): Live => {
  let { mode } = permissions
  return {
    get mode() {
      return mode
    },
    set mode(next) {
      const before = mode
      mode = next
      if (next !== before) onMode(next, before)
    },
    model: models.name,
    cwd: place.cwd,
    rules: permissions.rules,
    roots: place.roots,
    bypassRefused: permissions.bypassRefused,
    autoRefused: permissions.autoRefused ?? (review ? undefined : NO_REVIEWER),
  }
}

/** Why a mode may not be used now. */
export const modeRefused = (mode: PermissionMode, live: Live): string | undefined => {
  if (mode === 'bypassPermissions') return live.bypassRefused
  return mode === 'auto' ? live.autoRefused : undefined
}
