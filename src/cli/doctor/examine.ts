import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import { examineCredentials } from './credentials.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { examineExtensions } from './extensions.ts'
import { examineInstallation } from './installation.ts'
import { examineInstructions } from './instructions.ts'
import { examineMemory } from './memory.ts'
import { examineSandbox } from './sandbox.ts'
import { examineSessions } from './sessions.ts'
import { examineSettings } from './settings.ts'
import { examineTelemetry } from './telemetry.ts'
import { examineTerminal } from './terminal.ts'

/** In the order they are told. An area is one function and one line here. */
const AREAS: Readonly<Record<string, Examine>> = {
  installation: examineInstallation,
  credentials: examineCredentials,
  settings: examineSettings,
  instructions: examineInstructions,
  memory: examineMemory,
  extensions: examineExtensions,
  sandbox: examineSandbox,
  telemetry: examineTelemetry,
  sessions: examineSessions,
  terminal: examineTerminal,
}

/** Looks at everything. An area that cannot be looked at says so; the others are told all the same. */
export const examine = async (options: DoctorOptions): Promise<readonly HealthCheck[]> =>
  (await Promise.all(Object.entries(AREAS).map(([area, look]) => attempt(area, () => look(options))))).flat()

const attempt = async (
  area: string,
  look: () => readonly HealthCheck[] | Promise<readonly HealthCheck[]>,
): Promise<readonly HealthCheck[]> => {
  try {
    return await look()
  } catch (error) {
    return [{ area, level: 'error', text: doctorText('unchecked', { error: describeError(error) }) }]
  }
}
