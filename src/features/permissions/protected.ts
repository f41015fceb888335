import { foldedNames } from './name.ts'

/** Directories whose files other programs run or obey. */
const DIRECTORIES = new Set([
  ...[
    '.git',
    '.vscode',
    '.idea',
    '.husky',
    '.cargo',
    '.devcontainer',
    '.yarn',
    '.mvn',
    '.claude',
    '.capstan',
    '.ssh',
  ],
])
const SETTINGS_DIRECTORIES = new Set(['.claude', '.capstan'])
const FILES = new Set([
  ...['.gitconfig', '.gitmodules'],
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_aliases',
    '.bash_logout',
    '.zshrc',
    '.zprofile',
    '.zshenv',
  ],
  ...['.zlogin', '.zlogout', '.profile', '.envrc', '.kshrc', '.mkshrc', '.cshrc', '.tcshrc'],
  ...[
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnp.cjs',
    '.pnp.loader.mjs',
    '.pnpmfile.cjs',
    'bunfig.toml',
    '.bunfig.toml',
  ],
  ...['.bazelrc', '.bazelversion', '.bazeliskrc', '.pre-commit-config.yaml'],
  ...['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'],
  ...['gradle-wrapper.properties', 'maven-wrapper.properties', '.devcontainer.json', '.ripgreprc'],
  ...['pyrightconfig.json', '.mcp.json', '.claude.json', '.capstan.json'],
])

const protectedName = (names: readonly string[]): string | undefined => {
  for (const [at, name] of names.entries()) {
    if (SETTINGS_DIRECTORIES.has(name) && names[at + 1] === 'worktrees' && names.length > at + 3)
      // A worktree is a project of its own, so the table starts again inside it.
      return protectedName(names.slice(at + 3))
    if (DIRECTORIES.has(name)) return name
    const next = names[at + 1]
    if (name === '.config' && (next === 'git' || next === 'fish')) return `.config/${next}`
  }
  const last = names.at(-1)
  return last !== undefined && FILES.has(last) ? last : undefined
}

/** Names that a wildcard in the last place of a path might stand for. */
export const PROTECTED_NAMES: readonly string[] = [...DIRECTORIES, ...FILES]

/** How the names in the table begin: most paths have none of it and need not be taken apart. */
const BEGINNINGS = PROTECTED_NAMES.map(name => (name.startsWith('.') ? '\\.' : name.replace(/\W.*/, '')))
/** A sign that is not plain may hide one. */
const HINT = new RegExp(`[^ -~]|(?:^|/)(?:${[...new Set(BEGINNINGS)].join('|')})`, 'i')

/** The part of the path that makes a write to it ask in every mode, at any depth and without case. */
export const findProtected = (path: string): string | undefined =>
  HINT.test(path) ? protectedName(foldedNames(path)) : undefined
