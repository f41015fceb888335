import type { BackgroundTasks, WorkEnd } from '../../protocol/agents/task-work.ts'
import type { MemoryTidied } from '../../protocol/memory.ts'
import { ToolError } from '../../protocol/tool.ts'

/** The work of tidying, as people see it among what runs: from its first request to its end. */
export interface DreamTask {
  readonly signal: AbortSignal
  /** It asks the model now. */
  begin(): void
  end(result: MemoryTidied): void
}

/** `signal`: of whoever wants it tidied; who stops the task ends the work as well. */
export const createDreamTask = (tasks: Pick<BackgroundTasks, 'add'>, signal: AbortSignal): DreamTask => {
  const stopping = new AbortController()
  const ended = Promise.withResolvers<WorkEnd>()
  let begun = false
  return {
    signal: AbortSignal.any([signal, stopping.signal]),
    begin() {
      if (begun) return
      begun = true
      try {
        tasks.add({
          kind: 'dream',
          description: 'Tidying memories',
          quiet: true,
          ended: ended.promise,
          async stop() {
            stopping.abort()
            await ended.promise
          },
        })
      } catch (error) {
        // The session ends: there is no list to be in any more.
        if (!(error instanceof ToolError)) throw error
      }
    },
    end: result =>
      ended.resolve(
        result.kind === 'failed' ? { status: 'failed', reason: result.why } : { status: 'completed' },
      ),
  }
}
