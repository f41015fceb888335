import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** A repository that wants its filter run by whoever compares a file. */
export interface FilterTrap {
  /** Where somebody would start. */
  readonly start: string
  /** Plain git, as a person has it. */
  status(): void
  /** A file looks changed again, so that git has to look into it. */
  stir(): void
  /** Whether the filter ran since it was last asked. */
  sprung(): boolean
}

/** How the settings get to git. Answers where to start, when that is not the top. */
type Spelling = (at: {
  readonly top: string
  /** Text of a configuration file with the trap in it. */
  readonly evil: string
  config(text: string): void
}) => string | undefined

const HARMLESS = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n'

/** Puts the repository's directory somewhere else, with a decoy where a careless reader would look. */
const moveTo = (top: string, name: string, evil: string): void => {
  renameSync(join(top, '.git'), join(top, name))
  writeFileSync(join(top, name, 'config'), HARMLESS + evil)
}
const decoy = (top: string, from: string, to: string): void => {
  cpSync(join(top, from), join(top, to), { recursive: true })
  writeFileSync(join(top, to, 'config'), HARMLESS)
}

export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'a comment that ends in a backslash before the filter': ({ evil, config }) =>
    void config(`${HARMLESS}# plain words \\\n${evil}`),
  'a value that ends in two backslashes before the filter': ({ evil, config }) =>
    void config(`${HARMLESS}[user]\n\tname = a\\\\\n${evil}`),
  'a gitfile whose path holds a newline': ({ top, evil }) => {
    moveTo(top, 'store\nx', evil)
    decoy(top, 'store\nx', 'store')
    writeFileSync(join(top, '.git'), 'gitdir: store\nx\n')
    return undefined
  },
  'a commondir with a trailing blank': ({ top, evil }) => {
    moveTo(top, 'common ', evil)
    decoy(top, 'common ', 'common')
    mkdirSync(join(top, '.git'))
    for (const name of ['HEAD', 'index']) cpSync(join(top, 'common ', name), join(top, '.git', name))
    writeFileSync(join(top, '.git/commondir'), '../common \n')
    return undefined
  },
  'an empty .git in the directory somebody starts in': ({ top, evil, config }) => {
    config(HARMLESS + evil)
    mkdirSync(join(top, 'sub/.git'), { recursive: true })
    return join(top, 'sub')
  },
  'a gitfile with a trailing blank': ({ top, evil }) => {
    moveTo(top, 'store ', evil)
    decoy(top, 'store ', 'store')
    writeFileSync(join(top, '.git'), 'gitdir: store \n')
    return undefined
  },
  'a .git that is a link': ({ top, evil }) => {
    moveTo(top, 'elsewhere', evil)
    symlinkSync('elsewhere', join(top, '.git'))
    return undefined
  },
  'a file that is included': ({ top, evil, config }) => {
    writeFileSync(join(top, 'more'), evil)
    config(`${HARMLESS}[include]\n\tpath = ../more\n`)
    return undefined
  },
  'a file that is included on a condition': ({ top, evil, config }) => {
    writeFileSync(join(top, 'more'), evil)
    config(`${HARMLESS}[includeIf "gitdir:**"] path = ../more\n`)
    return undefined
  },
  'the configuration of one worktree': ({ top, evil, config }) => {
    config(`${HARMLESS.replace('= 0', '= 1')}[extensions]\n\tworktreeConfig = true\n`)
    writeFileSync(join(top, '.git/config.worktree'), evil)
    return undefined
  },
  'everything in one line': ({ evil, config }) =>
    void config(`[core]bare=false\n[user]name="[x]"\n${evil.replace(/\n\t/g, ' ')}`),
  'a subsection behind a dot, in capitals': ({ evil, config }) =>
    void config(HARMLESS + evil.replace('[filter "x"]', '[FILTER.X]').replace('clean', 'CLEAN')),
  'a byte order mark and line ends of two bytes': ({ evil, config }) =>
    void config(`\ufeff${(HARMLESS + evil).replaceAll('\n', '\r\n')}`),
  'a value that goes on in the next line': ({ evil, config }) =>
    void config(`${HARMLESS}[user]\n\tname = "a \\\n[core] \\\n"\n${evil}`),
}

/** A filter, `.gitattributes` that name it, and a file that only looks changed. */
export const setFilterTrap = (root: string, spelling: string): FilterTrap => {
  const top = join(root, 'project')
  const canary = join(root, 'canary')
  const home = join(root, 'home')
  for (const path of [top, home]) mkdirSync(path, { recursive: true })
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd,
      stdio: 'ignore',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, GIT_OPTIONAL_LOCKS: '0' },
    })
  git(top, 'init', '-q', '-b', 'main')
  for (const [name, text] of [
    ['a.txt', 'one\n'],
    ['.gitattributes', '*.txt filter=x\n'],
  ] as const)
    writeFileSync(join(top, name), text)
  git(top, 'add', '-A')
  git(top, 'commit', '-q', '-m', 'one')
  const evil = `[filter "x"]\n\tclean = "touch '${canary}'; cat"\n`
  const config = (text: string): void => writeFileSync(join(top, '.git/config'), text)
  const start = SPELLINGS[spelling]?.({ top, evil, config }) ?? top
  let moment = 1_000_000_000
  const stir = (): void => {
    moment += 60
    utimesSync(join(top, 'a.txt'), moment, moment)
  }
  stir()
  return {
    start,
    stir,
    status: () => git(start, 'status', '--short'),
    sprung() {
      const did = existsSync(canary)
      rmSync(canary, { force: true })
      return did
    },
  }
}
