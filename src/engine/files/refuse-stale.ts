import type { SessionFiles } from '../../features/files/files.ts'
import { contentHash } from '../../features/tools/seen-content.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { Leases } from '../../protocol/agents/leases.ts'
import { ToolError } from '../../protocol/tool.ts'

/**
 * Throws ToolError while another thread has the file, and for a content that another thread wrote since this one read
 * it: an edit that happens to fit would go on from what the model does not know.
 */
export const refuseStale = (
  path: string,
  before: Uint8Array | undefined,
  { files, leases }: { readonly files: Pick<SessionFiles, 'seen'>; readonly leases: Leases },
): void => {
  const resolved = resolveReal(path)
  if (!resolved.ok) return
  leases.check(resolved.real)
  const seen = files.seen({ path, realPath: resolved.real })
  const writer = seen && seen.by !== 'search' ? leases.lastWriter(resolved.real) : undefined
  if (writer === undefined || !before || contentHash(before) === seen?.hash) return
  throw new ToolError(
    `${path} was not changed: ${writer} has changed it since you read it. Read it again, then edit it.`,
  )
}
