import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { listProfiles, makeProfile } from '../../features/profiles/profile-files.ts'
import { expandHome, isInside, resolveReal } from '../../lib/paths.ts'
import type { CommandEnvironment } from '../../protocol/command.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import { OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import { configHomeOf } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { ThreadState } from './state.ts'

/** Throws OpError where a rule keeps the session out of a directory: by the name it was called, and by its own. */
export type MayEnter = (wanted: string, real: string) => Promise<void>

const profilesIn = (
  configHome: string,
  { profileName: current }: SessionEnvironment,
): NonNullable<CommandEnvironment['profiles']> => ({
  ...(current === undefined ? {} : { current }),
  list: () => listProfiles(configHome),
  create: name => makeProfile(configHome, name),
})

/** Where a command works, in the words of the person. */
export const createCommandEnvironment = (
  config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly instructions?: { readonly configHome?: string }
    readonly settings?: SettingsPort
    readonly runtime: Runtime
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  },
  live: ThreadState,
  mayEnter: MayEnter,
): CommandEnvironment => {
  const { place, session, runtime } = config
  const configHome = configHomeOf(config)
  const absolute = (path: string): string => resolve(live.cwd, expandHome(path, place.home))
  return {
    version: session.version,
    ...(configHome === undefined ? {} : { configHome, profiles: profilesIn(configHome, place) }),
    promptLanguage: config.prompt.promptLanguage ?? 'en',
    logs: runtime.log !== undefined,
    resolve: absolute,
    async changeDirectory(path) {
      const wanted = absolute(path)
      const real = resolveReal(wanted)
      if (!real.ok || !statSync(wanted, { throwIfNoEntry: false })?.isDirectory())
        throw new OpError(modelText('not_a_directory', { path: wanted }))
      await mayEnter(wanted, real.real)
      const { caseSensitive } = place
      if (!live.roots.some(root => isInside(real.real, root, { caseSensitive })))
        live.roots = [...live.roots, real.real]
      live.cwd = real.real
      session.setCwd(real.real)
      return real.real
    },
  }
}
