import { isHarmlessAwk } from '../../../../src/features/permissions/shell/filters.ts'
import { isHarmlessSed } from '../../../../src/features/permissions/shell/sed-program.ts'
import { installedOf } from '../../../support/needs-program.ts'
import { awkPrograms } from './awk-programs.ts'
import { runWithCanaries } from './run-with-canaries.ts'
import { sedScripts } from './sed-scripts.ts'

interface Language {
  readonly programs: (count: number, seed: number) => Iterable<string>
  readonly isHarmless: (program: string) => boolean
  /** The words that run a program, for each implementation. */
  readonly implementations: readonly (readonly string[])[]
}

/** A sed of BSD is in no package of Debian: where one was built, this says where. */
const BSD_SED = process.env['CAPSTAN_TEST_BSD_SED']

export const LANGUAGES: Readonly<Record<'awk' | 'sed', Language>> = {
  awk: {
    programs: awkPrograms,
    isHarmless: isHarmlessAwk,
    implementations: [['gawk'], ['mawk'], ['original-awk'], ['busybox', 'awk']],
  },
  sed: {
    programs: sedScripts,
    isHarmless: isHarmlessSed,
    implementations: [['sed'], ['busybox', 'sed'], ['toybox', 'sed'], ...(BSD_SED ? [[BSD_SED]] : [])],
  },
}

export interface LanguageReport {
  readonly programs: number
  /** Those of them that count as looks. */
  readonly allowed: number
  /** How often one of these was run. */
  readonly runs: number
  /** Each that made or changed a file, ran something or showed a secret. */
  readonly findings: readonly string[]
}

/** Makes programs, judges them and runs those that count as looks with every implementation that is here. */
export const fuzzLanguage = async (
  name: keyof typeof LANGUAGES,
  options: { readonly count: number; readonly seed: number },
): Promise<LanguageReport> => {
  const { programs, isHarmless, implementations } = LANGUAGES[name]
  const here = installedOf([...new Set(implementations.map(([program = '']) => program))])
  const made = [...programs(options.count, options.seed)].filter(program => !program.includes('\0'))
  const allowed = [...new Set(made)].filter(isHarmless)
  const used = implementations.filter(([program = '']) => here.has(program))
  const findings: string[] = []
  for (const words of used) findings.push(...(await runWithCanaries(allowed, words)))
  return { programs: made.length, allowed: allowed.length, runs: allowed.length * used.length, findings }
}
