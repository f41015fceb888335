import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreenBench } from '../../../../test/support/pty/screen-bench.ts'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { cellsOf } from '../../../lib/ansi-text.ts'
import { createScreen } from './screen.ts'
import type { Frame } from './screen-port.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Seed {
  readonly kind: number
  readonly text: string
}

/** Rows as long as the terminal, short ones, wide characters, colours. */
const lineOf =
  (width: number) =>
  ({ kind, text }: Seed): string => {
    if (kind === 0) return '─'.repeat(width)
    if (kind === 1) return `\u001b[31m${text.slice(0, width)}\u001b[39m`
    if (kind === 2) return '你好'.repeat(width).slice(0, Math.floor(width / 2))
    if (kind === 3) return `\u001b[44m${text.padEnd(width).slice(0, width)}\u001b[49m`
    return text.repeat(8).slice(0, width)
  }

type Step =
  | {
      readonly do: 'draw'
      readonly frame: readonly Seed[]
      readonly print: readonly Seed[]
      readonly caret: number
    }
  | {
      readonly do: 'resize'
      readonly sizes: readonly (readonly [number, number])[]
      /** Was on its way to the terminal when that changed its size. */
      readonly inFlight?: Step & { readonly do: 'draw' }
    }

const seed = fc.record({ kind: fc.nat(6), text: fc.stringMatching(/^[a-z]{1,9}$/) })
const draw: fc.Arbitrary<Step & { readonly do: 'draw' }> = fc.record({
  do: fc.constant('draw' as const),
  frame: fc.array(seed, { maxLength: 6 }),
  print: fc.oneof(
    fc.constant([]),
    fc.array(seed, { maxLength: 3 }),
    fc.array(seed, { minLength: 5, maxLength: 45 }),
  ),
  caret: fc.nat(400),
})
/** Of several sizes in a row the program hears the last only. */
const resize = (rows: { min: number; max: number }, atOnce = 1): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant('resize' as const),
    sizes: fc.array(fc.tuple(fc.integer({ min: 20, max: 60 }), fc.integer(rows)), {
      minLength: 1,
      maxLength: atOnce,
    }),
  })

const plain = (line: string): string =>
  cellsOf(line)
    .map(cell => cell.text)
    .join('')
    .trimEnd()

const withoutBlankEnd = (lines: readonly string[]): readonly string[] => {
  let end = lines.length
  while (end > 0 && lines[end - 1] === '') end -= 1
  return lines.slice(0, end)
}

interface Table {
  readonly reflow: 'none' | 'but-cursor-row'
  readonly caret?: 'anywhere' | 'last row'
}

