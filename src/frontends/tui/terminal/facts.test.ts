import { expect, test } from 'vitest'
import { factsFrom, reflowFromDevice } from './facts.ts'

test.each([
  [
    { TERM: 'xterm-256color' },
    { reflow: 'but-cursor-row', tmux: false, plain: false, unknown: true, notification: 'bell' },
  ],
  [
    { TERM: 'xterm-256color', SSH_TTY: '/dev/pts/3' },
    { reflow: 'all', unknown: true },
  ],
  [
    { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' },
    { reflow: 'all', unknown: false },
  ],
  [{ TERM: 'alacritty' }, { reflow: 'all', unknown: false }],
  [
    { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' },
    { reflow: 'but-cursor-row', unknown: false },
  ],
  [{ TERM: 'xterm-256color', XTERM_VERSION: 'XTerm(390)' }, { reflow: 'none' }],
  [
    { TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' },
    { reflow: 'all', notification: 'osc99' },
  ],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, { notification: 'osc9' }],
  [
    { TERM: 'xterm-256color', VTE_VERSION: '7600' },
    { reflow: 'all', notification: 'osc777' },
  ],
  [
    { TERM: 'tmux-256color', TMUX: '/tmp/x,1,0', TERM_PROGRAM: 'tmux', KITTY_WINDOW_ID: '1' },
    { reflow: 'tmux', tmux: true, notification: 'osc99' },
  ],
  [
    { TERM: 'screen-256color', TMUX: '/tmp/x,1,0' },
    { reflow: 'tmux', tmux: true },
  ],
  [
    { TERM: 'screen', STY: '1.x' },
    { reflow: 'none', tmux: false },
  ],
  [{ TERM: 'linux' }, { reflow: 'none', plain: true, synchronised: false }],
  [{}, { reflow: 'but-cursor-row', plain: false }],
])('%j means %j', (env, facts) => {
  expect(factsFrom(env)).toMatchObject(facts)
})

test.each([
  ['>0;276;0', 'but-cursor-row'],
  ['>65;7600;1', 'all'],
  ['?62;22', undefined],
])('the device %s means %s', (answer, reflow) => {
  expect(reflowFromDevice(answer)).toBe(reflow)
})
