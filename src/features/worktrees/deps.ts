import type { ProcessIdentity } from '../../lib/process/process-identity.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ChangeGit, GitChange, GitWrites } from '../../protocol/run-git.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('worktree_git', {
  failed: { en: 'git {verb} failed: {why}', zh: 'git {verb} 失败：{why}' },
})

/** What work on worktrees needs of others. */
export interface WorktreeDeps {
  readonly git: ChangeGit
  now(): Date
  newId(): string
  /** Asks the person whether git may start these programs for a checkout; absent: nobody can be asked. */
  mayRun?(programs: readonly string[]): Promise<boolean>
  /** The process that works there. */
  readonly owner: ProcessIdentity
}

/** The output of a git command; ToolError with its words when it fails. */
export const gitText = async (
  { git }: Pick<WorktreeDeps, 'git'>,
  cwd: string,
  args: readonly string[],
): Promise<string> => await gitTextOf({ git }, { cwd, args })

/** Of a command that changes only the repository itself: objects, references, notes about worktrees. */
export const REPOSITORY: GitWrites = {}

export const gitTextOf = async (
  deps: Pick<WorktreeDeps, 'git'>,
  run: Parameters<WorktreeDeps['git']>[0],
): Promise<string> => (await gitDone(deps, run)).output

/** The same, with the settings that count there. */
export const gitDone = async (
  { git }: Pick<WorktreeDeps, 'git'>,
  run: Parameters<WorktreeDeps['git']>[0],
): Promise<Extract<GitChange, { ok: true }>> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await git(run)
    if (answer.ok) return answer
    if (attempt === MOST_ATTEMPTS || !HALF_MADE.test(answer.words))
      throw new ToolError(says('failed', { verb: run.args[0] ?? '', why: answer.words }))
  }
}

/** Of a worktree that another process is making at this moment. */
const HALF_MADE = /worktrees\/.*(?:commondir|gitdir)/
const MOST_ATTEMPTS = 5

/** The one line a git command answers with; undefined when it fails. */
export const gitLine = async (
  { git }: Pick<WorktreeDeps, 'git'>,
  cwd: string,
  args: readonly string[],
): Promise<string | undefined> => {
  const answer = await git({ cwd, args })
  return answer.ok ? answer.output.trim() || undefined : undefined
}

/** Fields that end with NUL. */
export const fieldsOf = (text: string): readonly string[] => text.split('\0').filter(field => field !== '')
