/** A problem in a file, as a language server or an editor sees it. */
export interface Diagnostic {
  /** From one. */
  readonly line: number
  /** Of a notebook, from one; the line is one of it. */
  readonly cell?: number
  readonly level: 'error' | 'warning'
  readonly message: string
  readonly code?: string
  /** As the server gave it, to be asked about. */
  readonly raw?: unknown
}

/** A server that finds more has lost its way. */
const MOST = 2_000

/** Errors and warnings of what a server published; hints are for editors. */
export const readDiagnostics = (value: unknown): readonly Diagnostic[] =>
  (Array.isArray(value) ? value.slice(0, MOST) : []).flatMap((each): readonly Diagnostic[] => {
    const { severity = 1, message, range, code } = Object(each) as Record<string, unknown>
    if (typeof message !== 'string' || (severity !== 1 && severity !== 2)) return []
    const start = Object(Object(range).start) as { readonly line?: unknown }
    return [
      {
        line: typeof start.line === 'number' ? start.line + 1 : 1,
        level: severity === 1 ? 'error' : 'warning',
        message,
        ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
        raw: each,
      },
    ]
  })

const keyOf = ({ level, message, code }: Diagnostic): string => JSON.stringify([level, code, message])

/** Those that stand in `now` more often than in `before`; lines move with every edit, so they do not count. */
export const freshIn = (now: readonly Diagnostic[], before: readonly Diagnostic[]): readonly Diagnostic[] => {
  const left = new Map<string, number>()
  for (const each of before) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + 1)
  return now.filter(each => {
    const count = left.get(keyOf(each)) ?? 0
    left.set(keyOf(each), count - 1)
    return count <= 0
  })
}
