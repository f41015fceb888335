import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { InstructionScope } from './candidates.ts'
import type { PathGlob } from './path-glob.ts'

/** What was found, ready for the model. */
export interface InstructionSet {
  /** Empty when there is nothing to say. */
  readonly text: string
  /** In the order of the text. */
  readonly loaded: readonly LoadedInstruction[]
  readonly problems: readonly InstructionProblem[]
  /** Rules that wait for a file they name. */
  readonly rules: readonly ConditionalRule[]
  /** Every file that was looked into, under each of its names. */
  readonly looked: readonly string[]
}

/** For the person: what was not used, or costs more than it should, and what to do. */
export interface InstructionProblem {
  readonly path: string
  readonly message: LocalizedText
}

export interface ConditionalRule {
  readonly path: string
  readonly scope: InstructionScope
  readonly base: string
  readonly patterns: readonly string[]
  /** Takes an absolute, real path. */
  readonly glob: PathGlob
}
