import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join, relative } from 'node:path'
import type { ExtensionWords } from './words.ts'

/** What the person is shown instead of the panel. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}

interface Where {
  /** Directories as PATH has them. */
  readonly path: string
  /** Folders that are open: nothing in them is ever run. */
  readonly folders: readonly string[]
  readonly words: ExtensionWords
  /** Of the machine the extension runs on, which is the Linux in WSL or a remote machine where the folder is there. */
  readonly platform: string
}

/**
 * The program of the settings, as a full path. A name is looked up on PATH, but never in the folder that is open: what
 * lies there is not the person's choice. Throws StartProblem.
 */
export const findProgram = (setting: string, { path, folders, words, platform }: Where): string => {
  if (platform === 'win32') throw new StartProblem(words.windows)
  const name = setting.trim() === '' ? 'capstan' : setting.trim().replace(/^~(?=\/)/, homedir())
  if (isAbsolute(name)) {
    if (!isProgram(name)) throw new StartProblem(words.notFound(name))
    return name
  }
  if (/[\\/]/.test(name)) throw new StartProblem(words.relative(name))
  const found = path
    .split(delimiter)
    .filter(directory => isAbsolute(directory) && !folders.some(folder => isInside(directory, folder)))
    .map(directory => join(directory, name))
    .find(isProgram)
  if (found === undefined) throw new StartProblem(words.notFound(name))
  return found
}

const isInside = (directory: string, folder: string): boolean => {
  const way = relative(folder, directory)
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    // Not there, or not to be run.
    return false
  }
}

/** Options about who can reach the server: this extension decides that. */
const REFUSED = [
  '--host',
  '--port',
  '--remote',
  '--insecure',
  '--allowed-host',
  '--tls-cert',
  '--tls-key',
  '--new-token',
]

/** Throws StartProblem. */
export const checkArguments = (given: readonly unknown[], words: ExtensionWords): readonly string[] =>
  given.map(word => {
    const text = String(word)
    if (REFUSED.includes(text.split('=')[0] ?? '')) throw new StartProblem(words.refusedArgument(text))
    return text
  })
