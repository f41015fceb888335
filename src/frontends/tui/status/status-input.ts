import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'
import type { CacheReport } from '../../../protocol/cache.ts'
import { modelName } from '../../../protocol/model-name.ts'
import type { RateLimit, RateLimits, Usage } from '../../../protocol/usage.ts'
import type { VimMode } from '../input/vim/vim-state.ts'
import type { RepositoryFacts } from '../ports/system-port.ts'
import type { SessionFacts, UiState } from '../state/ui-state.ts'
import { promptCacheOf } from './prompt-cache-of.ts'
import type { PullRequest } from './pull-request-of.ts'

/** What a status line script is told on its standard input; the names are those scripts know. */
export const statusInput = (
  { session, prompt }: UiState,
  facts: {
    readonly version: string
    readonly startedAt: number
    readonly now: number
    readonly outputStyle?: string | undefined
    readonly repository?: RepositoryFacts | undefined
    readonly cache?: CacheReport | undefined
    readonly pullRequest?: PullRequest | undefined
  },
): Readonly<Record<string, unknown>> => {
  const { cost, context } = session
  const tokens = inputTokens(session)
  const used = context && context.window > 0 ? Math.round((tokens / context.window) * 100) : null
  return {
    hook_event_name: 'Status',
    cwd: session.cwd,
    session_id: session.id,
    ...optional('session_name', session.title),
    ...optional('prompt_id', session.promptId),
    transcript_path: session.transcriptPath ?? '',
    version: facts.version,
    model: { id: session.model, display_name: modelName(session.model) },
    workspace: {
      current_dir: session.cwd,
      project_dir: session.projectDir ?? session.cwd,
      added_dirs: session.addedDirs ?? [],
      ...optional('git_worktree', facts.repository?.worktree),
      ...optional('repo', facts.repository?.home),
    },
    output_style: { name: facts.outputStyle ?? 'default' },
    cost: {
      total_cost_usd: cost?.totalCostUSD ?? 0,
      total_duration_ms: facts.now - facts.startedAt,
      total_api_duration_ms: cost?.apiDurationMs ?? 0,
      total_lines_added: cost?.linesAdded ?? 0,
      total_lines_removed: cost?.linesRemoved ?? 0,
    },
    context_window: {
      total_input_tokens: tokens,
      total_output_tokens: outputTokens(session),
      context_window_size: context?.window ?? 0,
      used_percentage: used,
      remaining_percentage: used === null ? null : 100 - used,
      current_usage: session.usage ? usageOf(session.usage) : null,
    },
    exceeds_200k_tokens: tokens > 200_000,
    fast_mode: session.fast ?? false,
    thinking: { enabled: session.thinking ?? false },
    ...optional('effort', session.effort && { level: session.effort }),
    ...optional('profile', session.profile),
    ...optional('rate_limits', session.limits && limitsOf(session.limits)),
    ...optional('vim', prompt.editor.vim && { mode: VIM_MODES[prompt.editor.vim.mode] }),
    ...optional('agent', session.agent === undefined ? undefined : { name: session.agent }),
    ...optional('prompt_cache', facts.cache && promptCacheOf(facts.cache, facts.now)),
    ...optional('pr', facts.pullRequest),
    ...optional('worktree', session.worktree && worktreeOf(session.worktree)),
  }
}

/** There only when it is known: scripts ask whether a field is there. */
const optional = (name: string, value: unknown): Readonly<Record<string, unknown>> =>
  value === undefined ? {} : { [name]: value }

const limitsOf = ({ fiveHour, sevenDay }: RateLimits) => ({
  ...optional('five_hour', fiveHour && limitOf(fiveHour)),
  ...optional('seven_day', sevenDay && limitOf(sevenDay)),
})

const limitOf = ({ used, resetsAt }: RateLimit) => ({
  used_percentage: Math.round(used * 1000) / 10,
  resets_at: resetsAt,
})

const worktreeOf = ({ name, path, branch, from }: VisitedWorktree) => ({
  name,
  path,
  // One that a hook made has none.
  ...optional('branch', branch === '' ? undefined : branch),
  original_cwd: from.cwd,
  ...optional('original_branch', from.branch),
})

/** Scripts count what was sent; before the first request it is estimated. */
const inputTokens = ({ usage, context }: SessionFacts): number =>
  usage
    ? usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    : (context?.tokens ?? 0)

const outputTokens = ({ cost }: SessionFacts): number =>
  Object.values(cost?.modelUsage ?? {}).reduce((sum, used) => sum + used.outputTokens, 0)

/** What scripts know; a provider may say more. */
const usageOf = (usage: Usage) => ({
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
  cache_creation_input_tokens: usage.cache_creation_input_tokens,
  cache_read_input_tokens: usage.cache_read_input_tokens,
})

const VIM_MODES: Readonly<Record<VimMode, string>> = {
  insert: 'INSERT',
  normal: 'NORMAL',
  visual: 'VISUAL',
  visualLine: 'VISUAL LINE',
  replace: 'REPLACE',
}
