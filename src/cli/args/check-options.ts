import { readTokens } from '../../features/budgets/token-words.ts'
import { usageText } from '../../protocol/messages/cli/usage.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { type Flag, flagName, toKebab } from './flag.ts'
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
        throw new UsageError(usageText('print_only', { flag: flagName(flag) }))
  if (draft.dangerouslySkipPermissions) {
    if (draft.permissionMode !== undefined && draft.permissionMode !== 'bypassPermissions')
      throw new UsageError(
        usageText('contradict', {
          one: '--dangerously-skip-permissions',
          other: `--permission-mode ${draft.permissionMode}`,
        }),
      )
    draft.permissionMode = 'bypassPermissions'
  }
  if (draft.tools?.includes('default')) delete draft.tools
  if (draft.autocompact !== undefined) windowOf(draft.autocompact)
  const { permissionPromptTool: tool = 'stdio' } = draft
  if (tool !== 'stdio' && !/^mcp__.+__.+/.test(tool))
    throw new UsageError(
      usageText('takes', {
        flag: '--permission-prompt-tool',
        choices: usageText('one_of', { first: ['stdio'], last: 'mcp__server__tool' }),
        given: tool,
      }),
    )
  return draft
}

const LEAST_WINDOW = 100_000
const MOST_WINDOW = 1_000_000

/** `auto`, or tokens. */
export const windowOf = (text: string): number | 'auto' => {
  if (text === 'auto') return text
  const tokens = readTokens(text) ?? Number(text)
  if (tokens >= LEAST_WINDOW && tokens <= MOST_WINDOW) return tokens
  throw new UsageError(
    usageText('takes', { flag: '--autocompact', choices: usageText('window'), given: text }),
  )
}

/** Nobody watches what runs in the background: what it may spend can be said there too. */
const LIMITS: ReadonlySet<string> = new Set(['maxTurns', 'maxBudgetUsd'])

const isDetached = ({ background, bg, exec }: OptionsDraft): boolean =>
  (background ?? bg ?? exec) !== undefined

/** What counts beside a shell command; everything else is about a session. */
const BESIDE_EXEC: ReadonlySet<string> = new Set(['exec', 'background', 'bg', 'name'])

const refuseDetached = (draft: OptionsDraft, given: ReadonlySet<Flag>): void => {
  if (draft.tmux !== undefined && draft.worktree === undefined)
    throw new UsageError(usageText('needs', { flag: '--tmux', other: '--worktree' }))
  if (draft.tmux !== undefined && draft.print)
    throw new UsageError(usageText('interactive', { flag: '--tmux' }))
  if (draft.fromPr !== undefined && (draft.continue || draft.resume !== undefined))
    throw new UsageError(usageText('not_with', { one: '--from-pr', other: usageText('continue_or_resume') }))
  if (!isDetached(draft)) return
  const name = draft.exec === undefined ? '--background' : '--exec'
  if (draft.print) throw new UsageError(usageText('not_with', { one: name, other: '-p' }))
  if (draft.tmux !== undefined) throw new UsageError(usageText('pick_one', { one: name, other: '--tmux' }))
  if (draft.exec !== undefined) {
    const other = [...given].find(flag => !BESIDE_EXEC.has(flag.key))
    if (other) throw new UsageError(usageText('exec_alone', { flag: flagName(other) }))
    if (draft.prompt !== undefined) throw new UsageError(usageText('exec_prompt'))
  } else if (draft.resume === true || draft.fromPr !== undefined)
    throw new UsageError(usageText('background_resume'))
}

const PAIRS: readonly (readonly [keyof RunOptions, keyof RunOptions])[] = [
  ['systemPrompt', 'systemPromptFile'],
  ['appendSystemPrompt', 'appendSystemPromptFile'],
  ['continue', 'resume'],
  ['record', 'replay'],
]

const isSet = (draft: OptionsDraft, key: keyof RunOptions): boolean =>
  draft[key] !== undefined && draft[key] !== false

