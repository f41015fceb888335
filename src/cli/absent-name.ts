import { SURFACES } from '../features/compatibility/surfaces.ts'
import type { Verdict } from '../features/compatibility/verdict.ts'
import { usageText } from '../protocol/messages/cli/usage.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'

/** What to say of a flag or a first word that is not ours: why another program has it, where that is known. */
export const explainUnknown = (name: string, problem: LocalizedText): LocalizedText => {
  const isFlag = name.startsWith('--')
  const verdict = isFlag ? verdictOf('flags', name) : verdictOf('subcommands', name)
  if (verdict?.verdict !== 'absent') return problem
  return usageText('absent', {
    problem: isFlag ? usageText('absent_flag', { flag: name }) : problem,
    why: verdict.text,
  })
}

/** Of a command with commands of its own, what is said of the first of them. */
const verdictOf = (surface: string, name: string): Verdict | undefined => {
  const names = SURFACES.find(({ key }) => key === surface)?.names ?? {}
  const key = Object.keys(names).find(each => each === name || each.startsWith(`${name} `))
  return key === undefined ? undefined : names[key]
}
