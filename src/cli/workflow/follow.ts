import { progressLines } from '../../agents/workflow/progress-lines.ts'
import type { WorkflowInfo, WorkflowRequest } from '../../protocol/agents/workflow.ts'
import type { Engine } from '../../protocol/engine.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import { ExitError, messageOf } from '../exit-error.ts'

interface Follower {
  readonly signal: AbortSignal
  begun(): void
  readonly line: Warn
}

/** Starts a run and stays with it to its end; what it does is told line by line. */
export const follow = async (
  engine: Engine,
  wish: WorkflowRequest,
  { signal, begun, line }: Follower,
): Promise<WorkflowInfo> => {
  await using events = engine.events()
  const taskId = wish.resume ?? wish.runId ?? ''
  // It may have ended by itself in the meantime.
  const stop = (): void => void engine.send({ type: 'stop_task', taskId }).catch(() => undefined)
  try {
    await engine.send({ type: 'start_workflow', wish, authority: 'owner' })
  } catch (error) {
    throw error instanceof OpError ? new ExitError(2, messageOf(error)) : error
  }
  begun()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  let last: WorkflowInfo | undefined
  try {
    for await (const event of events) {
      if (event.type === 'notice' && event.level !== 'info') line(event.localized)
      if (event.type !== 'workflow_changed') continue
      const { info } = event
      for (const text of progressLines(last, info)) line(asLocalized(text))
      last = info
      if (info.state !== 'running') return info
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  throw new ExitError(1, commandText('no_result'))
}