const refusePairs = (draft: OptionsDraft): void => {
  for (const [one, other] of PAIRS)
    if (isSet(draft, one) && isSet(draft, other))
      throw new UsageError(usageText('pick_one', { one: `--${toKebab(one)}`, other: `--${toKebab(other)}` }))
  if (draft.inputFormat === 'stream-json' && draft.prompt !== undefined)
    throw new UsageError(usageText('stream_prompt'))
}

const refuseOrphans = (draft: OptionsDraft): void => {
  const earlier = draft.continue || draft.resume !== undefined
  const streamOut = draft.outputFormat === 'stream-json'
  const streamIn = draft.inputFormat === 'stream-json'
  // Made only when it is said: nearly every run is right, and none should read the catalogue for that.
  const refuse = (when: boolean, message: () => LocalizedText): void => {
    if (when) throw new UsageError(message())
  }
  const needs = (flag: string, other: Text): LocalizedText => usageText('needs', { flag, other })
  refuse(draft.forkSession && !earlier, () => usageText('nothing_to_fork'))
  refuse(draft.takeOver && !earlier, () => needs('--take-over', usageText('which_session')))
  refuse(draft.takeOver && draft.forkSession, () =>
    usageText('not_together', { one: '--take-over', other: '--fork-session' }),
  )
  refuse(draft.resumeSessionAt !== undefined && !earlier, () =>
    needs('--resume-session-at', usageText('continue_or_resume')),
  )
  refuse(draft.sessionId !== undefined && earlier && !draft.forkSession, () => usageText('session_id'))
  const remote = draft.remoteControl ?? draft.rc
  refuse(remote !== undefined && draft.print, () => usageText('interactive', { flag: '--remote-control' }))
  refuse(draft.remoteControlSessionNamePrefix !== undefined && remote === undefined, () =>
    needs('--remote-control-session-name-prefix', '--remote-control'),
  )
  refuse(draft.brief && draft.print, () => usageText('interactive', { flag: '--brief' }))
  refuse(draft.assistant && draft.print, () => usageText('interactive', { flag: '--assistant' }))
  const rewinds = draft.rewindFiles !== undefined
  refuse(rewinds && !earlier, () => needs('--rewind-files', usageText('which_session')))
  refuse(rewinds && draft.forkSession, () =>
    usageText('not_together', { one: '--rewind-files', other: '--fork-session' }),
  )
  refuse(rewinds && (draft.prompt !== undefined || streamIn), () => usageText('rewind_prompt'))
  refuse(draft.dryRun === true && !rewinds, () => needs('--dry-run', '--rewind-files'))
  refuse(draft.rewindForce === true && !rewinds, () => needs('--rewind-force', '--rewind-files'))
  refuse(streamIn && !streamOut, () => needs('--input-format stream-json', '--output-format stream-json'))
  refuse(draft.includePartialMessages && !streamOut, () =>
    needs('--include-partial-messages', '--output-format stream-json'),
  )
  refuse(draft.includeHookEvents && !streamOut, () =>
    needs('--include-hook-events', '--output-format stream-json'),
  )
  refuse(draft.replayUserMessages && !streamIn, () =>
    needs('--replay-user-messages', '--input-format stream-json'),
  )
  refuse(draft.promptSuggestions && !streamOut, () =>
    needs('--prompt-suggestions', '--output-format stream-json'),
  )
  refuse(draft.awaitInitialize && !streamIn, () => needs('--await-initialize', '--input-format stream-json'))
  refuse(draft.sessionMirror && !streamOut, () => needs('--session-mirror', '--output-format stream-json'))
  refuse(draft.sessionMirror && draft.noSessionPersistence, () =>
    usageText('not_together', { one: '--session-mirror', other: '--no-session-persistence' }),
  )
  refuse(draft.resumeDropsTurn !== undefined && draft.resumeSessionAt === undefined, () =>
    needs('--resume-drops-turn', '--resume-session-at'),
  )
  refuse(draft.permissionPromptTool === 'stdio' && !streamIn, () => usageText('nobody_answers'))
}
