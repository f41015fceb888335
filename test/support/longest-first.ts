import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Kinds of files by what one costs, dearest first: those that start the program, those that start others, the rest. */
const KINDS = ['test/e2e/', 'test/attacks/', 'test/scenarios/', 'test/']

/**
 * The long files begin first, so that no worker is left alone with one at the end. Within a kind the runner's own order
 * holds: by the time of the last run where there was one, else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const path = relative(project.config.root, moduleId)
      const kind = KINDS.findIndex(start => path.startsWith(start))
      return kind < 0 ? KINDS.length : kind
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
