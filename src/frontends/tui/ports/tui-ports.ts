import type { Screen } from '../terminal/screen-port.ts'
import type { AgentsPort } from './agents-port.ts'
import type { DoctorPort } from './doctor-port.ts'
import type { FilesPort } from './files-port.ts'
import type { HistoryPort } from './history-port.ts'
import type { ModelsPort } from './models-port.ts'
import type { PluginsPort } from './plugins-port.ts'
import type { RemotePort } from './remote-port.ts'
import type { SessionsPort } from './sessions-port.ts'
import type { SettingsPort } from './settings-port.ts'
import type { SystemPort } from './system-port.ts'
import type { VoicePort } from './voice-port.ts'

/** Everything the terminal needs of the world beside the engine; the program provides it. */
export interface TuiPorts {
  readonly files: FilesPort
  readonly history: HistoryPort
  /** Going on with another one is for the program itself. */
  readonly sessions: Omit<SessionsPort, 'resume'>
  readonly settings: SettingsPort
  readonly system: SystemPort
  readonly doctor: DoctorPort
  readonly agents: AgentsPort
  readonly plugins: PluginsPort
  readonly models: ModelsPort
  readonly remote: RemotePort
  readonly voice: VoicePort
}

/** As components see them. */
export interface UiPorts extends TuiPorts {
  readonly sessions: SessionsPort
}

/** The same ports; an editor gets the terminal for as long as it runs, and what the terminal is to copy is told it. */
export const withScreen = (ports: TuiPorts, screen: Pick<Screen, 'suspend' | 'signal'>): TuiPorts => {
  const { system } = ports
  return {
    ...ports,
    system: {
      ...system,
      async copy(text) {
        const copied = await system.copy(text)
        if (copied.sequence !== undefined) screen.signal(copied.sequence)
        return copied
      },
      edit: text => screen.suspend(() => system.edit(text)),
      openFile: file => screen.suspend(() => system.openFile(file)),
    },
  }
}
