import { roughTokens } from '../../../lib/text/rough-tokens.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import { instructionText } from '../../../protocol/messages/engine/instructions.ts'
import { nestedCandidates, startCandidates } from './candidates.ts'
import { fitTotal } from './fit-total.ts'
import { type Gathered, type GatheredFile, type Gathering, gatherFiles, type Wanted } from './gather-files.ts'
import type { ConditionalRule, InstructionSet } from './instruction-set.ts'
import { renderInstructions } from './render-instructions.ts'

/** Stands where others have the name of their file. */
const POLICY_NAME = 'managed settings (claudeMd)'

/** What counts from the start, and again after a compaction. */
export const loadInstructions = async (
  gathering: Gathering,
  reason: 'start' | 'compact' = 'start',
): Promise<InstructionSet> => {
  const candidates = startCandidates(gathering.place, gathering.options)
  const wanted = candidates.map(candidate => ({ candidate, origin: { reason } }))
  const found = await gatherFiles(wanted, gathering)
  const { policy } = gathering.options
  const own: readonly GatheredFile[] =
    policy === undefined ? [] : [{ path: POLICY_NAME, scope: 'managed', text: policy, reason }]
  return toSet({ ...found, files: [...own, ...found.files] }, gathering, 'start')
}

/** What the directories between `cwd` and a file say; takes a real path. */
export const nestedFor = async (path: string, gathering: Gathering): Promise<InstructionSet> => {
  const candidates = nestedCandidates(path, gathering.place, gathering.options)
  const origin = { reason: 'nested', trigger: path } as const
  const wanted = candidates.map(candidate => ({ candidate, origin }))
  return toSet(await gatherFiles(wanted, gathering), gathering, 'later')
}

/** Those of the rules that name the file; takes a real path. */
export const rulesFor = async (
  path: string,
  rules: readonly ConditionalRule[],
  gathering: Gathering,
): Promise<InstructionSet> => {
  const wanted = rules
    .filter(rule => rule.glob.matches(path))
    .map(
      ({ path: file, scope, base, patterns }): Wanted => ({
        candidate: { kind: 'rule', path: file, scope, base },
        origin: { reason: 'matched', trigger: path, globs: patterns },
      }),
    )
  return toSet(await gatherFiles(wanted, gathering), gathering, 'later')
}

const toSet = (gathered: Gathered, { options }: Gathering, when: 'start' | 'later'): InstructionSet => {
  const { kept, left } = fitTotal(gathered.files)
  return {
    text: renderInstructions(kept, { trusted: options.trusted, when, language: options.language }),
    loaded: kept.map(toLoaded),
    problems: [
      ...gathered.problems,
      ...left.map(({ path, text }) => ({
        path,
        message: instructionText('left_out', { path, length: text.length }),
      })),
    ],
    rules: gathered.rules,
    looked: [...gathered.looked],
  }
}

const toLoaded = ({ text, ...file }: GatheredFile): LoadedInstruction => ({
  ...file,
  tokens: Math.ceil(roughTokens(text)),
})
