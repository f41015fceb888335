import { gatherSettings } from '../../host/gather-settings.ts'
import { probeSandboxAt } from '../../host/probe-sandbox.ts'
import { HostError } from '../../protocol/host.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { plainEnv } from './plain-env.ts'

const AREA = 'sandbox'

/** Whether commands can be held here, and whether settings ask for it. */
export const examineSandbox: Examine = async options => {
  const wanted = isWanted(options)
  const found = await probeSandboxAt({
    platform: options.platform,
    env: plainEnv(options.env),
    roots: [options.cwd],
  })
  if (found.available)
    return [
      {
        area: AREA,
        level: wanted ? 'good' : 'info',
        text: `${wanted ? 'On' : 'Off, but it would work'} (${found.program})`,
        ...(wanted ? {} : { advice: '"sandbox": {"enabled": true} in the settings turns it on.' }),
      },
    ]
  return [
    {
      area: AREA,
      level: wanted ? 'error' : 'info',
      text: `${wanted ? "On, but it doesn't work here" : "Off, and it wouldn't work here"}: ${found.why}`,
      advice: found.hint,
    },
  ]
}

const isWanted = (options: DoctorOptions): boolean => {
  try {
    return gatherSettings(options.overrides, options).settings.sandbox?.enabled === true
  } catch (error) {
    if (error instanceof HostError) return false
    throw error
  }
}
