import type { Availability } from '../../features/sandbox/availability.ts'
import { idleSettings } from '../../features/sandbox/idle-settings.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { probeSandboxAt } from '../../host/sandbox/probe-sandbox.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { HostError } from '../../protocol/host.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { serversHere } from '../mcp/here.ts'
import { whyNoStart } from '../mcp/invisible-server.ts'
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
    bwrapPath: settings.bwrapPath,
  })
  return [
    found.available ? worksCheck(found, wanted) : failsCheck(found, wanted),
    ...(wanted ? idleSettings(settings, options.platform) : []).map(
      (text): HealthCheck => ({ area: AREA, level: 'info', text }),
    ),
    ...serverChecks(options),
  ]
}

/** Servers that want the sandbox and whose program can't be seen in it. */
const serverChecks = ({ cwd, home, configHome, env, version }: DoctorOptions): readonly HealthCheck[] => {
  const here = unlessDamaged(() =>
    serversHere({ cwd, version, argv: [], env: { ...env, HOME: home, CAPSTAN_CONFIG_DIR: configHome } }),
  )
  if (!here) return []
  return here.servers.flatMap((server): readonly HealthCheck[] => {
    const problem = whyNoStart(server, here)
    if (problem === undefined || server.disabled) return []
    const text = doctorText('server_no_start', { name: escapeLine(server.name, 200), why: problem })
    return [{ area: AREA, level: 'error', text }]
  })
}

const worksCheck = (found: Extract<Availability, { available: true }>, wanted: boolean): HealthCheck => {
  if (wanted && found.nested)
    return {
      area: AREA,
      level: 'warning',
      text: doctorText('sandbox_weaker', { program: found.program }),
    }
  return {
    area: AREA,
    level: wanted ? 'good' : 'info',
    text: doctorText(wanted ? 'sandbox_on' : 'sandbox_off', { program: found.program }),
    ...(wanted ? {} : { advice: doctorText('sandbox_turn_on', { setting: '"sandbox": {"enabled": true}' }) }),
  }
}

const failsCheck = (found: Extract<Availability, { available: false }>, wanted: boolean): HealthCheck => ({
  area: AREA,
  level: wanted ? 'error' : 'info',
  text: doctorText(wanted ? 'sandbox_on_fails' : 'sandbox_off_fails', { why: found.why }),
  advice: found.hint,
})

const sandboxSettings = (options: DoctorOptions): SandboxSettings =>
  unlessDamaged(() => gatherSettings(options.overrides, options).settings.sandbox) ?? {}

/** Settings that forbid to start are said where they are examined. */
const unlessDamaged = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}
