import type { CaseRule } from '../../lib/case-rule.ts'

export interface SessionEnvironment {
  readonly cwd: string
  readonly home: string
  /** The profile whose settings and credentials count; absent: none. */
  readonly profileName?: string
  /** What hooks and commands are told the project is; absent: `cwd`. */
  readonly projectRoot?: string
  /** Real paths of the working directories, the start directory first. */
  readonly roots: readonly string[]
  readonly platform: string
  readonly osVersion: string
  readonly shell: string
  readonly caseSensitive: CaseRule
  readonly isGitRepo: boolean
  /** For child processes; credentials are removed on the way. */
  readonly env: Readonly<Record<string, string>>
  /** Further variables children must not see. */
  readonly secretNames: readonly string[]
  /** Private directory for output that does not fit in memory; created when needed. */
  readonly outputDir: string
  /** Directory of the session's own task list, beside those of others, created when needed; absent: there is none. */
  readonly taskListDir?: string
  /** Real path of the directory of memories across sessions; absent: nothing is remembered. It need not exist. */
  readonly memoryDirectory?: string
  /** The person named that directory: whatever the prompt is, how it is used is said. */
  readonly memoryIsNamed?: boolean
  /** Real path of the memories a team shares; only with `memoryDirectory`. The program itself never writes there. */
  readonly teamMemoryDirectory?: string
  /** Private, for copies of files before they change: `<config home>/file-history/<session>`; absent: none are kept. */
  readonly historyDir?: string
  /** Private, for what the threads of this session give each other; made when needed; absent: there is none. */
  readonly scratchpadDir?: string
  /** Private, for what all sessions spent: `<config home>/spending`; absent: it is not added up. */
  readonly spendingDir?: string
  /** Private, for who writes which file: `<config home>/leases`; absent: other processes are not looked at. */
  readonly leasesDir?: string
  /** Private, for what was found out of code: `<config home>/cache/code-map`; absent: it is found out each time. */
  readonly codeMapDir?: string
  /** Private, for how far runs of workflows are: `<config home>/workflow-runs`; absent: beside the session. */
  readonly workflowsDir?: string
}
