import type {
  InstructionOptions,
  InstructionPlace,
} from '../../features/memory/instructions/instruction-place.ts'

/** Which instruction files count, beyond what the place and the working directories say. */
export interface InstructionChoice
  extends InstructionOptions,
    Pick<InstructionPlace, 'configHome' | 'projectRoot' | 'extraDirs' | 'managed' | 'uid'> {}
