import { describe, expect, test } from 'vitest'
import { agentInfo, agentRow } from '../../../../test/support/agent-infos.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { PERMISSION_MODES } from '../../../protocol/permission.ts'
import type { TaskInfo } from '../../../protocol/tool.ts'
import { createEditor } from '../input/editor.ts'
import { initialState } from '../state/initial-state.ts'
import { reduce } from '../state/reduce.ts'
import type { UiState } from '../state/ui-state.ts'
import { statusEn } from '../text/en/status.ts'
import { statusZh } from '../text/zh/status.ts'
import { createTheme } from '../theme/create-theme.ts'
import { footerLines } from './footer.ts'

const theme = createTheme('dark', { colours: 256 })
const FIRST = initialState({ ready: true, id: 's', cwd: '/home/me/app', model: 'opus', mode: 'default' })
const START: UiState = { ...FIRST, helped: true }
const show = (state: Partial<UiState>, width = 120): readonly string[] =>
  footerLines(
    { ...START, ...state },
    { theme, words: { localize: inEnglish, status: statusEn }, width, home: '/home/me', branch: 'main' },
  ).map(stripAnsi)

const session = (facts: Partial<UiState['session']>): Partial<UiState> => ({
  session: { ...START.session, ...facts },
})

describe('footerLines', () => {
  test('says mode, model, directory and branch', () => {
    expect(show({})).toEqual(['◇ ask first (Shift-Tab) · opus · ~/app · ⎇ main · ? for help'])
  })

  test('the agent that the conversation runs as is named', () => {
    expect(show(session({ agent: 'ro\u001b[2J' }))[0]).toContain('(Shift-Tab) · @ro\\u{1b}[2J · opus')
  })

  test('fast mode stands beside the model, and the effort too', () => {
    expect(show(session({ fast: true }))[0]).toContain('opus (fast)')
    expect(show(session({ fast: true, effort: 'high' }))[0]).toContain('opus (high, fast)')
  })

  test('context and cost stand before them, and in 40 columns mode and context stay', () => {
    const facts = session({
      mode: 'plan',
      context: { tokens: 90, window: 200, compactAt: 100 },
      cost: { totalCostUSD: 1.234, unpricedModels: ['x'] } as never,
    })
    expect(show(facts)[0]).toContain('10% context left, compacts soon · ≥$1.23 · opus')
    expect(show(facts, 60)).toEqual(['≡ plan mode (Shift-Tab) · 10% context left, compacts soon'])
    expect(show(facts, 38)).toEqual(['≡ plan mode · 10% left · ≥$1.23 · opus'])
  })

  test('with little context left and nothing that makes room by itself, what does is named', () => {
    const facts = session({ context: { tokens: 180, window: 200 } })
    expect(show(facts)[0]).toContain('10% context left, /compact makes room')
    expect(show(session({ context: { tokens: 20, window: 200 } }))[0]).not.toContain('/compact')
  })

  test('what goes on by itself is in sight: assistant mode with its budget, a goal, loops, schedules', () => {
    const byItself = { loops: 2, schedules: 1, goal: { rounds: 3, of: 25 }, assistant: { usd: 0.5, of: 2 } }
    expect(show(session({ byItself }), 160)[0]).toContain(
      '(Shift-Tab) · assistant mode, $0.50 of $2.00 today · goal, check 3 of 25 · 2 loops (Esc stop) · 1 scheduled · opus',
    )
    const at = new Date(2026, 10, 16, 9, 5).getTime()
    const assistant = (more: object) =>
      session({ byItself: { loops: 0, schedules: 0, assistant: { usd: 0.5, of: 2, ...more } } })
    expect(show(assistant({ nextAt: at }), 160)[0]).toContain('assistant mode, next 09:05, $0.50 of $2.00')
    expect(show(assistant({ paused: true }), 160)[0]).toContain('assistant mode, paused, $0.50 of $2.00')
    expect(show(assistant({ nextAt: at }), 40)[0]).toContain('assistant 09:05')
    expect(show(assistant({ paused: true }), 40)[0]).toContain('assistant paused')
    expect(show(session({ byItself: { loops: 0, schedules: 0 } }))).toEqual(show({}))
  })

  test.each<[string, Partial<UiState>]>([
    ['a panel', { panels: [{ name: 'rewind', params: {} }] }],
    ['a question', { requests: [{ id: 'q' } as never] }],
    ['a turn', { turn: {} as never }],
    ['a text', { prompt: { ...START.prompt, editor: createEditor('words') } }],
  ])('Esc is not said to stop loops while %s gets it', (_, open) => {
    const looping = session({ byItself: { loops: 1, schedules: 0 } })
    expect(show(looping, 160)[0]).toContain('loop (Esc stop)')
    expect(show({ ...looping, ...open }, 160)[0]).not.toContain('Esc')
  })

  test('the editor stands there with what goes along from it', () => {
    const shown = (editor: NonNullable<UiState['session']['editor']>): string | undefined =>
      /⧉[^·]*(?= ·)/.exec(show(session({ editor }))[0] ?? '')?.[0]
    const base = { status: 'connected', name: 'Neovim', shares: true } as const
    expect(shown({ status: 'none', shares: true })).toBeUndefined()
    expect(shown(base)).toBe('⧉ Neovim')
    expect(shown({ ...base, selection: { name: 'src/a.ts', lines: 0 } })).toBe('⧉ Neovim: a.ts')
    expect(shown({ ...base, selection: { name: 'src/a.ts', lines: 1 } })).toBe('⧉ 1 line selected in a.ts')
    expect(shown({ ...base, shares: false })).toBe('⧉ Neovim, selection not sent')
    expect(shown({ ...base, status: 'connecting' })).toBe('⧉ connecting to Neovim')
    expect(shown({ ...base, status: 'lost', name: 'N\u001b[2J' })).toBe('⧉ N\\u{1b}[2J disconnected')
  })

  test.each(PERMISSION_MODES)('whatever a script prints, mode %s stands below it', mode => {
    const state = { ...START, ...session({ mode, byItself: { loops: 2, schedules: 0 } }) }
    const base = { theme, words: { localize: inEnglish, status: statusEn }, home: '/home/me' }
    const lines = (script: readonly string[] | undefined, width: number, armed?: UiState['armed']) =>
      footerLines(
        { ...state, ...(armed ? { armed } : {}) },
        { ...base, width, ...(script ? { script } : {}) },
      ).map(stripAnsi)
    for (const script of [['mine'], ['◇ ask first'], ['one', 'two'], []])
      for (const width of [40, 120]) {
        const badge = lines(undefined, width)[0]?.split(' · ')[0] ?? '?'
        expect(lines(script, width).at(-1)?.startsWith(badge)).toBe(true)
        if (script.length === 0) continue
        expect(
          lines(script, width, { key: 'Esc', what: 'stop' } as never)
            .at(-1)
            ?.startsWith(badge),
        ).toBe(true)
      }
    expect(lines(['mine'], 120)).toEqual(['mine', expect.stringContaining('2 loops')])
  })

  test('what a model without a price cost is not told', () => {
    const facts = session({ cost: { totalCostUSD: 0, unpricedModels: ['x'] } as never })
    expect(show(facts)[0]).not.toContain('$')
  })

  test.each(PERMISSION_MODES)('in 40 columns mode %s and what is left stand side by side', mode => {
    for (const status of [statusEn, statusZh]) {
      const facts = session({ mode, context: { tokens: 0, window: 200 } })
      const view = { theme, words: { localize: inEnglish, status }, width: 39, home: '/home/me' }
      expect(stripAnsi(footerLines({ ...START, ...facts }, view)[0] ?? '')).toContain(
        status.contextShort(100),
      )
    }
  })

  test.each([40, 60, 80])('in %i columns the help stays in sight until it was opened once', width => {
    const facts = session({
      mode: 'bypassPermissions',
      context: { tokens: 90, window: 200, compactAt: 100 },
      cost: { totalCostUSD: 1.2, unpricedModels: [] } as never,
    })
    expect(show({ ...facts, helped: false }, width)[0]).toContain('? for help')
    expect(reduce(FIRST, { type: 'panel_opened', panel: { name: 'help', params: {} } }).helped).toBe(true)
  })

  test('what goes on beside the conversation is counted by kind; an agent in the background counts once', () => {
    const task = (id: string, kind: TaskInfo['kind'], status: TaskInfo['status'] = 'running') =>
      ({ id, kind, status, description: id, startedAt: 0 }) as const
    const agents = [agentRow(agentInfo('a')), agentRow(agentInfo('over', { status: 'completed' }))]
    const tasks = [
      task('a', 'agent'),
      task('b', 'teammate'),
      task('c', 'shell'),
      task('d', 'monitor'),
      task('e', 'shell', 'completed'),
    ]
    expect(show({ agents, tasks })[0]).toContain('2 agents · 1 command · 1 task (↓ view) · opus')
    expect(show({ agents: [], tasks: [] })[0]).not.toContain('view')
  })

  test('a short word takes its place for a while', () => {
    expect(show({ toasts: [{ id: 1, level: 'good', text: 'Copied.', until: 9 }] })).toEqual(['Copied.'])
    const long = `${'word '.repeat(20)}and the end.`
    expect(show({ toasts: [{ id: 1, level: 'good', text: long, until: 9 }] }, 60)).toHaveLength(2)
  })

  test.each([60, 90, 120, 200])('what fits into its rows is shown to its end (%i columns)', width => {
    const text = `${'word '.repeat(width * 0.3).slice(0, Math.floor(width * 1.5) - 4)}end`
    const shown = show({ toasts: [{ id: 1, level: 'warning', text, until: 9 }] }, width)
    expect(shown.join(' ').replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' '))
  })

  test('a first Ctrl-C is answered with how to go on', () => {
    expect(show({ armed: { what: 'exit', key: 'Ctrl-C', until: 9 } })).toEqual(['Ctrl-C again to exit'])
  })

  test('foreign text cannot steer the terminal', () => {
    expect(show(session({ model: 'a\u001b[31mb' }))[0]).not.toContain('\u001b')
  })
})
