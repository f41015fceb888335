import { isApproved } from '../../features/trust/approvals.ts'
import { readState } from '../../features/trust/state-file.ts'
import type { ServerApproval } from '../../protocol/extensions/server.ts'
import type { ServerSources } from './server-sources.ts'

/** What kind of word about a server of a project is remembered. */
export const APPROVED = 'server'
export const DECLINED = 'server-declined'

/** What the person said about servers of this folder, each bound to its definition. */
export const approvalsFor = (
  at: Pick<ServerSources, 'configHome' | 'trustRoot' | 'projectChoice' | 'hash'>,
): ((name: string, written: unknown) => ServerApproval) => {
  const state = readState(at.configHome)
  const { all, yes, no } = at.projectChoice
  return (name, written) => {
    const sha256 = at.hash(written)
    const has = (kind: string): boolean =>
      state.kind === 'state' && isApproved(state.state, at.trustRoot, { kind, name, sha256 })
    if (no.includes(name)) return { written, sha256, given: 'no' }
    if (all || yes.includes(name) || has(APPROVED)) return { written, sha256, given: 'yes' }
    return { written, sha256, given: has(DECLINED) ? 'no' : 'not asked' }
  }
}
