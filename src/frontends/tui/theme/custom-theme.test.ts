import { expect, test } from 'vitest'
import { createTheme } from './create-theme.ts'
import { colorWords, readCustomTheme } from './custom-theme.ts'

test('looks go by our names and by those of another program; what is no color is passed over', () => {
  const read = readCustomTheme(
    {
      name: 'Dusk',
      base: 'light',
      overrides: {
        claude: '#bd93f9',
        error: 'rgb(255, 0, 16)',
        diffAdded: '#0a0',
        heading: 'bold #112233',
        warning: 'ansi:yellowBright',
        success: 'sparkling',
        subtle: '#12',
        nothing: '#000000',
        constructor: '#000000',
        text: 7,
      },
    },
    'dusk',
  )
  expect(read).toEqual({
    name: 'Dusk',
    base: 'light',
    looks: {
      accent: '#bd93f9',
      spinner: '#bd93f9',
      userBar: '#bd93f9',
      borderActive: '#bd93f9',
      bad: '#ff0010',
      stalled: '#ff0010',
      added: '#ffffff on #00aa00',
      heading: 'bold #112233',
      warn: 'bright-yellow',
    },
  })
})

test('without a name it has that of its file, without a base it is dark; a list is no theme', () => {
  expect(readCustomTheme({}, 'dusk')).toEqual({ name: 'dusk', base: 'dark', looks: {} })
  expect([
    readCustomTheme([], 'x'),
    readCustomTheme({ overrides: [] }, 'x'),
    readCustomTheme(3, 'x'),
  ]).toEqual([undefined, undefined, undefined])
})

test('a terminal of many colors shows it, one of sixteen or none keeps the palette made for it', () => {
  const painted = (colours: 0 | 16 | 16_777_216) =>
    createTheme('dark', { colours, looks: { accent: '#010203' } }).paint('accent', 'x')
  expect(painted(16_777_216)).toContain('38;2;1;2;3')
  expect(painted(16)).toBe(createTheme('dark', { colours: 16 }).paint('accent', 'x'))
  expect(painted(0)).toBe(createTheme('dark', { colours: 0 }).paint('accent', 'x'))
})

test.each([
  ['red', 'red'],
  ['ansi:redBright', 'bright-red'],
  ['#ff8800', '#ff8800'],
  ['rgb(255,136,0)', '#ff8800'],
  ['ansi256(9)', 'bright-red'],
  ['ansi256(208)', '#ff8700'],
  ['ansi256(255)', '#eeeeee'],
  ['ansi256(256)', undefined],
  ['red on blue', undefined],
  ['mauve', undefined],
])('the color %j is %j', (color, words) => {
  expect(colorWords(color)).toBe(words)
})
