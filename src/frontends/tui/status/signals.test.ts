import { describe, expect, test } from 'vitest'
import type { Event } from '../../../protocol/event.ts'
import type { UiSettings } from '../ports/settings-port.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import { initialState } from '../state/initial-state.ts'
import { Store } from '../state/store.ts'
import { factsFrom } from '../terminal/facts.ts'
import type { Screen } from '../terminal/screen-port.ts'
import { BELL } from '../terminal/signals.ts'
import { statusEn } from '../text/en/status.ts'
import type { Words } from '../text/words.ts'
import { Signals } from './signals.ts'

const KITTY = { TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }
const GHOSTTY = { TERM_PROGRAM: 'ghostty' }
const ESC = '\u001b'
const BUSY = `${ESC}]9;4;3;0${ESC}\\`
const IDLE = `${ESC}]9;4;0;0${ESC}\\`

const world = (env: Readonly<Record<string, string>> = KITTY, settings: UiSettings = {}) => {
  const store = new Store(
    initialState({ ready: true, id: 's', cwd: '/home/me/app', model: 'm', mode: 'default' }),
  )
  const sent: string[] = []
  const clock = { now: 0 }
  const signals = new Signals({
    store,
    screen: { signal: (sequence: string) => void sent.push(sequence) } as unknown as Screen,
    ports: { settings: { current: () => settings }, system: { now: () => clock.now } } as unknown as TuiPorts,
    facts: factsFrom(env),
    words: () => ({ status: statusEn }) as Words,
  })
  const stop = signals.start()
  return {
    store,
    signals,
    clock,
    stop,
    /** What was sent since the last time. */
    taken: () => sent.splice(0),
    begin: () => {
      const turn = { sessionId: 's', cwd: '/home/me/app', model: 'm', mode: 'default' }
      store.dispatch({ type: 'event', event: { type: 'turn_started', turn } as unknown as Event, now: 0 })
    },
  }
}

const ended = (durationMs: number, queued = 0) =>
  ({ type: 'turn_ended', report: { durationMs, queued } }) as unknown as Event
const CALL = [
  `${ESC}]99;i=capstan:d=0:p=title;Capstan${ESC}\\${ESC}]99;i=capstan:d=1:p=body;Capstan is done${ESC}\\`,
]

describe('the title', () => {
  test('names the folder, then the conversation, and is given back at the end', () => {
    const { store, taken, stop } = world()
    expect(taken()).toEqual([`${ESC}]0;◦ app\u0007`])
    store.dispatch({ type: 'session', facts: { title: 'Fix\u001b]0;evil\u0007 it' } })
    expect(taken()).toEqual([`${ESC}]0;◦ Fix]0;evil it\u0007`])
    stop()
    expect(taken()).toEqual([])
  })

  test('is made from the first request until the conversation has a name', () => {
    const { store, taken } = world()
    taken()
    const said = (text: string) => ({ kind: 'user', id: text, text, attachments: 0 }) as const
    store.dispatch({ type: 'item', item: said('/model x') })
    store.dispatch({ type: 'item', item: said('fix  the\nlogin test') })
    store.dispatch({ type: 'item', item: said('and the other') })
    expect(taken()).toEqual([`${ESC}]0;◦ fix the login test\u0007`])
  })

  test('keeps to the first request where names are not wanted', () => {
    const { store, taken } = world(KITTY, { terminalTitleFromRename: false })
    store.dispatch({ type: 'item', item: { kind: 'user', id: 'u', text: 'fix it', attachments: 0 } })
    store.dispatch({ type: 'session', facts: { title: 'Renamed' } })
    expect(taken().at(-1)).toBe(`${ESC}]0;◦ fix it\u0007`)
  })

  test('is not sent again when nothing in it changed', () => {
    const { store, taken } = world()
    taken()
    store.dispatch({ type: 'session', facts: { model: 'other' } })
    expect(taken()).toEqual([])
  })

  test('is left alone when that is wished', () => {
    const { taken } = world(KITTY, { terminalTitleDisabled: true })
    expect(taken().filter(sequence => sequence.startsWith(`${ESC}]0;`))).toEqual([])
  })
})

describe('progress', () => {
  test('is shown while it works', () => {
    const { taken, begin, stop } = world(GHOSTTY)
    taken()
    begin()
    expect(taken()).toEqual([`${ESC}]0;✳ app\u0007`, BUSY])
    stop()
    expect(taken()[0]).toBe(IDLE)
  })

  test.each([
    ['where it would pop up as a notification', { TERM_PROGRAM: 'WezTerm' }, {}],
    ['when it is switched off', GHOSTTY, { terminalProgressBarEnabled: false }],
  ])('is not sent %s', (_, env, settings) => {
    const { taken, begin, stop } = world(env, settings)
    begin()
    stop()
    expect(taken().join('')).not.toContain(']9;4')
  })
})

describe('somebody who looks elsewhere', () => {
  test('is called when long work is done', () => {
    const { store, signals, taken } = world()
    store.dispatch({ type: 'view', change: { focused: false } })
    taken()
    signals.heard(ended(11_000))
    expect(taken()).toEqual(CALL)
  })

  test.each([
    ['short work', ended(3_000)],
    ['work that goes on with what waits', ended(11_000, 1)],
  ])('is not called after %s', (_, event) => {
    const { store, signals, taken } = world()
    store.dispatch({ type: 'view', change: { focused: false } })
    taken()
    signals.heard(event)
    expect(taken()).toEqual([])
  })

  test('is told of a question', () => {
    const { store, signals, taken } = world()
    store.dispatch({ type: 'view', change: { focused: false } })
    taken()
    signals.asked()
    expect(taken().join('')).toContain('Capstan has a question')
  })

  test('counts as away without a key for a while, and as here after one', () => {
    const { store, signals, clock, taken } = world()
    clock.now = 11_000
    taken()
    signals.heard(ended(11_000))
    expect(taken()).toEqual(CALL)
    store.dispatch({ type: 'prompt', change: { help: true } })
    signals.heard(ended(11_000))
    expect(taken()).toEqual([])
  })

  test.each<[string, readonly string[]]>([
    ['terminal_bell', [BELL]],
    ['notifications_disabled', []],
    ['iterm2_with_bell', [`${ESC}]9;Capstan: Capstan is done\u0007`, BELL]],
    ['ghostty', [`${ESC}]777;notify;Capstan;Capstan is done\u0007`]],
    ['auto', CALL],
  ])('is called through %s', (preferredNotifChannel, expected) => {
    const { store, signals, taken } = world(KITTY, { preferredNotifChannel })
    store.dispatch({ type: 'view', change: { focused: false } })
    taken()
    signals.heard(ended(11_000))
    expect(taken()).toEqual(expected)
  })

  test('is called for a question, unless that is turned off', () => {
    for (const [on, sent] of [
      [undefined, 1],
      [false, 0],
    ] as const) {
      const { store, signals, taken } = world(KITTY, on === undefined ? {} : { inputNeededNotifEnabled: on })
      store.dispatch({ type: 'view', change: { focused: false } })
      taken()
      signals.asked()
      expect(taken().length).toBe(sent)
    }
  })

  test('is called through tmux, which passes it on', () => {
    const { store, signals, taken } = world({ ...KITTY, TMUX: '/tmp/tmux' })
    store.dispatch({ type: 'view', change: { focused: false } })
    taken()
    signals.heard(ended(11_000))
    expect(taken().join('').startsWith(`${ESC}Ptmux;${ESC}${ESC}]99;`)).toBe(true)
  })
})