/** Plays the steps; `check` sees each state. */
const play = (steps: readonly Step[], how: Table, check: (state: State) => void): void => {
  const { reflow } = how
  const bench = openScreenBench({ columns: 40, rows: 30, reflow })
  bench.emulator.write('shell$ capstan\r\n')
  const screen = createScreen({ output: bench.output, facts: { synchronised: true, reflow } })
  bench.emulator.onReply(bytes => {
    const row = /\[(\d+);\d+R$/.exec(bytes)?.[1]
    if (row) screen.locate(Number(row) - 1)
  })
  const history = ['shell$ capstan']
  let shown: Step & { do: 'draw' } = { do: 'draw', frame: [], print: [], caret: 0 }
  const render = (): Frame => {
    const lines = shown.frame.map(lineOf(screen.width))
    const y = how.caret === 'last row' ? lines.length - 1 : shown.caret % Math.max(1, lines.length)
    const x = Math.min(shown.caret % 17, cellsOf(lines[y] ?? '').length)
    return { lines, caret: { x, y: Math.max(0, y) } }
  }
  screen.onResize(() => screen.draw(render()))
  const show = (step: Step & { do: 'draw' }): void => {
    shown = step
    const print = step.print.map(lineOf(screen.width))
    screen.draw(render(), print)
    history.push(...print.map(plain))
  }
  for (const step of steps) {
    if (step.do === 'draw') show(step)
    else {
      const [first] = step.sizes
      if (first && step.inFlight) {
        bench.resize(first[0], first[1], 'unheard')
        show(step.inFlight)
      }
      for (const [columns, rows] of step.sizes.slice(0, -1)) bench.resize(columns, rows, 'unheard')
      const [columns, rows] = step.sizes.at(-1) ?? [40, 30]
      bench.resize(columns, rows)
    }
    // Sometimes the drag is over, sometimes it goes on.
    if (step.do === 'draw' || (step.sizes[0]?.[0] ?? 0) % 2 === 0) vi.runAllTimers()
    else continue
    check({ emulator: bench.emulator, history, frame: render() })
  }
}

interface State {
  readonly emulator: ReturnType<typeof openScreenBench>['emulator']
  readonly history: readonly string[]
  readonly frame: Frame
}

/** Everything there ever was, once each and nothing else; the cursor at its caret. */
const allOnce = ({ emulator, history, frame }: State): void => {
  expect(emulator.lines()).toEqual(withoutBlankEnd([...history, ...frame.lines.map(plain)]))
  expect(emulator.cursor().x).toBe(frame.caret?.x)
  expect(emulator.cursorShown()).toBe(true)
}

test('finished lines and the live area are on the terminal once each, whatever is drawn', () => {
  fc.assert(
    fc.property(fc.array(draw, { maxLength: 12 }), steps =>
      play(steps, { reflow: 'but-cursor-row' }, allOnce),
    ),
    { numRuns: sampleSize({ usual: 25, full: 800 }) },
  )
})

test('no copy of the live area stays behind when the terminal changes its size, and nothing finished is lost', () => {
  const step = fc.oneof(draw, resize({ min: 24, max: 40 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps =>
      play(steps, { reflow: 'but-cursor-row' }, allOnce),
    ),
    { numRuns: sampleSize({ usual: 35, full: 1200 }) },
  )
})

test('several sizes of which the program hears the last only do no harm either', () => {
  const step = fc.oneof(draw, resize({ min: 26, max: 40 }, 4))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), steps =>
      play(steps, { reflow: 'but-cursor-row', caret: 'last row' }, allOnce),
    ),
    { numRuns: sampleSize({ usual: 25, full: 800 }) },
  )
})

test('what is on its way while the terminal becomes shorter or taller loses nothing and leaves nothing behind', () => {
  const size = fc.tuple(fc.constant(40), fc.integer({ min: 12, max: 40 }))
  const short = draw.map(step => ({ ...step, print: step.print.slice(0, 3) }))
  const late: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('resize' as const),
    sizes: size.map(one => [one]),
    inFlight: short,
  })
  const full = draw.map(step => ({
    ...step,
    print: Array.from({ length: 45 }, (_, at) => ({ kind: 4, text: `l${at}` })),
  }))
  fc.assert(
    fc.property(full, fc.array(fc.oneof(short, late), { maxLength: 8 }), (first, steps) =>
      play([first, ...steps], { reflow: 'but-cursor-row' }, allOnce),
    ),
    { numRuns: sampleSize({ usual: 35, full: 1200 }) },
  )
})

test('on a terminal that cuts rows off nothing stays behind either', () => {
  const step = fc.oneof(draw, resize({ min: 24, max: 40 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), steps =>
      play(steps, { reflow: 'none' }, ({ emulator, frame }) => {
        const screen = withoutBlankEnd(emulator.screen())
        const live = withoutBlankEnd(frame.lines.map(plain))
        expect(screen.slice(screen.length - live.length)).toEqual(live)
      }),
    ),
    { numRuns: sampleSize({ usual: 25, full: 800 }) },
  )
})

test('a terminal too small for the live area shows its end, and nothing finished is lost', () => {
  const step = fc.oneof(draw, resize({ min: 2, max: 40 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps =>
      play(steps, { reflow: 'but-cursor-row' }, ({ emulator, history, frame }) => {
        const lines = emulator.lines()
        let at = 0
        for (const line of lines) if (line === history[at]) at += 1
        expect(history.slice(at)).toEqual([])
        const first = Math.max(0, Math.min(frame.lines.length - emulator.rows, frame.caret?.y ?? 0))
        const visible = frame.lines.slice(first, first + emulator.rows).map(plain)
        const { y } = emulator.cursor()
        const top = y - ((frame.caret?.y ?? 0) - first)
        expect(emulator.screen().slice(top, top + visible.length)).toEqual(visible)
        expect(
          emulator
            .screen()
            .slice(top + visible.length)
            .join(''),
        ).toBe('')
      }),
    ),
    { numRuns: sampleSize({ usual: 35, full: 1200 }) },
  )
})
