import type { EngineConfig } from '../../engine/config.ts'
import type { SessionEnvironment } from '../../engine/options/session-environment.ts'
import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import { type Env, HostError, type OpenRequest, type Overrides } from '../../protocol/host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { Gathered } from '../settings/gather-settings.ts'

type Wish = Pick<OpenRequest, 'overrides' | 'env' | 'interactive' | 'canAsk'>

/** What a session begins with, and what it can never have. */
export const choosePermissions = (
  wish: Wish & { readonly planning?: boolean },
  gathered: Gathered,
  warn: (text: string) => void,
): EngineConfig['permissions'] => {
  const refused = bypassRefused(gathered, wish.env, wish.overrides)
  const noAuto = autoRefused(gathered)
  return {
    mode: chooseMode(wish, gathered, warn),
    rules: gathered.rules,
    canAsk: (wish.interactive || wish.canAsk) ?? false,
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
  warn: (text: string) => void,
): PermissionMode => {
  const { defaultMode = 'default' } = gathered.settings.permissions ?? {}
  const wanted = overrides.permissionMode ?? (planning ? 'plan' : defaultMode)
  const noAuto = wanted === 'auto' ? autoRefused(gathered) : undefined
  if (noAuto !== undefined) {
    warn(`${noAuto} Using mode default.`)
    return 'default'
  }
  if (wanted !== 'bypassPermissions') return wanted
  if (isBypassDisabled(gathered) || overrides.noBypass) {
    warn(`${overrides.noBypass ? NO_BYPASS : BYPASS_DISABLED} Using mode default.`)
    return 'default'
  }
  const refused = bypassRefused(gathered, env)
  if (refused !== undefined) throw new HostError('permissions', refused)
  return wanted
}

/** Why auto mode may not be used. */
export const autoRefused = ({ settings }: Pick<Gathered, 'settings'>): string | undefined =>
  settings.permissions?.disableAutoMode === 'disable'
    ? 'Auto mode is turned off in settings ("disableAutoMode").'
    : undefined

const BYPASS_DISABLED = 'Bypassing permissions is turned off in settings ("disableBypassPermissionsMode").'

const isBypassDisabled = (gathered: Pick<Gathered, 'settings'>): boolean =>
  gathered.settings.permissions?.disableBypassPermissionsMode === 'disable'

const NO_BYPASS =
  'This server does not let sessions bypass permissions (--allow-dangerously-skip-permissions).'

/** Why bypass mode may not be used. */
export const bypassRefused = (
  gathered: Pick<Gathered, 'settings'>,
  env: Env,
  { noBypass }: Pick<Overrides, 'noBypass'> = {},
): string | undefined => {
  if (isBypassDisabled(gathered)) return BYPASS_DISABLED
  if (noBypass) return NO_BYPASS
  const root = process.getuid?.() === 0 && env['IS_SANDBOX'] !== '1'
  return root
    ? 'Permissions cannot be bypassed as root outside a sandbox. Set IS_SANDBOX=1 if this machine is one.'
    : undefined
}

/** Rules that cannot be read count for nothing: that must be known before they are relied on. */
export const warnOfRules = async (
  gathered: Pick<Gathered, 'rules'>,
  place: SessionEnvironment,
  warn: (text: LocalizedText) => void,
): Promise<void> => {
  const { ruleWarnings } = await import('../../features/permissions/permissions.ts')
  const { cwd, home, roots, caseSensitive } = place
  const policy = { mode: 'default', rules: gathered.rules, cwd, home, roots, caseSensitive } as const
  for (const warning of ruleWarnings(policy)) warn(warning)
}

const WIDER: readonly PermissionMode[] = ['acceptEdits', 'auto', 'dontAsk', 'bypassPermissions']

/** Says which permissions of a resumed session are gone, and how to give them again. */
export const tellNarrowed = (
  { leftMode, leftDirectories }: Pick<SessionHandle, 'leftMode' | 'leftDirectories'>,
  now: { readonly mode: PermissionMode; readonly roots: readonly string[] },
  warn: (text: string) => void,
): void => {
  const isWider = leftMode !== undefined && leftMode !== now.mode && WIDER.includes(leftMode)
  const missing = leftDirectories.filter(directory => !now.roots.includes(directory))
  if (isWider)
    warn(
      `This session was left in mode ${leftMode} and continues in mode ${now.mode}. To switch back, use --permission-mode ${leftMode} or Shift-Tab.`,
    )
  if (missing.length > 0)
    warn(`Directories aren't added again on resume: ${missing.join(', ')}. Use --add-dir or /add-dir.`)
}
