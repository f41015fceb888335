import type { ContextItem, ContextUsage } from '../../protocol/context.ts'
import type { LoadedInstruction } from '../../protocol/instruction.ts'

/** What a host is told that asks what fills the window, in the names of the wire. */
export interface ContextAnswer {
  readonly model: string
  readonly totalTokens: number
  readonly maxTokens: number
  readonly percentage: number
  readonly categories: readonly { readonly name: string; readonly tokens: number }[]
  readonly memoryFiles: readonly { readonly path: string; readonly type: string; readonly tokens: number }[]
  readonly isAutoCompactEnabled: boolean
  readonly autoCompactThreshold?: number
}

const NAMES: { readonly [K in ContextItem['kind']]: string } = {
  system: 'System prompt',
  tools: 'Tools',
  instructions: 'Instruction files',
  memory: 'Memory',
  summary: 'Summary',
  user: 'User',
  assistant: 'Assistant',
  tool_result: 'Tool results',
  attachment: 'Attachments',
}

export const contextAnswer = (
  usage: ContextUsage,
  instructions: readonly LoadedInstruction[],
): ContextAnswer => {
  const sums = new Map<string, number>()
  for (const { kind, tokens } of usage.items) sums.set(NAMES[kind], (sums.get(NAMES[kind]) ?? 0) + tokens)
  return {
    model: usage.model,
    totalTokens: usage.tokens,
    maxTokens: usage.window,
    percentage: Math.round((usage.tokens / usage.window) * 100),
    categories: Array.from(sums, ([name, tokens]) => ({ name, tokens })),
    memoryFiles: instructions.map(({ path, scope, tokens }) => ({ path, type: scope, tokens })),
    isAutoCompactEnabled: usage.compactAt !== undefined,
    ...(usage.compactAt === undefined ? {} : { autoCompactThreshold: usage.compactAt }),
  }
}
