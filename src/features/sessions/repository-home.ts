import { readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { findRepository } from './git-branch.ts'

const MAX_BYTES = 256 * 1024

/** Where the remote of a repository says it is at home. */
export interface RepositoryHome {
  readonly host: string
  readonly owner: string
  readonly name: string
}

interface RepositoryFacts {
  /** The name of a worktree that is not the main one. */
  readonly worktree?: string
  readonly home?: RepositoryHome
}

/** Runs no process: what git notes in files is enough for a label. */
export const readRepository = (cwd: string): RepositoryFacts | undefined => {
  const directory = findRepository(cwd)?.gitDirectory
  if (directory === undefined) return undefined
  // Only a worktree beside the main one shares the files of another directory.
  const shared = readText(join(directory, 'commondir'))?.trim()
  const home = homeOf(readText(join(resolve(directory, shared ?? '.'), 'config')) ?? '')
  return {
    ...(shared ? { worktree: basename(directory) } : {}),
    ...(home ? { home } : {}),
  }
}

const readText = (path: string): string | undefined => {
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    return facts?.isFile() && facts.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    // Unreadable is as good as absent: nothing depends on it.
    return undefined
  }
}

/** By the remote `origin`. */
const homeOf = (config: string): RepositoryHome | undefined => {
  const section = /^[ \t]*\[remote "origin"\][ \t]*\r?\n((?:(?![ \t]*\[).*(?:\r?\n|$))*)/m.exec(config)?.[1]
  const address = /^[ \t]*url[ \t]*=[ \t]*(.+?)[ \t]*\r?$/m
    .exec(section ?? '')?.[1]
    ?.replace(/^"(.*)"$/, '$1')
  return address === undefined ? undefined : parseRemote(address)
}

/** A file on this machine has no host, and is at home nowhere. */
export const parseRemote = (address: string): RepositoryHome | undefined => {
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:@]+)(?::\d+)?\/(.+)$/.exec(address) ??
    /^(?:[^@/:]+@)?([^@/:\\]{2,}):(?!\/\/)(.+)$/.exec(address) ??
    []
  const parts = (path ?? '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter(part => part !== '')
  const name = parts.pop()
  return host === undefined || name === undefined || parts.length === 0
    ? undefined
    : { host, owner: parts.join('/'), name }
}
