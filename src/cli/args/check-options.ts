import { readTokens } from '../../features/budgets/token-words.ts'
import { type Flag, flagName } from './flag.ts'
import type { OptionsDraft, RunOptions } from './run-options.ts'
import { UsageError } from './usage-error.ts'

/** Refuses combinations that contradict themselves or would have no effect, and settles what follows from others. */
export const checkOptions = (draft: OptionsDraft, given: ReadonlySet<Flag>): RunOptions => {
  refusePairs(draft)
  refuseOrphans(draft)
  refuseDetached(draft, given)
  if (!draft.print)
    for (const flag of given)
      if (flag.printOnly && !(isDetached(draft) && LIMITS.has(flag.key)))
        throw new UsageError(`${flagName(flag)} works only with -p.`)
  if (draft.dangerouslySkipPermissions) {
    if (draft.permissionMode !== undefined && draft.permissionMode !== 'bypassPermissions')
      throw new UsageError(
        `--dangerously-skip-permissions and --permission-mode ${draft.permissionMode} contradict each other.`,
      )
    draft.permissionMode = 'bypassPermissions'
  }
  if (draft.tools?.includes('default')) delete draft.tools
  if (draft.autocompact !== undefined) windowOf(draft.autocompact)
  const { permissionPromptTool: tool = 'stdio' } = draft
  if (tool !== 'stdio' && !/^mcp__.+__.+/.test(tool))
    throw new UsageError(`--permission-prompt-tool takes stdio or mcp__server__tool, not "${tool}".`)
  return draft
}

const LEAST_WINDOW = 100_000
const MOST_WINDOW = 1_000_000

/** `auto`, or tokens. */
export const windowOf = (text: string): number | 'auto' => {
  if (text === 'auto') return text
  const tokens = readTokens(text) ?? Number(text)
  if (tokens >= LEAST_WINDOW && tokens <= MOST_WINDOW) return tokens
  throw new UsageError(`--autocompact takes auto, or tokens from 100k to 1m, not "${text}".`)
}

/** Nobody watches what runs in the background: what it may spend can be said there too. */
const LIMITS: ReadonlySet<string> = new Set(['maxTurns', 'maxBudgetUsd'])

const isDetached = ({ background, bg, exec }: OptionsDraft): boolean =>
  (background ?? bg ?? exec) !== undefined

/** What counts beside a shell command; everything else is about a session. */
const BESIDE_EXEC: ReadonlySet<string> = new Set(['exec', 'background', 'bg', 'name'])

const refuseDetached = (draft: OptionsDraft, given: ReadonlySet<Flag>): void => {
  if (draft.tmux !== undefined && draft.worktree === undefined)
    throw new UsageError('--tmux needs --worktree.')
  if (draft.tmux !== undefined && draft.print)
    throw new UsageError('--tmux needs an interactive session, not -p.')
  if (draft.fromPr !== undefined && (draft.continue || draft.resume !== undefined))
    throw new UsageError("--from-pr can't be used together with --continue or --resume; pick one.")
  if (!isDetached(draft)) return
  const name = draft.exec === undefined ? '--background' : '--exec'
  if (draft.print) throw new UsageError(`${name} can't be used together with -p; pick one.`)
  if (draft.tmux !== undefined) throw new UsageError(`${name} and --tmux can't be used together; pick one.`)
  if (draft.exec !== undefined) {
    const other = [...given].find(flag => !BESIDE_EXEC.has(flag.key))
    if (other) throw new UsageError(`--exec runs a shell command: ${flagName(other)} means nothing there.`)
    if (draft.prompt !== undefined)
      throw new UsageError('--exec runs a shell command: leave the prompt out, or use --background for it.')
  } else if (draft.resume === true || draft.fromPr !== undefined)
    throw new UsageError('--background has no screen to choose from: name the session, --resume <id>.')
}

