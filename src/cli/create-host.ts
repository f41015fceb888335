import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { HostOptions } from '../host/compose.ts'
import { SessionHost } from '../host/host.ts'
import { BRIDGE_WORD, TEAMMATE_WORD } from './bridge-word.ts'

/** The host of this program's sessions. */
export const createHost = ({ version, git }: Pick<HostOptions, 'version' | 'git'>): SessionHost =>
  new SessionHost({
    version,
    ...(git ? { git } : {}),
    bridge() {
      const [runtime = process.execPath, script = ''] = process.argv
      return {
        command: [runtime, script, BRIDGE_WORD],
        files: [realpathSync(runtime), runtime, dirname(realpathSync(script))],
      }
    },
    teammate() {
      const [runtime = process.execPath, script = ''] = process.argv
      return [runtime, script, TEAMMATE_WORD]
    },
    releaseNotes: async () => (await import('./release-notes.ts')).readReleaseNotes(),
  })
