import { rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import { isPrivateDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface ScratchpadOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: Pick<SessionHandle, 'path'>
    readonly runtime: Runtime
  }
}

/** A directory that the threads of a session share. */
export interface Scratchpad extends Part {
  /** Made when it is first told of; undefined: there is none, or something else lies in its place. */
  open(): string | undefined
}

/** It goes with the files of its session; where nothing of the session is kept, with the session itself. */
export const createScratchpad = ({ config }: ScratchpadOptions): Scratchpad => {
  const { place, session, runtime } = config
  const { scratchpadDir: path } = place
  let made = false
  return {
    open() {
      if (path === undefined) return undefined
      try {
        makeDirectories(path, 0o700)
        made = true
        if (isPrivateDirectory(path)) return path
        runtime.log?.(`scratchpad: ${path} is not a private directory of this user`)
        return undefined
      } catch (error) {
        runtime.log?.(`scratchpad: ${errorText(error)}`)
        return undefined
      }
    },
    async [Symbol.asyncDispose]() {
      if (!made || path === undefined) return
      if (session.path === undefined) rmSync(path, { recursive: true, force: true })
      else for (const directory of [path, dirname(path)]) if (!removeEmpty(directory)) return
    },
  }
}

/** A session that put nothing there leaves no directories behind. */
const removeEmpty = (directory: string): boolean => {
  try {
    rmdirSync(directory)
    return true
  } catch {
    // Something is in it, or it is gone: both are as they should be.
    return false
  }
}