const PAIRS: readonly (readonly [keyof RunOptions, keyof RunOptions, string])[] = [
  ['systemPrompt', 'systemPromptFile', '--system-prompt and --system-prompt-file'],
  ['appendSystemPrompt', 'appendSystemPromptFile', '--append-system-prompt and --append-system-prompt-file'],
  ['continue', 'resume', '--continue and --resume'],
  ['record', 'replay', '--record and --replay'],
]

const isSet = (draft: OptionsDraft, key: keyof RunOptions): boolean =>
  draft[key] !== undefined && draft[key] !== false

const refusePairs = (draft: OptionsDraft): void => {
  for (const [one, other, names] of PAIRS)
    if (isSet(draft, one) && isSet(draft, other))
      throw new UsageError(`${names} can't be used together; pick one.`)
  if (draft.inputFormat === 'stream-json' && draft.prompt !== undefined)
    throw new UsageError(
      "With --input-format stream-json prompts come from stdin; don't give one as an argument.",
    )
}

const refuseOrphans = (draft: OptionsDraft): void => {
  const earlier = draft.continue || draft.resume !== undefined
  const streamOut = draft.outputFormat === 'stream-json'
  const streamIn = draft.inputFormat === 'stream-json'
  const refuse = (when: boolean, message: string): void => {
    if (when) throw new UsageError(message)
  }
  refuse(
    draft.forkSession && !earlier,
    '--fork-session needs --continue or --resume: there is nothing to fork.',
  )
  refuse(draft.takeOver && !earlier, '--take-over needs --continue or --resume to say which session.')
  refuse(draft.takeOver && draft.forkSession, "--take-over and --fork-session can't be used together.")
  refuse(draft.resumeSessionAt !== undefined && !earlier, '--resume-session-at needs --continue or --resume.')
  refuse(
    draft.sessionId !== undefined && earlier && !draft.forkSession,
    '--session-id sets the id of a new session; with --continue or --resume, add --fork-session.',
  )
  const remote = draft.remoteControl ?? draft.rc
  refuse(remote !== undefined && draft.print, '--remote-control needs an interactive session, not -p.')
  refuse(draft.assistant && draft.print, '--assistant needs an interactive session, not -p.')
  const rewinds = draft.rewindFiles !== undefined
  refuse(rewinds && !earlier, '--rewind-files needs --continue or --resume to say which session.')
  refuse(rewinds && draft.forkSession, "--rewind-files and --fork-session can't be used together.")
  refuse(
    rewinds && (draft.prompt !== undefined || streamIn),
    "--rewind-files doesn't ask the model anything; leave the prompt out.",
  )
  refuse(draft.dryRun === true && !rewinds, '--dry-run needs --rewind-files.')
  refuse(draft.rewindForce === true && !rewinds, '--rewind-force needs --rewind-files.')
  refuse(streamIn && !streamOut, '--input-format stream-json needs --output-format stream-json.')
  refuse(
    draft.includePartialMessages && !streamOut,
    '--include-partial-messages needs --output-format stream-json.',
  )
  refuse(draft.includeHookEvents && !streamOut, '--include-hook-events needs --output-format stream-json.')
  refuse(draft.replayUserMessages && !streamIn, '--replay-user-messages needs --input-format stream-json.')
  refuse(draft.promptSuggestions && !streamOut, '--prompt-suggestions needs --output-format stream-json.')
  refuse(draft.awaitInitialize && !streamIn, '--await-initialize needs --input-format stream-json.')
  refuse(draft.sessionMirror && !streamOut, '--session-mirror needs --output-format stream-json.')
  refuse(
    draft.sessionMirror && draft.noSessionPersistence,
    "--session-mirror and --no-session-persistence can't be used together.",
  )
  refuse(
    draft.resumeDropsTurn !== undefined && draft.resumeSessionAt === undefined,
    '--resume-drops-turn needs --resume-session-at.',
  )
  refuse(
    draft.permissionPromptTool === 'stdio' && !streamIn,
    '--permission-prompt-tool stdio needs --input-format stream-json, or nobody can answer.',
  )
}
