import type { OpenRequest } from '../../protocol/host.ts'
import { emptyOptions } from '../args/run-options.ts'
import type { Process } from '../process.ts'
import { startTui } from '../tui/start.ts'
import type { MemberLine } from './report-member.ts'

/** A member with a terminal of its own: a session like any other, which ends when its work does. */
export const showMember = async (
  request: OpenRequest,
  { env, version, argv }: Process,
  { line, over }: { readonly line: MemberLine; readonly over: AbortSignal },
): Promise<number> => {
  const { trust = false } = request.overrides
  const member = { request, follow: line.follow, over }
  const code = await startTui({ options: { ...emptyOptions(), trust }, env, version, argv, member })
  await line.close()
  return over.aborted ? 0 : code
}
