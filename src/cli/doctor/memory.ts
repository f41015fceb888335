import { examineIndex } from '../../features/memory/examine-index.ts'
import { openMemoryDirectory } from '../../features/memory/memory-directory.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { chooseMemory } from '../../host/memory/options.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { caseRuleOf } from '../../lib/case-rule.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { HostError } from '../../protocol/host.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'

const AREA = 'memory'

/** What is remembered here, and where the index and the files do not match. */
export const examineMemory: Examine = place => {
  const problems: LocalizedText[] = []
  const path = directoryOf(place, text => problems.push(text))
  const warnings = problems.map((text): HealthCheck => ({ area: AREA, level: 'warning', text }))
  if (path === undefined)
    return warnings.length > 0 ? warnings : [{ area: AREA, level: 'info', text: doctorText('memory_off') }]
  const directory = openMemoryDirectory(path)
  const count = directory.names().length
  const { missing, leftOut } = examineIndex(directory)
  return [
    ...warnings,
    count === 0
      ? { area: AREA, level: 'info', text: doctorText('no_memories') }
      : {
          area: AREA,
          level: 'good',
          text: doctorText('memories', { count, directory: shown(path) }),
        },
    ...missing.map(
      (file): HealthCheck => ({
        area: AREA,
        level: 'warning',
        text: doctorText('memory_missing', { file: shown(file) }),
        advice: doctorText('bring_back'),
      }),
    ),
    ...leftOut.map(
      (file): HealthCheck => ({
        area: AREA,
        level: 'info',
        text: doctorText('memory_left', { file: shown(file) }),
        advice: doctorText('delete_file'),
      }),
    ),
  ]
}

const shown = (path: string): string => escapeLine(path, 200)

const directoryOf = (place: DoctorOptions, warn: Warn): string | undefined => {
  try {
    const { settings } = gatherSettings(place.overrides, place)
    const caseSensitive = caseRuleOf(place.platform)
    return chooseMemory(
      { options: place.overrides, env: place.env, settings },
      { ...place, caseSensitive },
      warn,
    ).memoryDirectory
  } catch (error) {
    // Settings that forbid to start are said where they are examined.
    if (error instanceof HostError) return undefined
    throw error
  }
}
