import { diskReader } from '../../features/memory/instructions/disk-reader.ts'
import type { InstructionSet } from '../../features/memory/instructions/instruction-set.ts'
import { loadInstructions } from '../../features/memory/instructions/load-instructions.ts'
import { caseRuleOf } from '../../lib/case-rule.ts'
import type { Env } from '../../protocol/host.ts'
import { chooseInstructions } from './options.ts'

export interface InstructionsAt {
  /** Real path. */
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly env: Env
}

/** The instruction files that would be sent from the start if the folder were trusted, and are not before. */
export const surveyInstructions = async (at: InstructionsAt): Promise<readonly string[]> => {
  const chosen = chooseInstructions(
    {},
    { settings: {}, trusted: true },
    { ...at, roots: [at.cwd] },
  ).instructions
  if (!chosen) return []
  const { configHome, projectRoot, extraDirs, managed, uid, ...options } = chosen
  const { cwd, home } = at
  const caseSensitive = caseRuleOf(process.platform)
  const load = (withheld: boolean): Promise<InstructionSet> =>
    loadInstructions({
      place: { cwd, home, roots: [cwd], caseSensitive, configHome, projectRoot, extraDirs, managed, uid },
      options: { ...options, withheld },
      ports: { reader: diskReader, mayImport: () => undefined },
    })
  const sent = new Set(filesOf(await load(true)))
  return filesOf(await load(false)).filter(path => !sent.has(path))
}

/** With the rules that wait for a file they name. What a file brings in is part of it, and judged when it is sent. */
const filesOf = ({ loaded, rules }: InstructionSet): readonly string[] =>
  [...loaded.filter(({ reason }) => reason !== 'import'), ...rules].map(({ path }) => path)
