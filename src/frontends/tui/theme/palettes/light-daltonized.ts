import type { Palette } from '../palette.ts'
import { LIGHT } from './light.ts'

/** Blue stands for what is good or new, orange for what is bad or gone. */
export const LIGHT_DALTONIZED: Palette = {
  ...LIGHT,
  accent: '#5a3fb0',
  good: '#0a5bb5',
  warn: '#7a5c00',
  bad: '#a84300',
  userBar: '#5a3fb0',
  heading: 'bold #5a3fb0',
  borderActive: '#5a3fb0',
  badge: 'bold #ffffff on #5a3fb0',
  modeBypass: 'bold #a84300',
  modePlan: '#00688f',
  added: '#22262e on #dcebfd',
  removed: '#22262e on #ffe6cf',
  addedWord: '#000000 on #9cc6f7',
  removedWord: '#000000 on #f7bb82',
  risky: 'bold underline #a84300',
  misspelled: 'underline #a84300',
  string: '#0a5bb5',
  variable: '#a84300',
  tag: '#a84300',
  spinner: '#5a3fb0',
  stalled: '#a84300',
}
