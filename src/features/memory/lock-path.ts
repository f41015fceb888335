import { join } from 'node:path'
import type { MemoryDirectory } from './memory-directory.ts'

/** Whoever changes memory files in the background holds this lock. */
export const lockPath = ({ path }: Pick<MemoryDirectory, 'path'>): string => join(path, '.lock')
