import type { Tool } from '../../protocol/tool.ts'

type Parsed = { readonly ok: true; readonly input: unknown } | { readonly ok: false; readonly error: string }

/** The input of a call as somebody changed it, read by the tool's own schema; as it was when nobody did. */
export const parseAgain = (tool: Tool, input: unknown, updated: unknown): Parsed => {
  if (updated === undefined) return { ok: true, input }
  const parsed = tool.input.safeParse(updated)
  return parsed.success
    ? { ok: true, input: parsed.data }
    : { ok: false, error: parsed.error.issues[0]?.message ?? 'unknown' }
}
