import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import { readStoredObject } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { damageState } from '../../protocol/messages/host/stored-files.ts'
import type { ImportItem, ImportPlan } from './import-plan.ts'
import { isFields, readLooseJson } from './read-foreign.ts'

export interface ImportOutcome {
  readonly item: ImportItem
  /** Absent: it was written. */
  readonly failed?: string
}

/** A change of a settings file; comments and everything else in it stay. */
export type SettingsChange =
  | { readonly kind: 'append'; readonly path: readonly string[]; readonly items: readonly string[] }
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: string | object }

export type ChangeSettings = (file: string, change: SettingsChange) => Promise<unknown>

const MAX_FILES = 500

/**
 * Writes what a plan says, and nothing over anything: what came to be there meanwhile stays. Each item is there whole or
 * not at all, so that a run that was interrupted can be repeated.
 */
export const applyImport = async (
  { items }: ImportPlan,
  change: ChangeSettings,
): Promise<readonly ImportOutcome[]> => {
  const outcomes: ImportOutcome[] = []
  for (const item of items)
    try {
      await write(item, change)
      outcomes.push({ item })
    } catch (error) {
      outcomes.push({ item, failed: errorText(error) })
    }
  return outcomes
}

const write = async (item: ImportItem, change: ChangeSettings): Promise<void> => {
  mkdirSync(dirname(item.to), { recursive: true })
  switch (item.kind) {
    case 'server':
      addServer(item)
      break
    case 'skill':
      copyNew(item.from, item.to)
      break
    case 'rule':
      await change(item.to, { kind: 'append', path: ['permissions', item.list], items: [item.name] })
      break
    case 'setting':
      await change(item.to, { kind: 'set', path: item.path, value: item.value })
      break
    case 'hook': {
      const value = [...hooksIn(item.to, item.event), item.entry]
      await change(item.to, { kind: 'set', path: ['hooks', item.event], value })
      break
    }
    default:
      writeNew(item.to, item.content)
  }
}

/** The entries a settings file has for an event. */
export const hooksIn = (file: string, event: string): readonly unknown[] => {
  const settings = readLooseJson(file)
  const hooks = isFields(settings) ? settings['hooks'] : undefined
  const entries = isFields(hooks) ? hooks[event] : undefined
  return Array.isArray(entries) ? entries : []
}

/** A name that exists already is refused, and no reader sees half of the text. */
const writeNew = (to: string, content: string): void => {
  const aside = join(dirname(to), `.${basename(to)}.import`)
  writeFileSync(aside, content)
  try {
    linkSync(aside, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Not every file system has links.
    writeFileSync(to, content, { flag: 'wx' })
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Links are left out: they lead to what nobody looked at. What an interrupted run began is begun anew. */
const copyNew = (from: string, to: string): void => {
  const aside = join(dirname(dirname(to)), `.${basename(to)}.import`)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside)
  try {
    copyInto(from, aside)
    if (lstatSync(to, { throwIfNoEntry: false })) throw new Error(`${to} exists already`)
    renameSync(aside, to)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

const copyInto = (from: string, to: string): void => {
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).slice(0, MAX_FILES)
  for (const name of names) {
    const source = join(from, name)
    const stats = lstatSync(source)
    if (stats.isDirectory()) mkdirSync(join(to, name), { recursive: true })
    else if (stats.isFile()) {
      mkdirSync(dirname(join(to, name)), { recursive: true })
      copyFileSync(source, join(to, name), constants.COPYFILE_EXCL)
    }
  }
}

const addServer = ({ to, name, config }: Extract<ImportItem, { kind: 'server' }>): void => {
  const stats = statSync(to, { throwIfNoEntry: false })
  const read = readStoredObject(to, { accepts: ({ mcpServers = {} }) => isObject(mcpServers) })
  if (read.kind === 'damaged')
    throw new Error(`${to} ${damageState(read.damage).text}; nothing was changed in it`)
  const before = read.kind === 'object' ? read.value : {}
  const servers = isObject(before['mcpServers']) ? before['mcpServers'] : {}
  if (Object.hasOwn(servers, name)) throw new Error(`${to} has a server ${name} already`)
  const after = { ...before, mcpServers: { ...servers, [name]: config } }
  const mode = stats ? stats.mode : 0o600
  writeFileAtomically(to, Buffer.from(`${JSON.stringify(after, null, 2)}\n`), { mode })
}
