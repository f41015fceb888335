import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import type { Env } from '../../host/environment.ts'
import type { RunOptions } from '../args/run-options.ts'

/** What is looked at. */
export interface DoctorPlace {
  readonly options: RunOptions
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly env: Env
  readonly version: string
  readonly platform: string
  now(): number
}

/** One area of the examination. */
export type Examine = (place: DoctorPlace) => readonly HealthCheck[] | Promise<readonly HealthCheck[]>
