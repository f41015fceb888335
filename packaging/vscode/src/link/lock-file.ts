import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface EditorLock {
  readonly port: number
  readonly token: string
  readonly folders: readonly string[]
  readonly name: string
}

/** Says in `<directory>/<port>.lock` how this editor is reached; only the person themselves can read it. */
export const writeLock = (directory: string, { port, token, folders, name }: EditorLock): string => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, `${port}.lock`)
  const text = JSON.stringify({
    pid: process.pid,
    workspaceFolders: folders,
    ideName: name,
    transport: 'ws',
    authToken: token,
  })
  // Whoever reads it finds all of it, and a file or link of that name is replaced, never followed.
  const draft = join(directory, `.${port}.${process.pid}.tmp`)
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return file
}

export const removeLock = (file: string): void => rmSync(file, { force: true })
