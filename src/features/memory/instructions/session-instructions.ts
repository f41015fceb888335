import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { Gathering } from './gather-files.ts'
import type { ConditionalRule, InstructionSet } from './instruction-set.ts'
import { loadInstructions, nestedFor, rulesFor } from './load-instructions.ts'

/** What the model was given before, as the entries of the session have it. */
export interface GivenInstructions {
  readonly loaded: readonly LoadedInstruction[]
  readonly texts: readonly string[]
}

/** The instruction files of one session: each is given once, until {@link SessionInstructions.restart}. */
export interface SessionInstructions {
  /** Reads everything anew that counts from the start. What was given is not touched: it may be a preview. */
  start(reason: 'start' | 'compact'): Promise<InstructionSet>
  /** What a file brings with it that was not given yet; takes a real path. */
  touched(path: string): Promise<InstructionSet>
  /** Only this counts as given from now on. */
  restart(given: GivenInstructions): void
}

const NOTHING: InstructionSet = { text: '', loaded: [], problems: [], rules: [], looked: [] }

export const createSessionInstructions = (
  gathering: () => Omit<Gathering, 'known' | 'isGiven'>,
): SessionInstructions => {
  /** Given, or looked at and found not worth giving. */
  let known = new Set<string>()
  let texts: string[] = []
  const handled = new Set<string>()
  /** `undefined`: not looked for yet. */
  let rules: Map<string, ConditionalRule> | undefined
  const isGiven = (text: string): boolean => texts.some(given => given.includes(text))
  const note = (set: InstructionSet): InstructionSet => {
    for (const path of set.looked) known.add(path)
    for (const rule of set.rules) rules?.set(rule.path, rule)
    if (set.text !== '') texts.push(set.text)
    return set
  }
  const waiting = async (): Promise<Map<string, ConditionalRule>> => {
    if (rules) return rules
    // After a resume nothing was read yet, and what the model has must stay as it is: only the rules are of interest.
    const { rules: found } = await loadInstructions(gathering())
    rules = new Map(found.map(rule => [rule.path, rule]))
    return rules
  }
  return {
    async start(reason) {
      const set = await loadInstructions(gathering(), reason)
      rules = new Map(set.rules.map(rule => [rule.path, rule]))
      return set
    },
    async touched(path) {
      if (handled.has(path)) return NOTHING
      handled.add(path)
      const all = await waiting()
      const lookedAt = new Set([...known, ...all.keys()])
      const nested = note(await nestedFor(path, { ...gathering(), known: lookedAt, isGiven }))
      const open = [...all.values()].filter(rule => !known.has(rule.path))
      const matched = note(await rulesFor(path, open, { ...gathering(), known, isGiven }))
      return joinSets(nested, matched)
    },
    restart(given) {
      known = new Set(given.loaded.map(file => file.path))
      texts = [...given.texts]
      handled.clear()
    },
  }
}

const joinSets = (first: InstructionSet, second: InstructionSet): InstructionSet => ({
  text: [first.text, second.text].filter(text => text !== '').join('\n\n'),
  loaded: [...first.loaded, ...second.loaded],
  problems: [...first.problems, ...second.problems],
  rules: [...first.rules, ...second.rules],
  looked: [...first.looked, ...second.looked],
})
