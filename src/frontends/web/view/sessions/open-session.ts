import type { SessionInfo } from '../../../../protocol/serve/wire.ts'
import type { AppState } from '../app-context.ts'

/** Opens a new session and goes to it; a prompt is said there once it is read. Throws ApiError. */
export const openSession = async (
  app: AppState,
  { cwd, prompt }: { readonly cwd: string; readonly prompt?: string },
): Promise<void> => {
  const { session, warnings } = await app.api.send<{
    readonly session: SessionInfo
    readonly warnings: readonly string[]
  }>('POST', '/sessions', { cwd })
  for (const warning of warnings) app.tell(warning)
  if (prompt !== undefined) {
    // As a draft it outlives a page that is loaded again before it was said.
    sessionStorage.setItem(`capstan.draft.${session.id}`, prompt)
    app.toSend.add(session.id)
  }
  location.hash = `#/s/${encodeURIComponent(session.id)}`
  void app.refresh()
}

export const foldersOf = (sessions: readonly SessionInfo[]): readonly string[] => [
  ...new Set(sessions.flatMap(({ cwd }) => (cwd === undefined ? [] : [cwd]))),
]
