import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from './plan.ts'

/** Where measured programs run: a project with files to read, and a home of its own. */
export interface Workspace extends Disposable {
  readonly project: string
  readonly home: string
}

const LINE = 'All work and no play makes a long file of equal lines.\n'

export const createWorkspace = (files: number): Workspace => {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'capstan-bench-')))
  const project = join(root, 'project')
  for (const dir of ['small', 'large']) mkdirSync(join(project, dir), { recursive: true })
  mkdirSync(join(root, 'home'))
  for (let n = 0; n < files; n++) {
    writeFileSync(join(project, 'small', `${n}.txt`), `note ${n}\n${LINE}`)
    writeFileSync(join(project, 'large', `${n}.txt`), `note ${n}\n${LINE.repeat(10_240 / LINE.length)}`)
  }
  return {
    project,
    home: join(root, 'home'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** One read per turn, each of another file: no program may answer from memory. */
export const planReads = (space: Workspace, turns: number, size: 'small' | 'large'): Plan =>
  Array.from({ length: turns }, (_, n) => ({
    calls: [{ name: 'Read', input: { file_path: join(space.project, size, `${n}.txt`) } }],
  }))

/** Read-only shell calls in one reply. */
export const planSleeps = (seconds: readonly number[], everyMs?: number): Plan => [
  {
    calls: seconds.map(s => ({ name: 'Bash', input: { command: `sleep ${s}`, description: 'Wait' } })),
    ...(everyMs === undefined ? {} : { everyMs }),
  },
]

/** One small shell call after the other. */
export const planCommands = (turns: number): Plan =>
  Array.from({ length: turns }, (_, n) => ({ calls: [{ name: 'Bash', input: { command: `echo ${n}` } }] }))

/** A repository to search in: small files in a tree, one in fifty with something to find. */
export const createRepository = (files: number): Workspace => {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'capstan-bench-')))
  const project = join(root, 'project')
  mkdirSync(join(root, 'home'))
  for (let n = 0; n < files; n++) {
    const directory = join(project, `part-${n % 40}`, `module-${Math.floor(n / 40) % 50}`)
    if (n < 40 * 50) mkdirSync(directory, { recursive: true })
    const text = `export const value${n} = compute(${n}) + 1\n`.repeat(20)
    writeFileSync(join(directory, `file-${n}.ts`), n % 50 === 0 ? `${text}// needle\n` : text)
  }
  return {
    project,
    home: join(root, 'home'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Puts all of it under git, as a person finds it who comes back the next day: git's notes on the files are true. */
export const putUnderGit = ({ project, home }: Workspace): void => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home },
      stdio: 'ignore',
    })
  git('init')
  git('add', '.')
  git('commit', '--message', 'all')
  // What was written in the second of the index itself is not believed by git or by us.
  execFileSync('sleep', ['1.1'])
  rmSync(join(project, '.git', 'index'))
  git('reset')
}

const CHANGE = 'echo x > made'

/** Commands that may change anything, so that files are looked at before and after each. */
export const planChanges = (turns: number): Plan =>
  Array.from({ length: turns }, () => ({
    calls: [{ name: 'Bash', input: { command: CHANGE, description: 'Change a file' } }],
  }))

export const planSearches = (turns: number): Plan =>
  Array.from({ length: turns }, () => ({ calls: [{ name: 'Grep', input: { pattern: 'needle' } }] }))

/** A config home with so many skills, in the length people write them. */
export const createSkills = (space: Workspace, count: number): string => {
  const home = join(space.home, `skills-${count}`)
  for (let n = 0; n < count; n++) {
    const directory = join(home, 'skills', `skill-${n}`)
    mkdirSync(directory, { recursive: true })
    writeFileSync(
      join(directory, 'SKILL.md'),
      `---\ndescription: Does task number ${n} of the project. Use it when somebody asks for task ${n}.\nallowed-tools: Read, Grep\n---\n${LINE.repeat(40)}`,
    )
  }
  return home
}

/** A memory directory with so many files in it. */
export const createMemories = (space: Workspace, files: number): string => {
  const directory = join(space.home, 'memories')
  mkdirSync(directory, { recursive: true })
  for (let n = 0; n < files; n++)
    writeFileSync(
      join(directory, `project_${n}.md`),
      `---\nname: Note ${n}\ndescription: release freeze number ${n} and its owner\ntype: project\n---\n${LINE}`,
    )
  return directory
}
