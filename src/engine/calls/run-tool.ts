import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import type { CallRequest } from '../../loop/turn.ts'
import type { Event } from '../../protocol/event.ts'
import type { ResultBlock } from '../../protocol/message.ts'
import { textForModel } from '../../protocol/messages/text-for-model.ts'
import { type Tool, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

export interface RunToolDeps {
  readonly secrets: Pick<SessionSecrets, 'redact'>
  /** Of the prompt: what goes wrong is told in it. */
  readonly language?: PromptLanguage
  elapsed(): number
  emit(event: Event): void
  onRan(work: { readonly name: string; readonly durationMs: number; readonly output: unknown }): void
}

/** What a tool brought back, as it is: secrets are still in it. */
export interface Ran {
  readonly blocks: readonly ResultBlock[]
  readonly isError: boolean
  /** It could not do its work at all. */
  readonly undone?: 'not_started' | 'timed_out'
  readonly output: unknown
  readonly durationMs: number
}

/** Runs a tool to its end; what it says on the way is told at once. */
export const runTool = async (
  deps: RunToolDeps,
  {
    call,
    tool,
    input,
    started,
  }: {
    readonly call: CallRequest
    readonly started: number
    readonly tool: Tool
    readonly input: unknown
  },
  toolCall: ToolCall,
): Promise<Ran> => {
  const begun = deps.elapsed()
  deps.emit({ type: 'tool_started', toolUseId: call.block.id })
  const steps = tool.run(input, toolCall)
  try {
    for (;;) {
      const step = await steps.next()
      if (step.done) {
        const durationMs = deps.elapsed() - begun
        deps.onRan({ name: tool.name, durationMs, output: step.value })
        return {
          blocks: tool.show(step.value, deps.language),
          isError: tool.failed?.(step.value) ?? false,
          ...undoneIn(tool, step.value),
          output: step.value,
          durationMs,
        }
      }
      deps.emit({
        type: 'tool_progress',
        toolUseId: call.block.id,
        toolName: tool.name,
        elapsedMs: deps.elapsed() - started,
        ...deps.secrets.redact(step.value),
      })
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return {
      blocks: [{ type: 'text', text: await textForModel(error.localized, deps.language) }],
      isError: true,
      ...undoneIn(tool, undefined),
      output: undefined,
      durationMs: deps.elapsed() - begun,
    }
  } finally {
    await steps.return(undefined)
  }
}

const undoneIn = (tool: Tool, output: unknown): Pick<Ran, 'undone'> => {
  const undone = tool.undone?.(output)
  return undone ? { undone } : {}
}
