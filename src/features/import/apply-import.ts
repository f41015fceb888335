import { constants, copyFileSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import { readStoredObject } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { damageState } from '../../protocol/messages/host/stored-files.ts'
import type { ImportItem, ImportPlan } from './import-plan.ts'

export interface ImportOutcome {
  readonly item: ImportItem
  /** Absent: it was written. */
  readonly failed?: string
}

const MAX_FILES = 500

/** Writes what a plan says, and nothing over anything: what came to be there meanwhile stays. */
export const applyImport = ({ items }: ImportPlan): readonly ImportOutcome[] =>
  items.map(item => {
    try {
      write(item)
      return { item }
    } catch (error) {
      return { item, failed: errorText(error) }
    }
  })

const write = (item: ImportItem): void => {
  mkdirSync(dirname(item.to), { recursive: true })
  if (item.kind === 'server') addServer(item)
  else if (item.kind === 'skill') copyNew(item.from, item.to)
  else writeFileSync(item.to, item.content, { flag: 'wx' })
}

/** Links are left out: they lead to what nobody looked at. */
const copyNew = (from: string, to: string): void => {
  mkdirSync(to)
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
