import { describe, expect, test } from 'vitest'
import { presented } from '../../../../test/support/presented.ts'
import { createEditor } from '../input/editor.ts'
import type { RepositoryFacts } from '../ports/system-port.ts'
import { initialState } from '../state/initial-state.ts'
import type { Item, ToolItem } from '../state/item.ts'
import type { UiState } from '../state/ui-state.ts'
import { pullRequestOf } from './pull-request-of.ts'
import { statusInput } from './status-input.ts'

const START = initialState({ ready: true, id: 's1', cwd: '/w', model: 'opus', mode: 'default' })
const FACTS = { version: '1.2.3', startedAt: 1000, now: 6000 }
const told = (state: Partial<UiState>) =>
  statusInput({ ...START, ...state }, { ...FACTS, pullRequest: pullRequestOf(state.transcript?.done ?? []) })

describe('statusInput', () => {
  test('a new session is told whole, with nulls for what is not known', () => {
    expect(told({})).toEqual({
      hook_event_name: 'Status',
      cwd: '/w',
      session_id: 's1',
      transcript_path: '',
      version: '1.2.3',
      model: { id: 'opus', display_name: 'opus' },
      workspace: { current_dir: '/w', project_dir: '/w', added_dirs: [] },
      output_style: { name: 'default' },
      cost: {
        total_cost_usd: 0,
        total_duration_ms: 5000,
        total_api_duration_ms: 0,
        total_lines_added: 0,
        total_lines_removed: 0,
      },
      context_window: {
        total_input_tokens: 0,
        total_output_tokens: 0,
        context_window_size: 0,
        used_percentage: null,
        remaining_percentage: null,
        current_usage: null,
      },
      exceeds_200k_tokens: false,
      fast_mode: false,
      thinking: { enabled: false },
    })
  })

  test('what is left of the window goes by its size', () => {
    const session = { ...START.session, context: { tokens: 250_000, window: 1_000_000 } }
    expect(told({ session })).toMatchObject({
      context_window: { total_input_tokens: 250_000, used_percentage: 25, remaining_percentage: 75 },
      exceeds_200k_tokens: true,
    })
  })

  test('title, transcript, effort and vim are told where there are any', () => {
    const session = { ...START.session, title: 'Fix it', transcriptPath: '/t.jsonl', effort: 'high' as const }
    const prompt = {
      ...START.prompt,
      editor: { ...createEditor('x'), vim: { mode: 'visualLine' as const, pending: [] } },
    }
    expect(told({ session, prompt })).toMatchObject({
      session_name: 'Fix it',
      transcript_path: '/t.jsonl',
      effort: { level: 'high' },
      vim: { mode: 'VISUAL LINE' },
    })
  })

  test('what the last request used is told, and of the window only what was sent counts', () => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 700,
      cache_creation_input_tokens: 3000,
      cache_read_input_tokens: 6000,
    }
    const session = { ...START.session, usage, context: { tokens: 10_700, window: 100_000 } }
    expect(told({ session })).toMatchObject({
      context_window: { total_input_tokens: 10_000, used_percentage: 10, current_usage: usage },
    })
  })

  test('thinking, further directories and where it began are told', () => {
    const session = { ...START.session, thinking: true, projectDir: '/p', addedDirs: ['/a'] }
    expect(told({ session })).toMatchObject({
      thinking: { enabled: true },
      workspace: { current_dir: '/w', project_dir: '/p', added_dirs: ['/a'] },
    })
  })

  const { session } = START
  const tree = { name: 'fix', path: '/w/t', branch: 'worktree-fix', main: '/w', from: { cwd: '/w' } }
  const bash = (command: string, text: string): Item =>
    presented<ToolItem>({
      kind: 'tool',
      id: command,
      name: 'Bash',
      input: { command },
      state: 'done',
      text,
    })
  const ran = (...done: Item[]): Partial<UiState> => ({ transcript: { ...START.transcript, done } })
  const url = 'https://github.com/acme/tool/pull/12'
  test.each<[string, Partial<UiState> & { repository?: RepositoryFacts }, string, unknown]>([
    ['nothing was said yet', {}, 'prompt_id', undefined],
    ['something was said', { session: { ...session, promptId: 'u1' } }, 'prompt_id', 'u1'],
    ['the main checkout', { repository: {} }, 'workspace.git_worktree', undefined],
    ['a worktree', { repository: { worktree: 'side' } }, 'workspace.git_worktree', 'side'],
    ['no remote', { repository: {} }, 'workspace.repo', undefined],
    [
      'a remote',
      { repository: { home: { host: 'h', owner: 'o', name: 'n' } } },
      'workspace.repo',
      { host: 'h', owner: 'o', name: 'n' },
    ],
    ['a provider that says no limits', {}, 'rate_limits', undefined],
    [
      'one limit of two',
      { session: { ...session, limits: { fiveHour: { used: 0.4236, resetsAt: 1_800_000_000 } } } },
      'rate_limits',
      { five_hour: { used_percentage: 42.4, resets_at: 1_800_000_000 } },
    ],
    [
      'both limits',
      {
        session: {
          ...session,
          limits: { fiveHour: { used: 0, resetsAt: 1 }, sevenDay: { used: 1, resetsAt: 2 } },
        },
      },
      'rate_limits',
      { five_hour: { used_percentage: 0, resets_at: 1 }, seven_day: { used_percentage: 100, resets_at: 2 } },
    ],
    ['no agent', {}, 'agent', undefined],
    ['an agent', { session: { ...session, agent: 'reviewer' } }, 'agent', { name: 'reviewer' }],
    ['a command that opened nothing', ran(bash('gh pr view', url)), 'pr', undefined],
    ['one that failed', ran({ ...bash('gh pr create', url), state: 'failed' } as Item), 'pr', undefined],
    ['no address was printed', ran(bash('gh pr create --web', 'Opening')), 'pr', undefined],
    [
      'a pull request',
      ran(bash('git push && gh pr create --fill', `ok\n${url}\n`)),
      'pr',
      { number: 12, url, kind: 'pr' },
    ],
    [
      'the last of two',
      ran(bash('gh pr create', url), bash('gh pr create', `${url}3`), bash('ls', url)),
      'pr',
      { number: 123, url: `${url}3`, kind: 'pr' },
    ],
    [
      'a merge request, by the person',
      ran({
        kind: 'shell',
        id: '1',
        command: 'glab mr create',
        output: 'https://gitlab.com/a/b/c/-/merge_requests/7',
        state: 'done',
      }),
      'pr',
      { number: 7, url: 'https://gitlab.com/a/b/c/-/merge_requests/7', kind: 'mr' },
    ],
    ['no worktree of ours', {}, 'worktree', undefined],
    [
      'a worktree of ours, from no branch',
      { session: { ...session, worktree: tree } },
      'worktree',
      { name: 'fix', path: '/w/t', branch: 'worktree-fix', original_cwd: '/w' },
    ],
    [
      'one that a hook made, from a branch',
      { session: { ...session, worktree: { ...tree, branch: '', from: { cwd: '/w', branch: 'main' } } } },
      'worktree',
      { name: 'fix', path: '/w/t', original_cwd: '/w', original_branch: 'main' },
    ],
  ])(
    'optional fields are there exactly when they are known: %s',
    (_, { repository, ...state }, path, value) => {
      const input = statusInput(
        { ...START, ...state },
        { ...FACTS, repository, pullRequest: pullRequestOf(state.transcript?.done ?? []) },
      )
      const [field = '', sub] = path.split('.')
      const holder = (sub === undefined ? input : input[field]) as Record<string, unknown>
      const key = sub ?? field
      expect(Object.hasOwn(holder, key)).toBe(value !== undefined)
      expect(holder[key]).toEqual(value)
    },
  )

  test('it is JSON', () => {
    expect(JSON.parse(JSON.stringify(told({})))).toEqual(told({}))
  })
})
