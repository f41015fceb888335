import { scriptLimits } from '../../../features/script/script-limits.ts'
import { type ScriptThread, startThread } from '../../../lib/script-engine/script-thread.ts'
import type { ThreadParts } from '../../thread.ts'

/** Begins the thread of a script that is still being written, and loads what its call will need here. */
export const beginThread = async ({ config, session, tools }: ThreadParts): Promise<ScriptThread> => {
  const { memoryBytes } = scriptLimits(config.limits.script ?? {})
  const begun = await startThread({ memoryBytes, compiled: session.compiled })
  await Promise.allSettled([
    import('./run-script-here.ts'),
    import('../call-runner.ts'),
    ...(tools().toolsIn?.('scripts') ?? []).map(name => tools().load(name)),
  ])
  return begun
}
