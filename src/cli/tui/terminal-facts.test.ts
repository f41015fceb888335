import { describe, expect, test } from 'vitest'
import { THEME_NAMES } from '../../frontends/tui/theme/theme.ts'
import type { Env } from '../../protocol/host.ts'
import { THEME_CHOICES } from '../../protocol/terminal-settings.ts'
import { coloursFrom, terminalFacts } from './terminal-facts.ts'

const TRUE = 16_777_216

describe('coloursFrom', () => {
  test.each<[Env, number]>([
    [{}, 0],
    [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 0],
    [{ TERM: 'xterm' }, 16],
    [{ TERM: 'linux' }, 16],
    [{ TERM: 'xterm-256color' }, 256],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, TRUE],
    [{ TERM: 'xterm-256color', COLORTERM: 'yes' }, 256],
    [{ TERM: 'xterm-direct' }, TRUE],
    [{ TERM: 'xterm-kitty' }, TRUE],
    [{ TERM: 'foot' }, TRUE],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, 256],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, TRUE],
    [{ WT_SESSION: 'x' }, TRUE],
    [{ TERM: 'tmux-256color', TMUX: 'x', TERM_PROGRAM: 'tmux' }, 256],
    [{ TERM: 'screen', TMUX: 'x', KITTY_WINDOW_ID: '1' }, 256],
    [{ TERM: 'tmux-256color', TMUX: 'x', COLORTERM: 'truecolor' }, TRUE],
    [{ TERM: 'screen', STY: 'x', COLORTERM: 'truecolor' }, 16],
    [{ TERM: 'screen-256color', STY: 'x', COLORTERM: 'truecolor' }, 256],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 0],
    [{ TERM: 'xterm-256color', NO_COLOR: '' }, 256],
    [{ TERM: 'xterm-256color', FORCE_COLOR: '0' }, 0],
    [{ TERM: 'xterm-256color', NO_COLOR: '1', FORCE_COLOR: '3' }, TRUE],
    [{ TERM: 'dumb', FORCE_COLOR: '' }, 16],
    [{ TERM: 'dumb', FORCE_COLOR: '2' }, 256],
  ])('%j gives %i colours', (env, colours) => {
    expect(coloursFrom(env)).toBe(colours)
  })
})

describe('terminalFacts', () => {
  test('an unknown terminal is taken for a plain one', () => {
    expect(terminalFacts({ TERM: 'xterm' })).toEqual({
      program: '',
      tmux: false,
      ssh: false,
      colours: 16,
      hyperlinks: false,
      screenReader: false,
      reducedMotion: false,
    })
  })

  test.each<[Env, object]>([
    [{ TMUX: '/tmp/tmux-0/default,1,0' }, { tmux: true }],
    [{ TERM: 'tmux-256color' }, { tmux: true }],
    [{ SSH_CONNECTION: '1.2.3.4 1 5.6.7.8 22' }, { ssh: true }],
    [{ SSH_TTY: '/dev/pts/1' }, { ssh: true }],
    [{ CAPSTAN_AX_SCREEN_READER: '1' }, { screenReader: true, reducedMotion: true }],
    [{ CLAUDE_AX_SCREEN_READER: 'true' }, { screenReader: true }],
    [{ INK_SCREEN_READER: 'false' }, { screenReader: false }],
    [{ CAPSTAN_REDUCED_MOTION: '1' }, { screenReader: false, reducedMotion: true }],
    [
      { TERM: 'xterm-256color', KITTY_WINDOW_ID: '3' },
      { program: 'kitty', hyperlinks: true },
    ],
    [{ TERM: 'xterm-256color', VTE_VERSION: '7600' }, { hyperlinks: true }],
    [{ TERM: 'xterm-256color', VTE_VERSION: '4800' }, { hyperlinks: false }],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, { hyperlinks: false }],
    [{ TERM: 'tmux', TMUX: 'x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, { hyperlinks: true }],
    [{ TERM: 'tmux', TMUX: 'x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, { hyperlinks: false }],
    [{ TERM: 'screen', STY: 'x', KITTY_WINDOW_ID: '3' }, { hyperlinks: false }],
    [{ TERM: 'xterm', FORCE_HYPERLINK: '1' }, { hyperlinks: true }],
    [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, { hyperlinks: false }],
  ])('%j', (env, facts) => {
    expect(terminalFacts(env)).toMatchObject(facts)
  })
})

test('every theme can be chosen in the settings', () => {
  expect(THEME_CHOICES).toEqual(['auto', ...THEME_NAMES])
})
