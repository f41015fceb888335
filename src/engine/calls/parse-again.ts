import { isDeepStrictEqual } from 'node:util'
import type { Tool } from '../../protocol/tool.ts'

type Parsed = { readonly ok: true; readonly input: unknown } | { readonly ok: false; readonly error: string }

/**
 * The input of a call as somebody changed it, read by the tool's own schema; as it was when nobody did. Whoever gives back
 * what they were shown has changed nothing, nor what the session added and did not show.
 */
export const parseAgain = (
  { tool, cwd }: { readonly tool: Tool; readonly cwd: string },
  input: unknown,
  updated: unknown,
): Parsed => {
  if (updated === undefined || isDeepStrictEqual(updated, observe(tool, input, cwd)))
    return { ok: true, input }
  const parsed = tool.input.safeParse(updated)
  return parsed.success
    ? { ok: true, input: parsed.data }
    : { ok: false, error: parsed.error.issues[0]?.message ?? 'unknown' }
}

export const observe = (tool: Tool, input: unknown, cwd: string): unknown =>
  tool.observe?.(input, cwd) ?? input
