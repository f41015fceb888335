import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentProgram } from '../features/remote-host/programs.ts'
import type { HostOptions } from '../host/compose.ts'
import { SessionHost } from '../host/host.ts'
import { proxyFromEnv } from '../lib/network/proxy.ts'
import { BRIDGE_WORD, REMOTE_AGENT_WORD, TEAMMATE_WORD } from './internal-commands.ts'
import { thisProgram } from './this-program.ts'

/** The host of this program's sessions. */
export const createHost = ({ version, git }: Pick<HostOptions, 'version' | 'git'>): SessionHost =>
  new SessionHost({
    version,
    ...(git ? { git } : {}),
    bridge: bridgeHere,
    teammate: () => [...thisProgram().command, TEAMMATE_WORD],
    remotePrograms: remoteProgramsHere,
    fetch: builtInFetch(),
    async reviews(place) {
      const { reviewsHere } = await import('./review/in-session.ts')
      return await reviewsHere(place, { version, openHost: () => createHost({ version }) })
    },
    async fleet({ env }) {
      const { openSessionJobs } = await import('./fleet/session-jobs.ts')
      const { configHome, home } = (await import('../host/find-homes.ts')).findHomes(env)
      return await openSessionJobs({ env, configHome, home, version })
    },
    releaseNotes: async () => (await import('./release-notes.ts')).readReleaseNotes(),
  })

/** Runs the bridge out of a sandbox: this program, and the files it consists of. */
export const bridgeHere = (): ReturnType<HostOptions['bridge']> => {
  const { command, runtime, script } = thisProgram()
  const code = script === undefined ? [] : [dirname(realpathSync(script))]
  return { command: [...command, BRIDGE_WORD], files: [realpathSync(runtime), runtime, ...code] }
}

/** Processors as `uname -m` calls them. */
const PROCESSORS: Readonly<Record<string, readonly [linux: string, darwin: string]>> = {
  x64: ['x86_64', 'x86_64'],
  arm64: ['aarch64', 'arm64'],
}

/** What runs on other machines: this program where it is a native one, and the script where there is Node. */
const remoteProgramsHere = (): readonly AgentProgram[] => {
  const { runtime, script } = thisProgram()
  if (script !== undefined) return [{ file: join(dirname(realpathSync(script)), 'remote-agent.mjs') }]
  const [linux, darwin] = PROCESSORS[process.arch] ?? []
  const system = process.platform === 'linux' ? linux && `Linux ${linux}` : darwin && `Darwin ${darwin}`
  return system === undefined ? [] : [{ file: runtime, system, word: REMOTE_AGENT_WORD }]
}

/**
 * Bun's, which is there at once where node:http has to be read first. It would go through a proxy that the variables of
 * this process name, whatever settings say: then it is not asked.
 */
const builtInFetch = (): typeof fetch | undefined => {
  if (process.versions['bun'] === undefined) return undefined
  const { http, https } = proxyFromEnv(process.env)
  return http || https ? undefined : fetch
}
