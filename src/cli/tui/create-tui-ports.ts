import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeAgent } from '../../features/agents/write-agent.ts'
import type { AgentsPort } from '../../frontends/tui/ports/agents-port.ts'
import type { DoctorPort } from '../../frontends/tui/ports/doctor-port.ts'
import type { TuiPorts } from '../../frontends/tui/ports/tui-ports.ts'
import type { SessionHost } from '../../host/host.ts'
import { ownHome } from '../../host/profiles/profile.ts'
import { gitSandboxAt } from '../../host/sandbox/probe-sandbox.ts'
import { findStart } from '../../host/start.ts'
import type { DoctorOptions } from '../doctor/doctor-options.ts'
import { overridesOf } from '../open-request.ts'
import { createFilesPort } from './files-port.ts'
import { createHistoryPort } from './history-port.ts'
import { createModelsPort } from './models-port.ts'
import { createOnboardingPort, type Onboarding } from './onboarding-port.ts'
import { createPluginsPort } from './plugins-port.ts'
import { RemoteControl } from './remote-control.ts'
import { createSessionsPort } from './sessions-port.ts'
import { createTuiSettingsPort } from './settings-port.ts'
import { createSystemPort } from './system-port.ts'
import { createTrustPort, type SessionTrust } from './trust-port.ts'
import type { TuiStart } from './tui-start.ts'
import { createVoicePort } from './voice-port.ts'

export interface CliPorts {
  readonly tui: TuiPorts
  readonly trust: SessionTrust
  readonly onboarding: Onboarding
  readonly remote: RemoteControl
}

/** Everything of this machine that the screen reaches. */
export const createTuiPorts = (start: TuiStart, host: SessionHost): CliPorts => {
  const { env, version, argv, policy } = start
  // The screen itself only looks at settings: whether the conversation begins with damaged ones is asked there.
  const overrides = { ...overridesOf(start.options), acceptDamagedSettings: true }
  const directory = host.directory(findStart(start))
  const place = directory.start
  const now = (): number => Date.now()
  const here = { ...place, env, now, newId: randomUUID }
  const settings = createTuiSettingsPort({ ...here, overrides, directory })
  const remote = new RemoteControl({
    ...here,
    version,
    isOff: () => directory.gather(overrides, env).settings.disableRemoteControl === true,
    voice: () => settings.current().voice,
  })
  const process_ = { env, version, argv, policy, cwd: place.cwd }
  return {
    trust: createTrustPort(overrides, here),
    onboarding: createOnboardingPort({
      ...here,
      configHome: ownHome(place),
      settings: () => directory.gather(overrides, env).settings,
    }),
    remote,
    tui: {
      settings,
      files: createFilesPort({
        ...here,
        now: () => performance.now(),
        sandbox: gitSandboxAt({
          env,
          roots: [place.cwd],
          settings: () => directory.gather(overrides, env).settings.sandbox,
        }),
        fileSuggestion: () => settings.current().fileSuggestion?.command,
        respectGitignore: settings.current().respectGitignore !== false,
      }),
      // A prompt that could not be kept is no reason to disturb the one who typed it.
      history: createHistoryPort({ ...here, onError: () => {} }),
      sessions: createSessionsPort({ ...here, process: process_, host }),
      system: createSystemPort({ ...here, version, platform: process.platform }),
      plugins: createPluginsPort(here),
      models: createModelsPort({ ...here, overrides }),
      remote,
      agents: createAgentsPort(place),
      voice: createVoicePort({
        ...here,
        platform: process.platform,
        settings: () => settings.current().voice ?? {},
      }),
      doctor: createDoctorPort({ ...here, overrides, version, platform: process.platform }),
    },
  }
}

/** Files of agents: of this directory, or of the person in all of them. */
const createAgentsPort = ({
  cwd,
  configHome,
}: {
  readonly cwd: string
  readonly configHome: string
}): AgentsPort => ({
  create: async (draft, scope) =>
    writeAgent(scope === 'user' ? join(configHome, 'agents') : join(cwd, '.capstan', 'agents'), draft),
  async remove(file) {
    try {
      rmSync(file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Error(`${file} could not be deleted: ${code ?? String(error)}.`)
    }
  },
})

/** Loaded when somebody asks. */
const createDoctorPort = (options: DoctorOptions): DoctorPort => ({
  async check() {
    const { examine } = await import('../doctor/examine.ts')
    return await examine(options)
  },
})
