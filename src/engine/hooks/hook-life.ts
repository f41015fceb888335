import type { Event } from '../../protocol/event.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { OpenThread } from '../../protocol/thread.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Scope } from '../scope.ts'
import type { PromptHooks } from '../turn/run-prompt-hooks.ts'
import { createHookAgent } from './hook-agent.ts'
import { findHookProblems, type HookOwners } from './hook-problems.ts'
import type { Hooks } from './part.ts'
import { createPromptHooks } from './prompt-hooks.ts'
import { createSessionLife, type SessionLife, type SessionLifeOptions } from './session-life.ts'
import { createWatchedFiles } from './watched-files.ts'

interface HookLifeOptions {
  readonly config: SessionLifeOptions['config'] & {
    readonly place: Pick<SessionEnvironment, 'cwd'>
    readonly tools: Pick<Toolbox, 'toolsIn'>
  }
  readonly session: HookOwners & {
    readonly hooks: Hooks
    readonly skills: { refresh(): Promise<void> | undefined }
    emit(event: Event): unknown
  }
  readonly live: SessionLifeOptions['live']
  readonly scope: Pick<Scope, 'serve'>
}

export interface HookLife {
  readonly life: SessionLife
  readonly promptHooks: PromptHooks
}

/** Hooks around a conversation: what it begins and ends with, and what is said to it. */
export const createHookLife = (
  { session, config, live, scope }: HookLifeOptions,
  openThread: OpenThread,
): HookLife => {
  const { hooks } = session
  const { runtime } = config
  hooks.lend({ runAgent: createHookAgent(openThread, config) })
  const warn = (text: Text): void => void session.emit(foreignNotice('warning', text))
  const setTitle = async (title: string): Promise<void> => {
    try {
      await scope.serve({ type: 'set_title', title })
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      warn(error.localized)
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
