import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const RISKY_CORE =
  /^(?:fsmonitor|sshcommand|hookspath|pager|editor|askpass|gitproxy|attributesfile|worktree|alternaterefscommand|fsmonitorhookversion|excludesfile)$/
/** Settings of a repository that make a query run a program or reach the network: whole sections, then keys. */
const WHOLE_SECTIONS =
  /^(?:filter|alias|credential|gpg|pager|pretty|format|include|includeif|submodule|trailer)$/
const RISKY_KEY: Readonly<Record<string, RegExp>> = {
  core: RISKY_CORE,
  diff: /^(?:external|command|textconv|trustexitcode)$/,
  log: /^showsignature$/,
  remote: /^(?:promisor|partialclonefilter|uploadpack|vcs)$/,
  extensions: /^(?:partialclone|worktreeconfig)$/,
}

const HEADER = /^\[\s*([A-Za-z0-9.-]+)(?:\s*"(?:[^"\\]|\\.)*")?\s*\]\s*/

/** The first setting in a git configuration file that a query could be turned by. */
export const findRiskySetting = (config: string): string | undefined => {
  let section = ''
  for (const raw of config
    .replace(/^\ufeff/, '')
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/)) {
    let line = raw.trim()
    // Several sections may begin in one line.
    for (let header = HEADER.exec(line); header; header = HEADER.exec(line)) {
      section = (header[1] ?? '').split('.')[0]?.toLowerCase() ?? ''
      line = line.slice(header[0].length)
      if (WHOLE_SECTIONS.test(section)) return section
    }
    if (line.startsWith('[')) return 'a section that cannot be read'
    const key = /^([A-Za-z][A-Za-z0-9-]*)/.exec(line)?.[1]?.toLowerCase()
    if (key && Object.hasOwn(RISKY_KEY, section) && RISKY_KEY[section]?.test(key)) return `${section}.${key}`
  }
  return undefined
}

/** `undefined` for what must not be believed: too large, or a pipe that would be waited for. */
const readText = (path: string): string | undefined => {
  try {
    const facts = statSync(path)
    return facts.isFile() && facts.size <= 1_000_000 ? readFileSync(path, 'utf8') : undefined
  } catch {
    // Not there or not readable: for git it is the same.
    return ''
  }
}

const isBareRepository = (directory: string): boolean =>
  existsSync(join(directory, 'HEAD')) &&
  existsSync(join(directory, 'objects')) &&
  existsSync(join(directory, 'refs'))

/** The directories of the repository git would use from here: its own and the one it shares with other worktrees. */
const repositoryDirectories = (cwd: string): readonly string[] | 'bare' | 'unreadable' => {
  for (let at = cwd; ; at = dirname(at)) {
    const entry = join(at, '.git')
    const stat = statSync(entry, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return withShared(entry)
    if (stat) {
      const pointer = /^gitdir: (.+)$/m.exec(readText(entry) ?? '')?.[1]
      return pointer ? withShared(resolve(at, pointer.trim())) : 'unreadable'
    }
    if (isBareRepository(at)) return 'bare'
    if (at === dirname(at)) return []
  }
}

const withShared = (directory: string): readonly string[] => {
  const shared = readText(join(directory, 'commondir'))?.trim()
  return shared ? [directory, resolve(directory, shared)] : [directory]
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024
/** The mode of a repository within the repository, as an index holds it. */
const GITLINK = Buffer.from([0, 0, 0xe0, 0])

/**
 * A query looks into repositories within this one, whose settings nobody checked. Found by the bytes of their mode; an
 * index that only looks like it, or is in two parts, costs a question.
 */
const mayHoldRepositories = (directory: string): boolean => {
  try {
    if (readdirSync(directory).some(name => name.startsWith('sharedindex.'))) return true
    const index = join(directory, 'index')
    const facts = statSync(index, { throwIfNoEntry: false })
    if (!facts) return false
    if (!facts.isFile() || facts.size > MAX_INDEX_BYTES) return true
    return readFileSync(index).includes(GITLINK)
  } catch {
    // What cannot be read cannot be trusted.
    return true
  }
}

/** Why a git query in this directory could run something of the repository's choice. */
export const findGitRisk = (cwd: string): string | undefined => {
  const directories = repositoryDirectories(cwd)
  if (directories === 'bare') return 'the directory is a bare repository'
  if (directories === 'unreadable') return 'the repository cannot be read'
  for (const directory of directories) {
    if (existsSync(join(directory, 'modules'))) return 'the repository has submodules'
    if (mayHoldRepositories(directory)) return 'the repository may hold other repositories'
    for (const name of ['config', 'config.worktree']) {
      const text = readText(join(directory, name))
      const risky = text === undefined ? 'size' : findRiskySetting(text)
      if (risky) return `the repository's git configuration sets ${risky}`
    }
  }
  return undefined
}
