import { OpError } from '../../protocol/op.ts'
import type { OpenThread } from '../../protocol/thread.ts'
import type { ThreadParts } from '../thread.ts'
import { createHookAgent } from './hook-agent.ts'
import { findHookProblems } from './hook-problems.ts'
import { createPromptHooks, type PromptHooks } from './prompt-hooks.ts'
import { createSessionLife, type SessionLife } from './session-life.ts'
import { createWatchedFiles } from './watched-files.ts'

/** Hooks around a conversation: what it begins and ends with, and what is said to it. */
export const createHookLife = (
  { session, config, live, scope }: ThreadParts,
  openThread: OpenThread,
): { readonly life: SessionLife; readonly promptHooks: PromptHooks } => {
  const { hooks } = session
  const { runtime } = config
  hooks.lend({ runAgent: createHookAgent(openThread, runtime) })
  const warn = (text: string): void => void session.emit({ type: 'notice', level: 'warning', text })
  const setTitle = async (title: string): Promise<void> => {
    try {
      await scope.serve({ type: 'set_title', title })
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      warn(error.message)
    }
  }
  const files = createWatchedFiles({ cwd: config.place.cwd, hooks, log: line => runtime.log?.(line) })
  return {
    life: createSessionLife({
      config,
      hooks,
      live,
      files,
      setTitle,
      reloadSkills: async () => await session.skills.refresh(),
      warn,
      problems: () => findHookProblems(session),
    }),
    promptHooks: createPromptHooks(hooks, { title: () => live.title, setTitle }),
  }
}
