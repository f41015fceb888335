/** What a child is shown of the session that started it, under both names that scripts know. */
export const sessionVariables = (
  session: { readonly id: string; readonly effort?: string | undefined },
  /** `nested`: a session that it starts is one inside another. */
  as: 'nested' | 'beside',
): Readonly<Record<string, string>> => {
  const { id, effort } = session
  const pid = String(process.pid)
  return {
    CLAUDE_CODE_SESSION_ID: id,
    CAPSTAN_SESSION_ID: id,
    CLAUDE_PID: pid,
    CAPSTAN_PID: pid,
    ...(effort === undefined ? {} : { CLAUDE_EFFORT: effort, CAPSTAN_EFFORT: effort }),
    ...(as === 'nested' ? { CLAUDE_CODE_CHILD_SESSION: '1', CAPSTAN_CHILD_SESSION: '1' } : {}),
  }
}
