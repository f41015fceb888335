import { lstatSync, rmSync } from 'node:fs'
import { errorText } from '../../../lib/error-text.ts'
import { makeDirectories } from '../../../lib/make-directories.ts'
import type { Runtime } from '../../options/runtime.ts'
import type { SessionEnvironment } from '../../options/session-environment.ts'
import type { Part } from '../../scope.ts'
import type { SessionHandle } from '../../session-file/session-handle.ts'

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
        return lstatSync(path).isDirectory() ? path : undefined
      } catch (error) {
        runtime.log?.(`scratchpad: ${errorText(error)}`)
        return undefined
      }
    },
    async [Symbol.asyncDispose]() {
      if (made && path !== undefined && session.path === undefined)
        rmSync(path, { recursive: true, force: true })
    },
  }
}
