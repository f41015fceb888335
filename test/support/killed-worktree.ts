import { createChangeGit } from '../../src/features/git/change-git.ts'
import { createWorktree } from '../../src/features/worktrees/create-worktree.ts'
import { removeWorktree } from '../../src/features/worktrees/remove-worktree.ts'
import { thisProcess } from '../../src/lib/process/process-identity.ts'

// A process that makes or removes a worktree and is killed around one of its git commands.
const [root = '', what = '', at = '0', when = 'before'] = process.argv.slice(2)
const git = createChangeGit({
  env: process.env as Record<string, string>,
  roots: () => [root],
  trusted: () => true,
})
let calls = 0
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still here')
}
let ids = 0
const deps = {
  git: async (run: Parameters<typeof git>[0]) => {
    const isLast = ++calls === Number(at)
    if (isLast && when === 'before') die()
    const answer = await git(run)
    return isLast ? die() : answer
  },
  now: () => new Date(),
  newId: () => `${process.pid}-${ids++}`,
  owner: thisProcess(),
}
if (what === 'create') await createWorktree({ name: 'w', cwd: root, settings: {}, agentId: 'a1' }, deps)
else await removeWorktree({ main: root, slug: 'w', discard: true }, deps)
process.stdout.write(`${calls}\n`)
