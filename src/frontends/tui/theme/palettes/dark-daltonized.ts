import type { Palette } from '../palette.ts'
import { DARK } from './dark.ts'

/** Blue stands for what is good or new, orange for what is bad or gone. */
export const DARK_DALTONIZED: Palette = {
  ...DARK,
  accent: '#c9b6ff',
  good: '#6cb2ff',
  warn: '#ffe08a',
  bad: '#ff9e4a',
  userBar: '#c9b6ff',
  heading: 'bold #c9b6ff',
  borderActive: '#c9b6ff',
  badge: 'bold #101010 on #c9b6ff',
  modeBypass: 'bold #ff9e4a',
  modePlan: '#7fd4ff',
  added: '#e6e6e6 on #102a4a',
  removed: '#e6e6e6 on #40270b',
  addedWord: '#ffffff on #1f5fa8',
  removedWord: '#ffffff on #8f4f08',
  risky: 'bold underline #ff9e4a',
  misspelled: 'underline #ff9e4a',
  string: '#9cc9ff',
  variable: '#ffb787',
  tag: '#ffb787',
  spinner: '#c9b6ff',
  stalled: '#ff9e4a',
}
