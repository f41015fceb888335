import { join } from 'node:path'
import { withFileLock } from '../../../lib/files/file-lock.ts'
import { readStoredObject, writeStoredObject } from '../../../lib/files/stored-object.ts'
import { isObject } from '../../../lib/is-object.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { damageState, storedFileText } from '../../../protocol/messages/host/stored-files.ts'

/** `mcp.json` in the config home: servers of the person for every project, and per project; other keys are kept. */
export type OwnFile = Readonly<Record<string, unknown>>

export interface OwnFileDeps {
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
}

export const ownFileOf = (configHome: string): string => join(configHome, 'mcp.json')

export type OwnFileRead =
  | { readonly ok: true; readonly value: OwnFile }
  | { readonly ok: false; readonly problem: string }

export const readOwnFile = (configHome: string): OwnFileRead => {
  const read = readStoredObject(ownFileOf(configHome), { accepts: isOwnFile })
  if (read.kind === 'damaged')
    return { ok: false, problem: storedFileText('repair', { state: damageState(read.damage) }).text }
  return { ok: true, value: read.kind === 'object' ? read.value : {} }
}

/** A part that is no object would be lost by a change. */
const isOwnFile = ({ mcpServers = {}, projects = {} }: OwnFile): boolean =>
  isObject(mcpServers) &&
  isObject(projects) &&
  Object.values(projects).every(part => isObject(part) && isObject(part['mcpServers'] ?? {}))

/** What it says about one project, by the path of its root. */
export const projectPart = (file: OwnFile, root: string): Readonly<Record<string, unknown>> => {
  const projects = isObject(file['projects']) ? file['projects'] : {}
  const part = Object.hasOwn(projects, root) ? projects[root] : undefined
  return isObject(part) ? part : {}
}

export const withProjectPart = (
  file: OwnFile,
  root: string,
  part: Readonly<Record<string, unknown>>,
): OwnFile => {
  const projects = isObject(file['projects']) ? file['projects'] : {}
  return { ...file, projects: { ...projects, [root]: part } }
}

/** Names of servers that are off in this project. */
export const disabledIn = (file: OwnFile, root: string): readonly string[] => {
  const list = projectPart(file, root)['disabledServers']
  return Array.isArray(list) ? list.filter(name => typeof name === 'string') : []
}

/** Replaces the file by what `change` makes of it, while no other process does the same. Throws in words. */
export const changeOwnFile = async (
  configHome: string,
  change: (file: OwnFile) => OwnFile,
  deps: OwnFileDeps,
): Promise<string> => {
  const file = ownFileOf(configHome)
  makeDirectories(configHome, 0o700)
  await withFileLock(
    `${file}.lock`,
    () => {
      const read = readOwnFile(configHome)
      if (!read.ok) throw new Error(`${file} ${read.problem}. Nothing was changed.`)
      writeStoredObject(file, change(read.value))
    },
    deps,
  )
  return file
}

export const setDisabled = (
  file: OwnFile,
  root: string,
  choice: { name: string; disabled: boolean },
): OwnFile => {
  const others = disabledIn(file, root).filter(name => name !== choice.name)
  return withProjectPart(file, root, {
    ...projectPart(file, root),
    disabledServers: choice.disabled ? [...others, choice.name] : others,
  })
}
