import type { RunOptions } from '../cli/args/run-options.ts'
import { findTrustRoot } from '../features/trust/find-trust-root.ts'
import { readState } from '../features/trust/state-file.ts'
import { trustedSince } from '../features/trust/trusted-folders.ts'
import type { Env } from './environment.ts'

export interface FolderTrust {
  readonly trusted: boolean
  /** The folder to be trusted, for messages. */
  readonly root: string
  /** For stderr. */
  readonly warnings: readonly string[]
}

/** Whether what lies in the start directory may count in this run: by word of the run, or as remembered. */
export const findFolderTrust = (
  options: RunOptions,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string; readonly env: Env },
): FolderTrust => {
  const root = findTrustRoot(place.cwd, place.home)
  if (isTrustedForRun(options, place.env)) return { trusted: true, root: root.path, warnings: [] }
  const read = readState(place.configHome)
  if (read.kind === 'unusable') return { trusted: false, root: root.path, warnings: [read.message] }
  const trusted = root.lasting && trustedSince(read.state, root.path) !== undefined
  return { trusted, root: root.path, warnings: [] }
}

/** A host that speaks the control protocol, or names the project's settings, has made that decision itself. */
const isTrustedForRun = (options: RunOptions, env: Env): boolean =>
  options.trust ||
  // By this name and these words alone: a variable of another program, or a "no", must not open the folder.
  ['1', 'true'].includes((env['CAPSTAN_TRUST_WORKSPACE'] ?? '').toLowerCase()) ||
  options.inputFormat === 'stream-json' ||
  (options.settingSources?.includes('project') ?? false)
