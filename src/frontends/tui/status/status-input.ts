import type { Usage } from '../../../protocol/usage.ts'
import type { VimMode } from '../input/vim/vim-state.ts'
import type { SessionFacts, UiState } from '../state/ui-state.ts'

/** What a status line script is told on its standard input; the names are those scripts know. */
export const statusInput = (
  { session, prompt }: UiState,
  facts: {
    readonly version: string
    readonly startedAt: number
    readonly now: number
    readonly outputStyle?: string | undefined
  },
): Readonly<Record<string, unknown>> => {
  const { cost, context } = session
  const tokens = inputTokens(session)
  const used = context && context.window > 0 ? Math.round((tokens / context.window) * 100) : null
  return {
    hook_event_name: 'Status',
    cwd: session.cwd,
    session_id: session.id,
    ...(session.title === undefined ? {} : { session_name: session.title }),
    transcript_path: session.transcriptPath ?? '',
    version: facts.version,
    model: { id: session.model, display_name: session.model },
    workspace: {
      current_dir: session.cwd,
      project_dir: session.projectDir ?? session.cwd,
      added_dirs: session.addedDirs ?? [],
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
    ...(session.effort === undefined ? {} : { effort: { level: session.effort } }),
    ...(prompt.editor.vim ? { vim: { mode: VIM_MODES[prompt.editor.vim.mode] } } : {}),
  }
}

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
