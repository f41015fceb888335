import { diskReader } from '../../features/memory/instructions/disk-reader.ts'
import { loadInstructions } from '../../features/memory/instructions/load-instructions.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { chooseInstructions } from '../../host/instructions/options.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { caseRuleOf } from '../../lib/case-rule.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { HostError } from '../../protocol/host.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import { knownCell } from '../../protocol/messages/commands/table-cells.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'

const AREA = 'instructions'
/** More than this in one file is paid for with every conversation. */
const MANY_TOKENS = 10_000

/** Which instruction files a conversation would begin with, and how much they weigh. */
export const examineInstructions: Examine = async place => {
  const choice = choose(place)
  if (choice === undefined) return []
  if (!choice.instructions)
    return [{ area: AREA, level: 'info', text: doctorText('no_instructions_by_variable') }]
  const { configHome, projectRoot, extraDirs, managed, uid, ...options } = choice.instructions
  const { loaded, problems } = await loadInstructions({
    place: {
      cwd: place.cwd,
      home: place.home,
      roots: [place.cwd],
      caseSensitive: caseRuleOf(place.platform),
      configHome,
      projectRoot,
      extraDirs,
      managed,
      uid,
    },
    options,
    // Only sizes are told: what a file brings in from elsewhere needs an answer that nobody gives here.
    ports: { reader: diskReader, mayImport: () => undefined },
  })
  return [
    ...(loaded.length === 0
      ? [
          {
            area: AREA,
            level: 'info',
            text: doctorText('no_instructions'),
            advice: doctorText('init'),
          } as const,
        ]
      : loaded.map(file => fileCheck(file, problems))),
    ...problems.map(({ message }): HealthCheck => ({ area: AREA, level: 'warning', text: message })),
  ]
}

const choose = (place: DoctorOptions) => {
  try {
    const gathered = gatherSettings(place.overrides, place)
    return chooseInstructions(place.overrides, gathered, { ...place, roots: [place.cwd] })
  } catch (error) {
    // Settings that forbid to start are said where they are examined.
    if (error instanceof HostError) return undefined
    throw error
  }
}

interface LoadedFile {
  readonly path: string
  readonly tokens: number
  readonly scope: string
}

/** A file with something wrong in it is not good at the same time. */
const fileCheck = (
  { path, tokens, scope }: LoadedFile,
  problems: readonly { readonly path: string }[],
): HealthCheck => ({
  area: AREA,
  level: tokens > MANY_TOKENS ? 'warning' : problems.some(each => each.path === path) ? 'info' : 'good',
  text: doctorText('instructions', {
    file: escapeLine(path, 200),
    scope: knownCell(scope),
    tokens: String(tokens),
  }),
  ...(tokens > MANY_TOKENS ? { advice: doctorText('too_long') } : {}),
})
