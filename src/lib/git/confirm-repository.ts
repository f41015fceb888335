import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { GitView } from './read-git-view.ts'

type Repository = Extract<GitView, { kind: 'repository' }>

/** Why a repository is not certainly the one of its work tree, with nothing from elsewhere. */
export type RepositoryDoubt =
  | { readonly doubt: 'leads_elsewhere' | 'unnamed' | 'unreadable' | 'linked_objects' }
  /** `name`: of the setting, of the file, of the directory that lends its objects. */
  | { readonly doubt: 'configured' | 'odd_file' | 'link' | 'borrows'; readonly name: string }

const MAX_POINTER_BYTES = 4096
const MAX_STORE_ENTRIES = 20_000

/**
 * Why a work tree is not believed about where its repository lies. Anybody can write a pointer: it counts only if the
 * repository it leads to names this work tree in return.
 * @param git the `.git` that git finds first on its way up
 */
export const whyNotConfirmed = (git: string, view: Repository): RepositoryDoubt | undefined => {
  try {
    const entry = lstatSync(git)
    const top = realpathSync.native(dirname(git))
    const own = join(top, basename(git))
    const elsewhere = view.settings.find(one => isWorkTree(one.name) && !leadsTo(top, one.value, view))
    if (elsewhere) return { doubt: 'configured', name: elsewhere.name }
    if (entry.isDirectory())
      return view.directory === own && view.common === own ? undefined : { doubt: 'leads_elsewhere' }
    const confirmed = entry.isFile() && (isLinkedWorktree(own, view) || isSubmodule(view))
    return confirmed ? undefined : { doubt: 'unnamed' }
  } catch {
    // What cannot be looked at confirms nothing.
    return { doubt: 'unreadable' }
  }
}

/** Where a repository says its work tree is; whoever takes it for harmless has to confirm the repository. */
export const isWorkTree = (name: string): boolean => name === 'core.worktree'

const leadsTo = (top: string, value: string, { directory }: Repository): boolean =>
  realpathSync.native(resolve(directory, value)) === top

/** `<common>/worktrees/<name>/gitdir` names the `.git` file. */
const isLinkedWorktree = (own: string, { directory, common }: Repository): boolean => {
  if (dirname(directory) !== join(common, 'worktrees')) return false
  const back = pointerIn(join(directory, 'gitdir'))
  if (back === undefined) return false
  const named = resolve(directory, back)
  return join(realpathSync.native(dirname(named)), basename(named)) === own
}

/** Its work tree was compared with this one before. */
const isSubmodule = ({ directory, common, settings }: Repository): boolean =>
  directory === common && settings.some(one => isWorkTree(one.name))

const pointerIn = (path: string): string | undefined => {
  const facts = lstatSync(path)
  if (!facts.isFile() || facts.size > MAX_POINTER_BYTES) return undefined
  const [line = '', ...more] = readFileSync(path, 'utf8').split('\n')
  return line !== '' && more.join('') === '' ? line : undefined
}

/** Another reading may find something else behind a link or in a pipe, which git would wait for besides. */
export const whyOddConfiguration = (directories: readonly string[]): RepositoryDoubt | undefined => {
  const odd = ['config', 'config.worktree'].find(name =>
    directories.some(directory => !isPlainFile(join(directory, name))),
  )
  return odd === undefined ? undefined : { doubt: 'odd_file', name: odd }
}

const isPlainFile = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true
  } catch {
    // What cannot be looked at may be anything.
    return false
  }
}

/**
 * Whether the repository found at `top` is that of this work tree and takes nothing from elsewhere, as far as it can be
 * said without asking git: a submodule cannot be confirmed that way.
 */
export const isSelfContained = (
  top: string,
  directories: readonly [own: string, common: string],
): boolean => {
  try {
    const [directory, common] = directories.map(path => realpathSync.native(path)) as [string, string]
    const view = { kind: 'repository', settings: [], directory, common, bare: false } as const
    return (
      whyOddConfiguration([directory, common]) === undefined &&
      whyNotConfirmed(join(top, '.git'), view) === undefined &&
      whyBorrowed([directory, common], [realpathSync.native(top)]) === undefined
    )
  } catch {
    return false
  }
}

/** They hold what git shows, or say which of it. */
const PARTS = ['HEAD', 'objects', 'refs', 'packed-refs', 'logs', 'index', 'info', 'shallow', 'reftable']

/**
 * Why a repository may show what lies outside of it: a link in it, or objects that it borrows from another one. Whoever
 * makes a repository makes those, and a few digits are enough to ask for a foreign object.
 * @param roots places from which it may borrow
 */
export const whyBorrowed = (
  directories: readonly string[],
  roots: readonly string[],
): RepositoryDoubt | undefined => {
  try {
    for (const directory of directories) {
      const link = PARTS.find(name => isLink(join(directory, name)))
      if (link !== undefined) return { doubt: 'link', name: link }
      const objects = join(directory, 'objects')
      for (const at of [objects, join(objects, 'pack'), join(objects, 'info')])
        if (holdsLink(at)) return { doubt: 'linked_objects' }
      const lender = lendersIn(objects).find(one => !roots.some(root => isBelow(one, root)))
      if (lender !== undefined) return { doubt: 'borrows', name: lender }
    }
    return undefined
  } catch {
    return { doubt: 'unreadable' }
  }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

const holdsLink = (directory: string): boolean => {
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return false
  const entries = readdirSync(directory, { withFileTypes: true })
  return entries.length > MAX_STORE_ENTRIES || entries.some(entry => entry.isSymbolicLink())
}

/** Quoted and odd lines are taken as they are: then they are below no root. */
const lendersIn = (objects: string): readonly string[] => {
  const path = join(objects, 'info', 'alternates')
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (!facts) return []
  if (!facts.isFile() || facts.size > MAX_POINTER_BYTES) return ['elsewhere']
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => realpathSync.native(resolve(objects, line)))
}

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(root + sep)
