import { findTrustRoot } from '../features/trust/find-trust-root.ts'
import { readState } from '../features/trust/state-file.ts'
import { trustedSince } from '../features/trust/trusted-folders.ts'
import { ownSettings, unconfirmedSettings } from '../features/trust/unconfirmed-settings.ts'
import type { Env, Overrides } from '../protocol/host.ts'

export interface FolderTrust {
  readonly trusted: boolean
  /** The folder to be trusted, for messages. */
  readonly root: string
  /** Settings files that changed during a session, with the hash of what nobody has confirmed. */
  readonly unconfirmed: ReadonlyMap<string, string>
  /** Settings files that hold only what the person answered here, with its hash: these need no trust. */
  readonly own: ReadonlyMap<string, string>
  /** For stderr. */
  readonly warnings: readonly string[]
}

/** Whether what lies in the start directory may count in this run: by word of the run, or as remembered. */
export const findFolderTrust = (
  options: Pick<Overrides, 'trust' | 'settingSources'>,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string; readonly env: Env },
): FolderTrust => {
  const root = findTrustRoot(place.cwd, place.home)
  const read = readState(place.configHome)
  const unconfirmed = read.kind === 'state' ? unconfirmedSettings(read.state, root.path) : new Map()
  const own = read.kind === 'state' ? ownSettings(read.state, root.path) : new Map()
  const found = { root: root.path, unconfirmed, own, warnings: [] }
  if (isTrustedForRun(options, place.env)) return { ...found, trusted: true }
  if (read.kind === 'unusable') return { ...found, trusted: false, warnings: [read.message] }
  return { ...found, trusted: root.lasting && trustedSince(read.state, root.path) !== undefined }
}

/** Whoever names the project's settings has made that decision. */
const isTrustedForRun = (options: Pick<Overrides, 'trust' | 'settingSources'>, env: Env): boolean =>
  options.trust === true ||
  // By this name and these words alone: a variable of another program, or a "no", must not open the folder.
  ['1', 'true'].includes((env['CAPSTAN_TRUST_WORKSPACE'] ?? '').toLowerCase()) ||
  (options.settingSources?.includes('project') ?? false)
