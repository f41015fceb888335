import { join } from 'node:path'
import { readCorpus } from '../../evals/review/corpus.ts'
import { REPOSITORY } from './run-program.ts'

/** The planted changes of evals/review. */
export const REVIEW_CORPUS = readCorpus(join(REPOSITORY, 'evals/review'))
