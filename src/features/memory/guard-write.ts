import { isInside } from '../../lib/paths.ts'
import { findStrictly } from '../../lib/secrets/find-strictly.ts'
import { ToolError } from '../../protocol/tool.ts'

/**
 * Whether a write goes into the memory directory. Throws ToolError when it would put a secret there: what is in it is
 * sent with later sessions, and nobody asks before it is written.
 */
export const guardWrite = (
  directory: { readonly path: string; readonly caseSensitive: boolean },
  path: string,
  data: Uint8Array,
): boolean => {
  if (!isInside(path, directory.path, directory)) return false
  const [secret] = findStrictly(Buffer.from(data).toString('utf8'))
  if (secret)
    throw new ToolError(
      `Not written to memory: line ${secret.line} looks like a secret (${secret.kind}). Note where the secret is kept instead of the secret itself.`,
    )
  return true
}
