import type {
  InstructionOptions,
  InstructionPaths,
} from '../../features/memory/instructions/instruction-paths.ts'

/** Which instruction files count, beyond what the place and the working directories say. */
export interface InstructionChoice
  extends InstructionOptions,
    Pick<InstructionPaths, 'configHome' | 'projectRoot' | 'extraDirs' | 'managed' | 'uid'> {}
