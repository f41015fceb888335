import { join } from 'node:path'
import type { EngineConfig } from '../../engine/config.ts'
import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import { type Env, HostError, type OpenRequest, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { modeName } from '../../protocol/messages/permissions/permissions.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { Gathered } from '../settings/gather-settings.ts'

type Wish = Pick<OpenRequest, 'overrides' | 'env' | 'interactive' | 'canAsk'>

/** What a session begins with, and what it can never have. */
export const choosePermissions = (
  wish: Wish & { readonly planning?: boolean },
  gathered: Gathered,
  warn: Warn,
): EngineConfig['permissions'] => {
  const refused = bypassRefused(gathered, wish.env, wish.overrides)
  const noAuto = autoRefused(gathered)
  if (wish.overrides.enableAutoMode && noAuto !== undefined) warn(noAuto)
  return {
    mode: chooseMode(wish, gathered, warn),
    rules: gathered.rules,
    canAsk: (wish.interactive || wish.canAsk) ?? false,
    ...(wish.overrides.restricted ? { confined: true } : {}),
    ...(gathered.settings.autoMode?.classifyAllShell ? { reviewsShell: true } : {}),
    ...(refused === undefined ? {} : { bypassRefused: refused }),
    ...(noAuto === undefined ? {} : { autoRefused: noAuto }),
  }
}

/**
 * What is asked for now counts, then that the session was planning, then settings.
 * A mode that cannot be had becomes the stricter `default`, and that is said; bypass as root is refused altogether.
 */
export const chooseMode = (
  { overrides, env, planning }: Pick<Wish, 'overrides' | 'env'> & { readonly planning?: boolean },
  gathered: Pick<Gathered, 'settings'>,
  warn: Warn,
): PermissionMode => {
  const { defaultMode = 'default' } = gathered.settings.permissions ?? {}
  const wanted = overrides.permissionMode ?? (planning ? 'plan' : defaultMode)
  const noAuto = wanted === 'auto' ? autoRefused(gathered) : undefined
  if (noAuto !== undefined) {
    warn(openingText('mode_default', { problem: noAuto }))
    return 'default'
  }
  if (wanted !== 'bypassPermissions') return wanted
  if (overrides.restricted) throw new HostError('permissions', openingText('restricted_bypass'))
  if (isBypassDisabled(gathered) || overrides.noBypass) {
    const problem = openingText(overrides.noBypass ? 'server_without_bypass' : 'bypass_off')
    warn(openingText('mode_default', { problem }))
    return 'default'
  }
  const refused = bypassRefused(gathered, env)
  if (refused !== undefined) throw new HostError('permissions', refused)
  return wanted
}

/** Why auto mode may not be used. */
export const autoRefused = ({ settings }: Pick<Gathered, 'settings'>): LocalizedText | undefined =>
  settings.permissions?.disableAutoMode === 'disable' ? openingText('auto_off') : undefined

const isBypassDisabled = (gathered: Pick<Gathered, 'settings'>): boolean =>
  gathered.settings.permissions?.disableBypassPermissionsMode === 'disable'

/** Why bypass mode may not be used. */
export const bypassRefused = (
  gathered: Pick<Gathered, 'settings'>,
  env: Env,
  { noBypass, restricted }: Pick<Overrides, 'noBypass' | 'restricted'> = {},
): LocalizedText | undefined => {
  if (isBypassDisabled(gathered)) return openingText('bypass_off')
  if (restricted) return openingText('restricted_bypass')
  if (noBypass) return openingText('server_without_bypass')
  const root = process.getuid?.() === 0 && env['IS_SANDBOX'] !== '1'
  return root ? openingText('bypass_as_root') : undefined
}

/** Rules that cannot be read count for nothing: that must be known before they are relied on. */
export const warnOfRules = async (gathered: Pick<Gathered, 'rules'>, warn: Warn): Promise<void> => {
  const { ruleWarnings } = await import('../../features/permissions/rules/rule-warnings.ts')
  for (const warning of ruleWarnings(gathered)) warn(warning)
}

const WIDER: readonly PermissionMode[] = ['acceptEdits', 'auto', 'dontAsk', 'bypassPermissions']

/** Says which permissions of a resumed session are gone, and how to give them again. */
export const tellNarrowed = (
  { leftMode, leftDirectories }: Pick<SessionHandle, 'leftMode' | 'leftDirectories'>,
  now: { readonly mode: PermissionMode; readonly roots: readonly string[] },
  warn: Warn,
): void => {
  const isWider = leftMode !== undefined && leftMode !== now.mode && WIDER.includes(leftMode)
  const missing = leftDirectories.filter(directory => !now.roots.includes(directory))
  if (isWider)
    warn(openingText('left_in_mode', { left: modeName(leftMode), mode: modeName(now.mode), flag: leftMode }))
  if (missing.length > 0) warn(openingText('directories_left', { paths: missing }))
}

/** How calls and plans are decided, beside the rules. */
export const chooseDeciding = (
  { settings: { autoMode, plansDirectory } }: Pick<Gathered, 'settings'>,
  { configHome }: { readonly configHome: string },
  { planModeInstructions: steps }: Pick<Overrides, 'planModeInstructions'>,
): Required<Pick<EngineConfig, 'review' | 'plans'>> => ({
  review: autoMode ? { rules: autoMode } : {},
  plans: {
    own: join(configHome, 'plans'),
    ...(plansDirectory === undefined ? {} : { wanted: plansDirectory }),
    ...(steps === undefined ? {} : { steps }),
  },
})
