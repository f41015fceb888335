import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expandHome, isInside, resolveReal } from '../../lib/paths.ts'
import type { CommandPlace } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import type { EngineConfig, Live } from '../config.ts'
import { configHomeOf } from '../session-file/own-places.ts'

/** Where a command works, in the words of the person. */
export const createCommandPlace = (config: EngineConfig, live: Live): CommandPlace => {
  const { place, session, means } = config
  const configHome = configHomeOf(config)
  const absolute = (path: string): string => resolve(live.cwd, expandHome(path, place.home))
  return {
    version: session.version,
    ...(configHome === undefined ? {} : { configHome }),
    logs: means.log !== undefined,
    resolve: absolute,
    async changeDirectory(path) {
      const wanted = absolute(path)
      const real = resolveReal(wanted)
      if (!real.ok || !statSync(wanted, { throwIfNoEntry: false })?.isDirectory())
        throw new OpError(`${wanted} is not a directory.`)
      const { caseSensitive } = place
      if (!live.roots.some(root => isInside(real.real, root, { caseSensitive })))
        live.roots = [...live.roots, real.real]
      live.cwd = real.real
      session.setCwd(real.real)
      return real.real
    },
  }
}
