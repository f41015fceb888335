import type { AgentsPort } from './ports/agents-port.ts'
import type { DoctorPort } from './ports/doctor-port.ts'
import type { FilesPort } from './ports/files-port.ts'
import type { HistoryPort } from './ports/history-port.ts'
import type { ModelsPort } from './ports/models-port.ts'
import type { PluginsPort } from './ports/plugins-port.ts'
import type { RemotePort } from './ports/remote-port.ts'
import type { SessionsPort } from './ports/sessions-port.ts'
import type { SettingsPort } from './ports/settings-port.ts'
import type { SystemPort } from './ports/system-port.ts'

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
}

/** As components see them. */
export interface UiPorts extends TuiPorts {
  readonly sessions: SessionsPort
}
