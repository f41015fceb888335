import { findTrustRoot } from '../features/trust/find-trust-root.ts'
import { readState } from '../features/trust/state-file.ts'
import { trustedSince } from '../features/trust/trusted-folders.ts'
import type { Env, Overrides } from '../protocol/host.ts'

export interface FolderTrust {
  readonly trusted: boolean
  /** The folder to be trusted, for messages. */
  readonly root: string
  /** For stderr. */
  readonly warnings: readonly string[]
}

/** Whether what lies in the start directory may count in this run: by word of the run, or as remembered. */
export const findFolderTrust = (
  options: Pick<Overrides, 'trust' | 'settingSources'>,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string; readonly env: Env },
): FolderTrust => {
  const root = findTrustRoot(place.cwd, place.home)
  if (isTrustedForRun(options, place.env)) return { trusted: true, root: root.path, warnings: [] }
  const read = readState(place.configHome)
  if (read.kind === 'unusable') return { trusted: false, root: root.path, warnings: [read.message] }
  const trusted = root.lasting && trustedSince(read.state, root.path) !== undefined
  return { trusted, root: root.path, warnings: [] }
}

/** Whoever names the project's settings has made that decision. */
const isTrustedForRun = (options: Pick<Overrides, 'trust' | 'settingSources'>, env: Env): boolean =>
  options.trust === true ||
  // By this name and these words alone: a variable of another program, or a "no", must not open the folder.
  ['1', 'true'].includes((env['CAPSTAN_TRUST_WORKSPACE'] ?? '').toLowerCase()) ||
  (options.settingSources?.includes('project') ?? false)
