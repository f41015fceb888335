import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { createTheme } from './create-theme.ts'
import { paletteFor } from './palette-for.ts'
import { parseStyle, type Rgb } from './style.ts'
import { THEME_NAMES, type ThemeName, TONES, type Tone } from './theme.ts'

const SGR = new RegExp(`${'\u001b'}\\[([0-9;]*)m`, 'g')
const MANY = 16_777_216

const linearLight = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = ({ red, green, blue }: Rgb): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(linearLight)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
const grey = (value: number): Rgb => ({ red: value, green: value, blue: value })

/** Lines and bars, which nobody reads. */
const DRAWN: readonly Tone[] = ['border', 'codeBar']

test.each([
  ['dark', grey(0), grey(0xd0)],
  ['dark', grey(0x1e), grey(0xd0)],
  ['dark-daltonized', grey(0), grey(0xd0)],
  ['light', grey(255), grey(0x20)],
  ['light-daltonized', grey(255), grey(0x20)],
] as const)('%s can be read on %j', (name, ground, ink) => {
  const weak = TONES.flatMap(tone => {
    const style = parseStyle(paletteFor(name, MANY)[tone])
    const front = style.foreground ?? ink
    const behind = style.background ?? ground
    if ('ansi' in front || 'ansi' in behind) return [`${tone} leaves its colour to the terminal`]
    const ratio = contrast(front, behind)
    return ratio >= (DRAWN.includes(tone) ? 2.5 : 4.5) ? [] : [`${tone} ${ratio.toFixed(2)}`]
  })
  expect(weak).toEqual([])
})

test.each(THEME_NAMES.flatMap(name => ([0, 16, 256, MANY] as const).map(depth => [name, depth] as const)))(
  'in %s with %i colours what has a background has a foreground',
  (name, depth) => {
    const palette = paletteFor(name, depth)
    const bare = TONES.filter(tone => {
      const { background, foreground } = parseStyle(palette[tone])
      return background && !foreground
    })
    expect(bare).toEqual([])
    // Inside such a cell another colour may end: the cell's own goes on behind it.
    const theme = createTheme(name, { colours: depth })
    const nested = theme.paint('added', `a${theme.paint('keyword', 'let')}b`)
    if (theme.fillsRows) expect(nested.match(/\b38;[25];/g)).toHaveLength(3)
  },
)

test.each(['dark', 'dark-daltonized', 'light', 'light-daltonized'] as const)(
  'code can be read on the ground of a changed line in %s',
  name => {
    const palette = paletteFor(name, MANY)
    const tones: Tone[] = [
      'keyword',
      'string',
      'number',
      'comment',
      'function',
      'type',
      'variable',
      'operator',
    ]
    const weak = (['added', 'removed'] as const).flatMap(ground =>
      tones.flatMap(tone => {
        const front = parseStyle(palette[tone]).foreground
        const behind = parseStyle(palette[ground]).background
        if (!front || !behind || 'ansi' in front || 'ansi' in behind) return [tone]
        const ratio = contrast(front, behind)
        return ratio >= 4 ? [] : [`${tone} on ${ground} ${ratio.toFixed(2)}`]
      }),
    )
    expect(weak).toEqual([])
  },
)

test.each(['dark-ansi', 'light-ansi', 'dark', 'light-daltonized'] as const)(
  'with sixteen colours %s uses no other',
  name => {
    const theme = createTheme(name, { colours: 16 })
    for (const tone of TONES) expect(theme.paint(tone, 'x')).not.toMatch(/[34]8;/)
    expect(theme.fillsRows).toBe(false)
  },
)

test.each(THEME_NAMES)('%s without colour keeps emphasis only', name => {
  const theme = createTheme(name, { colours: 0 })
  const codes = TONES.flatMap(tone => [...theme.paint(tone, 'x').matchAll(SGR)]).flatMap(match =>
    (match[1] ?? '').split(';'),
  )
  expect(theme.colour).toBe(false)
  expect([...new Set(codes)].map(Number).filter(code => code >= 30)).toEqual([])
})

