import { describe, expect, test } from 'vitest'
import { createEditor } from '../input/editor.ts'
import { initialState } from '../state/initial-state.ts'
import type { UiState } from '../state/ui-state.ts'
import { statusInput } from './status-input.ts'

const START = initialState({ ready: true, id: 's1', cwd: '/w', model: 'opus', mode: 'default' })
const FACTS = { version: '1.2.3', startedAt: 1000, now: 6000 }
const told = (state: Partial<UiState>) => statusInput({ ...START, ...state }, FACTS)

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

  test('it is JSON', () => {
    expect(JSON.parse(JSON.stringify(told({})))).toEqual(told({}))
  })
})
