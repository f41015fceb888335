import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { isInside, resolveReal } from '../../../lib/paths.ts'
import type { SurveyFinding, WrittenKind } from './finding.ts'

/** Files of a folder that may hold wishes, found without following a link. Paths are relative to the folder. */
export interface FolderFiles {
  /** Each `.capstan` and `.claude`. */
  readonly own: readonly string[]
  readonly settings: readonly string[]
  readonly servers: readonly string[]
  readonly written: readonly { readonly kind: WrittenKind; readonly file: string }[]
  /** Texts that are sent to the model when work is done beside them. */
  readonly instructions: readonly string[]
  readonly links: readonly SurveyFinding[]
  /** Not everything was looked at. */
  readonly cut: boolean
}

const MAX_DIRECTORIES = 3_000
const MAX_WRITTEN = 500
const MAX_INSTRUCTIONS = 500
const MAX_DEPTH = 8
/** Nothing is ever loaded from these. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'bower_components', 'site-packages'])
const OWN_DIRECTORIES: ReadonlySet<string> = new Set(['.capstan', '.claude'])
/** Counts in the top of the folder only. */
const LOCAL_FILE = 'settings.local.json'
const INSTRUCTIONS = /^(?:agents|claude)(?:\.local)?\.md$/i
const KINDS = { skills: 'skill', commands: 'command', agents: 'agent', workflows: 'workflow' } as const

const NAMES: Readonly<Record<WrittenKind, RegExp>> = {
  skill: /^SKILL\.md$/,
  command: /\.md$/i,
  agent: /\.md$/i,
  workflow: /\.(?:ya?ml|json)$/,
}

/**
 * In a repository settings count in whatever directory somebody starts, so all of it (`deep`) is looked through, in
 * breadth and up to a limit. A repository within is left out: it asks for itself.
 */
export const findFolderFiles = (folder: string, deep: boolean): FolderFiles => {
  const found = {
    own: [] as string[],
    settings: [] as string[],
    servers: [] as string[],
    written: [] as Written[],
    instructions: [] as string[],
    links: [] as SurveyFinding[],
  }
  const queue: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }]
  let looked = 0
  let cut = false
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (looked++ >= MAX_DIRECTORIES || next.depth > MAX_DEPTH) {
      cut = true
      continue
    }
    for (const entry of entriesOf(join(folder, next.path))) {
      const path = join(next.path, entry.name)
      if (INSTRUCTIONS.test(entry.name)) noteInstruction(folder, path, found)
      if (entry.isSymbolicLink()) noteLink({ folder, path, inOwn: false }, found.links)
      else if (entry.isDirectory()) {
        if (OWN_DIRECTORIES.has(entry.name)) cut = !lookInto(folder, path, found) || cut
        else if (deep && !SKIPPED.has(entry.name) && !isRepository(join(folder, path)))
          queue.push({ path, depth: next.depth + 1 })
      } else if (entry.name === '.mcp.json') found.servers.push(path)
    }
  }
  return { ...found, cut }
}

type Written = FolderFiles['written'][number]
interface Found {
  readonly own: string[]
  readonly settings: string[]
  readonly written: Written[]
  readonly instructions: string[]
  readonly links: SurveyFinding[]
}

/** One that a link leads out of the folder for is not sent. */
const noteInstruction = (folder: string, path: string, { instructions }: Found): void => {
  if (instructions.length < MAX_INSTRUCTIONS && !leadsOut(folder, path)) instructions.push(path)
}

/** One `.capstan` or `.claude`. False when there was more than is listed. */
const lookInto = (folder: string, own: string, found: Found): boolean => {
  found.own.push(own)
  for (const entry of entriesOf(join(folder, own))) {
    const path = join(own, entry.name)
    if (INSTRUCTIONS.test(entry.name)) noteInstruction(folder, path, found)
    if (entry.isSymbolicLink()) noteLink({ folder, path, inOwn: true }, found.links)
    else if (entry.name === 'settings.json' || (entry.name === LOCAL_FILE && !own.includes(sep)))
      found.settings.push(path)
    else if (entry.isDirectory() && Object.hasOwn(KINDS, entry.name))
      if (!collect({ folder, path, kind: KINDS[entry.name as keyof typeof KINDS] }, found, 0)) return false
  }
  return true
}

const collect = (
  at: { readonly folder: string; readonly path: string; readonly kind: Written['kind'] },
  found: Found,
  depth: number,
): boolean => {
  if (depth > MAX_DEPTH) return false
  for (const entry of entriesOf(join(at.folder, at.path))) {
    const path = join(at.path, entry.name)
    if (entry.isSymbolicLink()) noteLink({ folder: at.folder, path, inOwn: true }, found.links)
    else if (entry.isDirectory()) {
      if (!collect({ ...at, path }, found, depth + 1)) return false
    } else if (NAMES[at.kind].test(entry.name)) {
      if (found.written.length >= MAX_WRITTEN) return false
      found.written.push({ kind: at.kind, file: path })
    }
  }
  return true
}

const TELLING_NAMES: ReadonlySet<string> = new Set([...OWN_DIRECTORIES, '.mcp.json', '.git'])

/** A link among what is read as settings is told, and every link in the top that leads out of the folder. */
const noteLink = (
  { folder, path, inOwn }: { readonly folder: string; readonly path: string; readonly inOwn: boolean },
  links: SurveyFinding[],
): void => {
  const telling = inOwn || TELLING_NAMES.has(basename(path))
  if (!telling && (path.includes(sep) || !leadsOut(folder, path))) return
  links.push({ kind: 'linked', file: path, name: path, detail: targetOf(join(folder, path)) })
}

const targetOf = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    // Changed since it was listed.
    return 'a place that cannot be found'
  }
}

const leadsOut = (folder: string, path: string): boolean => {
  const place = resolveReal(join(folder, path))
  return !place.ok || !isInside(place.real, folder, { caseSensitive: true })
}

const isRepository = (directory: string): boolean =>
  lstatSync(join(directory, '.git'), { throwIfNoEntry: false }) !== undefined

const entriesOf = (directory: string) => {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // A directory we may not look into is one that nothing is loaded from either.
    return []
  }
}
