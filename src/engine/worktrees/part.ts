import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WorktreeDeps } from '../../features/worktrees/deps.ts'
import { errorText } from '../../lib/error-text.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import type { OpenWorktree, WorktreeEnd, Worktrees } from '../../protocol/agents/worktrees.ts'
import type { Event } from '../../protocol/event.ts'
import { worktreeText } from '../../protocol/messages/engine/worktrees.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Hooks } from '../hooks/part.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PermissionChoice } from '../permissions/options.ts'
import type { SessionSandbox } from '../sandbox/part.ts'
import type { Part } from '../scope.ts'
import type { WorktreeChoice } from './options.ts'

export interface SessionWorktrees extends Part {
  readonly port: Worktrees
  /** One that is there already. ToolError for what is none. */
  openAt(path: string): Promise<OpenWorktree>
}

export interface WorktreesOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly runtime: Runtime
    readonly permissions: Pick<PermissionChoice, 'canAsk'>
    readonly worktree?: WorktreeChoice
  }
  readonly live: Pick<ThreadState, 'cwd' | 'roots' | 'mode'>
  readonly desk: Pick<PermissionDesk, 'ask'>
  readonly sandbox?: Pick<SessionSandbox, 'git' | 'ready'> | undefined
  emit(event: Event): unknown
  readonly hooks: Pick<Hooks, 'isSet' | 'fire'>
  childEnv(): Readonly<Record<string, string>>
}

/** The worktrees of a session; what makes them is loaded with the first one. */
export const createWorktrees = (from: WorktreesOptions): SessionWorktrees => {
  const { config, live, hooks } = from
  let made: Promise<WorktreeDeps> | undefined
  const over = new AbortController()
  const deps = (): Promise<WorktreeDeps> => (made ??= depsOf(from, askOnce(from, over.signal)))
  const open = new Set<OpenWorktree>()
  const remember = (tree: OpenWorktree): OpenWorktree => {
    let end: Promise<WorktreeEnd> | undefined
    const known: OpenWorktree = {
      ...tree,
      async keep() {
        open.delete(known)
        await tree.keep()
      },
      finish: how => (end ??= tree.finish(how).finally(() => open.delete(known))),
    }
    open.add(known)
    if (tree.notRun?.length)
      from.emit(
        notice('warning', worktreeText('not_run', { name: tree.name, programs: tree.notRun.join('; ') })),
      )
    return known
  }
  let sweeping: Promise<unknown> | undefined
  return {
    port: {
      async create({ cwd = live.cwd, ...request }) {
        if (hooks.isSet('WorktreeCreate')) {
          const { openWithHook } = await import('./worktree-hooks.ts')
          const { inventedName } = await import('../../features/worktrees/worktree-name.ts')
          const name = request.name ?? inventedName(request.agentId ?? config.runtime.newId())
          return remember(await openWithHook({ name, main: cwd }, hooks))
        }
        const { openWorktree } = await import('../../features/worktrees/open-worktree.ts')
        const { slugOf } = await import('../../features/worktrees/worktree-name.ts')
        const { name: wanted } = request
        if (wanted !== undefined && [...open].some(({ name }) => name === slugOf(wanted)))
          throw new ToolError(worktreeText('name_in_use', { name: wanted }))
        return remember(
          await openWorktree({ ...request, cwd, settings: config.worktree ?? {} }, await deps()),
        )
      },
    },
    async openAt(path) {
      if ([...open].some(tree => tree.path === path)) throw new ToolError(worktreeText('in_use', { path }))
      const { openWorktreeAt } = await import('../../features/worktrees/open-worktree.ts')
      return remember(await openWorktreeAt({ path, cwd: live.cwd }, await deps()))
    },
    // Beside a request that is on its way: nobody waits for it.
    requested() {
      sweeping ??= sweep(live.cwd, deps, over.signal).catch((error: unknown) =>
        config.runtime.log?.(`worktrees: ${errorText(error)}`),
      )
    },
    async [Symbol.asyncDispose]() {
      over.abort()
      await Promise.all([...open].map(tree => tree.finish()))
      await sweeping
    },
  }
}

/** One question for the same programs in a session. Where nobody can answer, they are not started. */
const askOnce = (
  { config, live, desk, sandbox }: WorktreesOptions,
  signal: AbortSignal,
): NonNullable<WorktreeDeps['mayRun']> => {
  const answers = new Map<string, Promise<boolean>>()
  const ask = async (programs: readonly string[]): Promise<boolean> => {
    const { checkoutQuestion } = await import('../calls/checkout-question.ts')
    const held = (await sandbox?.ready())?.available ?? false
    const question = checkoutQuestion(programs, { held, newId: config.runtime.newId })
    return (await desk.ask(question, signal))?.behavior === 'allow'
  }
  return async programs => {
    const trusted = config.worktree?.trusted ?? false
    if (!trusted || !config.permissions.canAsk || live.mode === 'dontAsk') return false
    const key = programs.join('\n')
    const answer = answers.get(key) ?? ask(programs)
    answers.set(key, answer)
    return await answer
  }
}

const depsOf = async (
  { config, live, sandbox, childEnv }: WorktreesOptions,
  mayRun: NonNullable<WorktreeDeps['mayRun']>,
): Promise<WorktreeDeps> => {
  const { createChangeGit } = await import('../../features/git/change-git.ts')
  const { thisProcess } = await import('../../lib/process/process-identity.ts')
  return {
    git: createChangeGit({
      get env() {
        return childEnv()
      },
      roots: () => live.roots,
      sandbox: sandbox?.git,
      trusted: () => config.worktree?.trusted ?? false,
    }),
    now: config.runtime.now,
    newId: config.runtime.newId,
    mayRun,
    owner: thisProcess(),
  }
}

/** What earlier processes left behind, where there is anything at all. */
const sweep = async (cwd: string, deps: () => Promise<WorktreeDeps>, signal: AbortSignal): Promise<void> => {
  const main = findCheckout(cwd)?.main
  if (main === undefined) return
  const places = ['.capstan', '.claude'].map(folder => join(main, folder, 'worktrees'))
  if (!places.some(place => existsSync(place))) return
  const { sweepWorktrees } = await import('../../features/worktrees/sweep.ts')
  await sweepWorktrees(main, await deps(), signal)
}
