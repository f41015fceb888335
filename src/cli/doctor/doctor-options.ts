import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import type { Profile } from '../../host/profiles/profile.ts'
import type { Policy } from '../../host/settings/open-policy.ts'
import type { Env, Overrides } from '../../protocol/host.ts'

/** What is looked at. */
export interface DoctorOptions {
  readonly overrides: Overrides
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly profile?: Profile
  readonly env: Env
  readonly policy?: Policy
  readonly version: string
  readonly platform: string
  now(): number
}

/** One area of the examination. */
export type Examine = (options: DoctorOptions) => readonly HealthCheck[] | Promise<readonly HealthCheck[]>