/** What is left of a colour for eyes without the receptors for red or for green (Machado 2009, linear light). */
const BLIND = {
  red: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  green: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const

const dot = (row: readonly number[], values: readonly number[]): number =>
  row.reduce((sum, each, at) => sum + each * (values[at] ?? 0), 0)

/** CIE Lab of a colour as such eyes see it. */
const seen = ({ red, green, blue }: Rgb, eyes: keyof typeof BLIND): readonly number[] => {
  const linear = [red, green, blue].map(linearLight)
  const left = BLIND[eyes].map(row => Math.min(1, Math.max(0, dot(row, linear))))
  const [x = 0, y = 0, z = 0] = [
    [0.4339, 0.3762, 0.1899],
    [0.2126, 0.7152, 0.0722],
    [0.0178, 0.1097, 0.8725],
  ].map(row => {
    const part = dot(row, left)
    return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const PAIRS = [
  ['good', 'bad', 'foreground'],
  ['good', 'warn', 'foreground'],
  ['added', 'removed', 'background'],
  ['addedWord', 'removedWord', 'background'],
] as const

/** Pairs that such eyes hardly tell apart. */
const alike = (name: ThemeName, eyes: keyof typeof BLIND): readonly string[] =>
  PAIRS.flatMap(([one, other, part]) => {
    const [a, b] = [one, other].map(tone => parseStyle(paletteFor(name, MANY)[tone])[part])
    if (!a || !b || 'ansi' in a || 'ansi' in b)
      return [`${one} and ${other} leave their colour to the terminal`]
    const [from, to] = [seen(a, eyes), seen(b, eyes)]
    const apart = Math.hypot(...from.map((each, at) => each - (to[at] ?? 0)))
    return apart >= 15 ? [] : [`${one} and ${other}: ${apart.toFixed(1)}`]
  })

test.each([
  ['dark-daltonized', 'red'],
  ['dark-daltonized', 'green'],
  ['light-daltonized', 'red'],
  ['light-daltonized', 'green'],
] as const)('in %s good and bad, new and gone differ for eyes that see no %s', (name, eyes) => {
  expect(alike(name, eyes)).toEqual([])
})

test('the other themes are told apart by red and green, so that such eyes need one of their own', () => {
  expect([...alike('dark', 'green'), ...alike('light', 'green')]).not.toEqual([])
})

test('a nested look gives way to the outer one again', () => {
  const theme = createTheme('dark-ansi', { colours: 16 })
  expect(theme.paint('good', `a${theme.paint('bad', 'b')}c`)).toBe(
    '\u001b[92ma\u001b[91mb\u001b[39m\u001b[92mc\u001b[39m',
  )
  expect(theme.paint('good', `a${theme.paint('strong', 'b')}c`)).toBe(
    '\u001b[92ma\u001b[1mb\u001b[22mc\u001b[39m',
  )
  expect(theme.paint('good', `a${theme.paint('bad', 'b')}`)).toBe(
    '\u001b[92ma\u001b[91mb\u001b[39m\u001b[39m',
  )
})

test('nothing is painted as nothing', () => {
  const theme = createTheme('dark', { colours: MANY })
  expect([theme.paint('good', ''), theme.paint('text', 'x')]).toEqual(['', 'x'])
})

/** The look each character has in the end, as a terminal would keep it. */
const looksOf = (line: string): readonly string[] => {
  const on = new Map<string, string>()
  const looks: string[] = []
  for (const [, codes, character] of line.matchAll(new RegExp(`${SGR.source}|(.)`, 'gsu'))) {
    if (character !== undefined) {
      looks.push(`${character} ${[...on.values()].sort().join(' ')}`)
      continue
    }
    const list = (codes ?? '').split(';')
    for (let at = 0; at < list.length; at++) {
      const code = list[at] ?? ''
      if (code === '38' || code === '48') {
        on.set(code, list.slice(at, at + 5).join(';'))
        at += 4
      } else if (code === '39') on.delete('38')
      else if (code === '49') on.delete('48')
      else if (code === '22') {
        on.delete('1')
        on.delete('2')
      } else if (code.startsWith('2')) on.delete(code === '2' ? '' : code.slice(1))
      else on.set(code, code)
      if (code === '2') on.set('2', '2')
    }
  }
  return looks
}

test('text behind any nesting looks as text before it', () => {
  const theme = createTheme('dark', { colours: MANY })
  const tone = fc.constantFrom(...TONES)
  fc.assert(
    fc.property(tone, tone, tone, (outer, middle, inner) => {
      const nested = theme.paint(middle, `-${theme.paint(inner, 'i')}-`)
      const line = theme.paint(outer, `x${nested}x`)
      const looks = looksOf(`${line}.`)
      expect(stripAnsi(line)).toBe('x-i-x')
      expect(looks[0]).toBe(looks.at(-2))
      expect(looks[1]).toBe(looks[3])
      expect(looks.at(-1)).toBe('. ')
    }),
  )
})
