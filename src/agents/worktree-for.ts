import type { OpenWorktree } from '../protocol/agents/worktrees.ts'
import { ToolError } from '../protocol/tool.ts'
import type { PlannedSpawn } from './plan-agent.ts'

/**
 * The checkout that an agent has for itself; undefined: it works where its parent does. One that nobody asked for, but
 * settings give to background agents, is left out where there cannot be one.
 */
export const worktreeFor = async (
  { request, definition, settings }: Pick<PlannedSpawn, 'request' | 'definition' | 'settings'>,
  create: () => Promise<OpenWorktree>,
): Promise<OpenWorktree | undefined> => {
  if ((request.isolation ?? definition.isolation) === 'worktree') return await create()
  const isBackground = (request.background ?? definition.background) === true
  if (!settings.isolateBackground || !isBackground || definition.oneShot) return undefined
  try {
    return await create()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return undefined
  }
}

/** The prompt, with what somebody has to know who begins in a worktree: what it lacks, or an earlier attempt left. */
export const withEarlierWork = async (
  prompt: string,
  worktree: OpenWorktree | undefined,
): Promise<string> => {
  const notRun = worktree?.notRun ?? []
  if (notRun.length > 0)
    return `${prompt}\n\n[This worktree was made without running ${notRun.join('; ')}: its files may lack what these would have done.]`
  const work = worktree?.reused ? await workIn(worktree) : ''
  if (work === '') return prompt
  return `${prompt}\n\n[This worktree holds ${work}: an earlier attempt at this task was interrupted. Look at what it left (git status, git log) and go on from there. Do not do again what is done.]`
}

const workIn = async (worktree: OpenWorktree): Promise<string> => {
  try {
    return await worktree.look()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return 'changes that git could not list'
  }
}
