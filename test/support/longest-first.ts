import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that load little and start programs all the time: git, hooks, shells. Starting one copies the worker's memory
 * tables, so it costs a multiple in a worker that has loaded the product: they come while all workers are small.
 * Likewise the one that collects garbage again and again.
 */
const STARTERS = new RegExp(
  [
    '^test/worktrees/',
    '^test/contracts/team-files',
    '^src/features/(?:file-index|git|hooks|sandbox|shell|task-list|trust)/',
    '^src/features/sessions/(?:crash|load|file-history/|export/bounded-memory)',
    '^src/features/tools/(?:bash|glob|grep|search)/',
    '^src/features/permissions/(?:git-risk|shell/sed-edit)',
    '^src/engine/prompt/git-snapshot',
    '^src/lib/(?:git|process)/',
    '^src/lib/shell/bash-agreement',
    '^src/cli/tui/(?:history-port|listen-for-end|shell-completion|system-port)',
  ].join('|'),
)

/** Then kinds of files by what one costs, dearest first: those that start the program, those that start others, the rest. */
const KINDS = ['test/e2e/', 'test/attacks/', 'test/scenarios/', 'test/']

/**
 * The long files begin early, so that no worker is left alone with one at the end. Within a kind the runner's own order
 * holds: by the time of the last run where there was one, else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const path = relative(project.config.root, moduleId)
      if (STARTERS.test(path)) return -1
      const kind = KINDS.findIndex(start => path.startsWith(start))
      return kind < 0 ? KINDS.length : kind
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
