import type { SessionHandle } from '../engine/session-file/session-handle.ts'
import type { PermissionMode } from '../protocol/permission.ts'

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
