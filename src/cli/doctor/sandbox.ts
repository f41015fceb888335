import { gatherSettings } from '../../host/gather-settings.ts'
import { probeSandboxAt } from '../../host/probe-sandbox.ts'
import { HostError } from '../../protocol/host.ts'
import type { DoctorPlace, Examine } from './doctor-place.ts'
import { plainEnv } from './plain-env.ts'

const AREA = 'sandbox'

/** Whether commands can be held here, and whether settings ask for it. */
export const examineSandbox: Examine = async place => {
  const wanted = isWanted(place)
  const found = await probeSandboxAt({
    platform: place.platform,
    env: plainEnv(place.env),
    roots: [place.cwd],
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

const isWanted = (place: DoctorPlace): boolean => {
  try {
    return gatherSettings(place.overrides, place).settings.sandbox?.enabled === true
  } catch (error) {
    if (error instanceof HostError) return false
    throw error
  }
}
