import type { Availability } from '../../features/sandbox/availability.ts'
import { idleSettings } from '../../features/sandbox/idle-settings.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { probeSandboxAt } from '../../host/sandbox/probe-sandbox.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { HostError } from '../../protocol/host.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { plainEnv } from './plain-env.ts'

const AREA = 'sandbox'

/** Whether commands can be held here, whether settings ask for it, and which of them have no effect here. */
export const examineSandbox: Examine = async options => {
  const settings = sandboxSettings(options)
  const wanted = settings.enabled === true
  const found = await probeSandboxAt({
    platform: options.platform,
    env: plainEnv(options.env),
    roots: [options.cwd],
    acceptNested: settings.enableWeakerNestedSandbox === true,
  })
  return [
    found.available ? worksCheck(found, wanted) : failsCheck(found, wanted),
    ...(wanted ? idleSettings(settings, options.platform) : []).map(
      (text): HealthCheck => ({ area: AREA, level: 'info', text }),
    ),
  ]
}

const worksCheck = (found: Extract<Availability, { available: true }>, wanted: boolean): HealthCheck => {
  if (wanted && found.nested)
    return {
      area: AREA,
      level: 'warning',
      text: `On, in its weaker form: commands can see other processes (${found.program})`,
    }
  return {
    area: AREA,
    level: wanted ? 'good' : 'info',
    text: `${wanted ? 'On' : 'Off, but it would work'} (${found.program})`,
    ...(wanted ? {} : { advice: '"sandbox": {"enabled": true} in the settings turns it on.' }),
  }
}

const failsCheck = (found: Extract<Availability, { available: false }>, wanted: boolean): HealthCheck => ({
  area: AREA,
  level: wanted ? 'error' : 'info',
  text: `${wanted ? "On, but it doesn't work here" : "Off, and it wouldn't work here"}: ${found.why}`,
  advice: found.hint,
})

const sandboxSettings = (options: DoctorOptions): SandboxSettings => {
  try {
    return gatherSettings(options.overrides, options).settings.sandbox ?? {}
  } catch (error) {
    if (error instanceof HostError) return {}
    throw error
  }
}
