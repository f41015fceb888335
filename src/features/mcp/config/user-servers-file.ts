import { join } from 'node:path'
import { withFileLock } from '../../../lib/files/file-lock.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { readStoredObject, writeStoredObject } from '../../../lib/files/stored-object.ts'
import { isObject } from '../../../lib/is-object.ts'
import { damageState, storedFileText } from '../../../protocol/messages/host/stored-files.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** `mcp.json` in the config home: servers of the person for every project, and per project; other keys are kept. */
export type UserServersFile = Readonly<Record<string, unknown>>

export interface UserServersFileDeps {
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
}

export const userServersFileOf = (configHome: string): string => join(configHome, 'mcp.json')

export type UserServersFileRead =
  | { readonly ok: true; readonly value: UserServersFile }
  | { readonly ok: false; readonly problem: LocalizedText }

export const readUserServersFile = (configHome: string): UserServersFileRead => {
  const read = readStoredObject(userServersFileOf(configHome), { accepts: isOwnFile })
  if (read.kind === 'damaged')
    return { ok: false, problem: storedFileText('repair', { state: damageState(read.damage) }) }
  return { ok: true, value: read.kind === 'object' ? read.value : {} }
}

/** A part that is no object would be lost by a change. */
const isOwnFile = ({ mcpServers = {}, projects = {} }: UserServersFile): boolean =>
  isObject(mcpServers) &&
  isObject(projects) &&
  Object.values(projects).every(part => isObject(part) && isObject(part['mcpServers'] ?? {}))

/** What it says about one project, by the path of its root. */
export const projectPart = (file: UserServersFile, root: string): Readonly<Record<string, unknown>> => {
  const projects = isObject(file['projects']) ? file['projects'] : {}
  const part = Object.hasOwn(projects, root) ? projects[root] : undefined
  return isObject(part) ? part : {}
}

export const withProjectPart = (
  file: UserServersFile,
  root: string,
  part: Readonly<Record<string, unknown>>,
): UserServersFile => {
  const projects = isObject(file['projects']) ? file['projects'] : {}
  return { ...file, projects: { ...projects, [root]: part } }
}

/** Names of servers that are off in this project. */
export const disabledIn = (file: UserServersFile, root: string): readonly string[] => {
  const list = projectPart(file, root)['disabledServers']
  return Array.isArray(list) ? list.filter(name => typeof name === 'string') : []
}

/** Replaces the file by what `change` makes of it, while no other process does the same. Throws in words. */
export const changeUserServersFile = async (
  configHome: string,
  change: (file: UserServersFile) => UserServersFile,
  deps: UserServersFileDeps,
): Promise<string> => {
  const file = userServersFileOf(configHome)
  makeDirectories(configHome, 0o700)
  await withFileLock(
    `${file}.lock`,
    () => {
      const read = readUserServersFile(configHome)
      if (!read.ok) throw new Error(`${file} ${read.problem.text}. Nothing was changed.`)
      writeStoredObject(file, change(read.value))
    },
    deps,
  )
  return file
}

export const setDisabled = (
  file: UserServersFile,
  root: string,
  choice: { name: string; disabled: boolean },
): UserServersFile => {
  const others = disabledIn(file, root).filter(name => name !== choice.name)
  return withProjectPart(file, root, {
    ...projectPart(file, root),
    disabledServers: choice.disabled ? [...others, choice.name] : others,
  })
}
