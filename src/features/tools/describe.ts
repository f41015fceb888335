import * as z from 'zod'
import type { Tool, ToolSpec } from '../../protocol/tool.ts'

/** The wire form of a tool. Loads zod: the build calls it and stores the result, so that no first request waits for it. */
export const describeTool = (tool: Tool): ToolSpec => {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { target: 'draft-7', io: 'output' })
  return {
    name: tool.name,
    ...(tool.aliases ? { aliases: tool.aliases } : {}),
    description: tool.description,
    input_schema: withoutSafeBounds(schema) as Record<string, unknown>,
    ...(tool.deferred ? { deferred: tool.deferred } : {}),
    ...(tool.listsDeferred ? { listsDeferred: true } : {}),
    ...(tool.clearable ? { clearable: true } : {}),
  }
}

/** Zod writes the range of safe integers as bounds; they say nothing and cost tokens. */
const withoutSafeBounds = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutSafeBounds)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isSafeBound(key, value))
      .map(([key, value]) => [key, withoutSafeBounds(value)]),
  )
}

const isSafeBound = (key: string, value: unknown): boolean =>
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER)
