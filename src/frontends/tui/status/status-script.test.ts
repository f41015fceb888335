import { describe, expect, test } from 'vitest'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { UiSettings } from '../ports/settings-port.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import { initialState } from '../state/initial-state.ts'
import { Store } from '../state/store.ts'
import { StatusScript, scriptLines } from './status-script.ts'

describe('scriptLines', () => {
  test.each([
    ['one line', 'a\n', ['a']],
    ['no line end', 'a', ['a']],
    ['several lines, three at most', 'a\r\nb\nc\nd\n', ['a', 'b', 'c']],
    ['colours', '\u001b[31mred\u001b[39m', ['\u001b[31mred\u001b[m']],
    ['colours that are left on', '\u001b[1mbold', ['\u001b[1mbold\u001b[m']],
    ['what would act on the terminal', 'a\u001b[2J\u001b]52;c;eA==\u0007\u009b2Jb', ['a2Jb']],
    ['nothing', '', ['']],
  ])('%s', (_, output, lines) => {
    expect(scriptLines(output, 0)).toEqual(lines)
  })

  test('blanks go before each line', () => {
    expect(scriptLines('a\nb', 2)).toEqual(['  a', '  b'])
  })
})

const SHOW: UiSettings = { statusLine: { type: 'command', command: 'show' } }

/** A script whose runs end when the test says so, and a clock that only the test moves. */
const world = (settings: UiSettings = SHOW) => {
  const store = new Store(initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' }))
  const runs: {
    input: { model: { id: string } }
    end: (text: string | Error) => void
    signal: AbortSignal
  }[] = []
  const timers: { ms: number; call: () => void }[] = []
  const at = { settings, changed: () => {} }
  const ports = {
    settings: {
      current: () => at.settings,
      onChange: (listener: (settings: UiSettings) => void) => {
        at.changed = () => listener(at.settings)
        return () => {}
      },
    },
    system: {
      version: '1',
      now: () => 0,
      repository: () => undefined,
      runStatusLine: (_command: string, input: { model: { id: string } }, signal: AbortSignal) =>
        new Promise<string>((resolve, reject) => {
          runs.push({ input, signal, end: text => (text instanceof Error ? reject(text) : resolve(text)) })
        }),
    },
  } as unknown as TuiPorts
  const script = new StatusScript({
    localize: inEnglish,
    cache: () => undefined,
    store,
    ports,
    after: (ms, call) => {
      const timer = { ms, call }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
  })
  const stop = script.start()
  return {
    script,
    store,
    runs,
    timers,
    stop,
    configure(next: UiSettings) {
      at.settings = next
      at.changed()
    },
    /** Lets the next timer ring and answers how long it would have taken. */
    ring() {
      const timer = timers.shift()
      timer?.call()
      return timer?.ms
    },
    async end(text: string | Error) {
      runs.at(-1)?.end(text)
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}

const model = (name: string) => ({ type: 'session', facts: { model: name } }) as const

describe('StatusScript', () => {
  test('runs at once and shows what is printed', async () => {
    const { script, runs, ring, end } = world()
    let told = 0
    script.subscribe(() => told++)
    expect(ring()).toBe(0)
    expect(runs).toHaveLength(1)
    await end('ready\n')
    expect(script.lines()).toEqual(['ready'])
    expect(told).toBe(1)
  })

  test('without one nothing runs', () => {
    const { script, timers } = world({})
    expect([script.lines(), timers]).toEqual([undefined, []])
  })

  test('several changes make one run, after a short rest', async () => {
    const { store, runs, timers, ring, end } = world()
    ring()
    await end('')
    store.dispatch(model('a'))
    store.dispatch(model('b'))
    expect(timers.map(timer => timer.ms)).toEqual([300])
    ring()
    expect(runs.map(run => run.input.model.id)).toEqual(['m', 'b'])
  })

  test('never two at once: what changes meanwhile is shown by the next', async () => {
    const { store, runs, timers, ring, end } = world()
    ring()
    store.dispatch(model('a'))
    store.dispatch(model('b'))
    expect([runs.length, timers.length]).toEqual([1, 0])
    await end('old')
    expect(ring()).toBe(300)
    expect(runs.at(-1)?.input.model.id).toBe('b')
  })

  test('typing does not run it', async () => {
    const { store, timers, ring, end } = world()
    ring()
    await end('')
    store.dispatch({ type: 'prompt', change: { help: true } })
    expect(timers).toEqual([])
  })

  test('with an interval it runs again by itself', async () => {
    const { ring, end } = world({ statusLine: { type: 'command', command: 'show', refreshInterval: 5 } })
    ring()
    await end('')
    expect(ring()).toBe(5000)
  })

  test('a failure is said in its place, and cannot steer the terminal', async () => {
    const { script, ring, end } = world()
    ring()
    await end(new Error('no \u001b[2J luck'))
    expect(script.lines()).toEqual(['! no \\u{1b}[2J luck'])
  })

  test('taken out of the settings, it ends and its lines go', async () => {
    const { script, runs, configure, ring, end } = world()
    ring()
    configure({})
    expect(runs[0]?.signal.aborted).toBe(true)
    await end('late')
    expect(script.lines()).toBeUndefined()
  })

  test('put back while the old one still ends, it runs again', async () => {
    const { runs, configure, ring, end } = world()
    ring()
    configure({})
    configure({ statusLine: { type: 'command', command: 'other' } })
    await end('')
    expect(ring()).toBe(300)
    expect(runs).toHaveLength(2)
  })

  test('when the program leaves, nothing goes on', async () => {
    const { runs, timers, stop, ring, end } = world({
      statusLine: { type: 'command', command: 'show', refreshInterval: 1 },
    })
    ring()
    stop()
    expect(runs[0]?.signal.aborted).toBe(true)
    await end('late')
    expect(timers).toEqual([])
  })
})
