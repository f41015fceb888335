import { listProfiles, profileHome } from '../../features/profiles/profile-files.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'

/** Another account of the same person: settings and credentials of its own, everything else shared. */
export interface Profile {
  readonly name: string
  /** Where its settings and credentials are. */
  readonly home: string
}

/** Set by `--profile`; nothing of a folder can set it. */
export const PROFILE_VARIABLE = 'CAPSTAN_PROFILE'

/** Throws HostError for a name that is none, and for a profile that nobody has made. */
export const profileOf = (env: Env, configHome: string): Profile | undefined => {
  const name = env[PROFILE_VARIABLE]
  if (!name) return undefined
  const home = profileHome(configHome, name)
  // By its own spelling: on a disk without upper and lower case it would be two names in the keychain.
  if (home !== undefined && listProfiles(configHome).includes(name)) return { name, home }
  if (home === undefined)
    throw new HostError('settings', openingText('bad_profile', { name: name.slice(0, 40) }))
  const names = listProfiles(configHome)
  throw new HostError(
    'settings',
    names.length > 0 ? openingText('no_profile', { name, names }) : openingText('no_profiles', { name }),
  )
}

/** Where settings of the person's own are written, and credentials kept. */
export const ownHome = (at: {
  readonly configHome: string
  readonly profile?: Profile | undefined
}): string => at.profile?.home ?? at.configHome
