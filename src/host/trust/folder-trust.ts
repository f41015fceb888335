import { existsSync, realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { isDirectoryTracked } from '../../features/settings/tracked-files.ts'
import { findTrustRoot } from '../../features/trust/find-trust-root.ts'
import { readState } from '../../features/trust/state-file.ts'
import { trustedSince } from '../../features/trust/trusted-folders.ts'
import { confirmedSettings, unconfirmedSettings } from '../../features/trust/unconfirmed-settings.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { isInside } from '../../lib/paths.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

export interface FolderTrust {
  readonly trusted: boolean
  /** The folder to be trusted, for messages. */
  readonly root: string
  /** Settings files that changed during a session, with the hash of what nobody has confirmed. */
  readonly unconfirmed: ReadonlyMap<string, string>
  /** Settings files that hold only what the person answered here, with its hash: these need no trust. */
  readonly own: ReadonlyMap<string, string>
  /** For stderr. */
  readonly warnings: readonly LocalizedText[]
}

/** Whether what lies in the start directory may count in this run: by word of the run, or as remembered. */
export const findFolderTrust = (
  options: Pick<Overrides, 'trust' | 'settingSources' | 'restricted'>,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string; readonly env: Env },
): FolderTrust => {
  const forRun = isTrustedForRun(options, place.env)
  if (!forRun) refuseTrackedHome(place)
  const root = findTrustRoot(place.cwd, place.home)
  const read = readState(place.configHome)
  const unconfirmed = read.kind === 'state' ? unconfirmedSettings(read.state, root.path) : new Map()
  const own = read.kind === 'state' ? confirmedSettings(read.state, root.path) : new Map()
  const found = { root: root.path, unconfirmed, own, warnings: [] }
  if (options.restricted) return { ...found, trusted: false }
  if (forRun) return { ...found, trusted: true }
  if (read.kind === 'unusable') return { ...found, trusted: false, warnings: [read.message] }
  return { ...found, trusted: root.lasting && trustedSince(read.state, root.path) !== undefined }
}

/**
 * A config home that git tracks in the checkout around the start directory is the repository's, not the person's: its
 * settings, hooks and trusted folders would count as the person's own. The home directory that the system knows may be
 * under version control. Throws HostError.
 */
const refuseTrackedHome = ({
  cwd,
  configHome,
}: {
  readonly cwd: string
  readonly configHome: string
}): void => {
  const checkout = findCheckout(cwd)
  if (!checkout || !existsSync(configHome)) return
  const real = realpathSync.native(configHome)
  const around = [checkout.root, checkout.main].find(root => isInside(real, root, { caseSensitive: true }))
  if (around === undefined || isSystemHome(dirname(real)) || !isDirectoryTracked(around, real)) return
  throw new HostError('directory', openingText('tracked_home', { home: configHome, repository: around }))
}

const isSystemHome = (path: string): boolean => {
  try {
    return realpathSync.native(userInfo().homedir) === path
  } catch {
    // A user id without an entry in the list of users, or one whose home is not there.
    return false
  }
}

/** Whoever names the project's settings has made that decision. */
const isTrustedForRun = (options: Pick<Overrides, 'trust' | 'settingSources'>, env: Env): boolean =>
  options.trust === true ||
  // By this name and these words alone: a variable of another program, or a "no", must not open the folder.
  ['1', 'true'].includes((env['CAPSTAN_TRUST_WORKSPACE'] ?? '').toLowerCase()) ||
  (options.settingSources?.includes('project') ?? false)
