import { describe, expect, test } from 'vitest'
import { pictureSources } from './picture-sources.ts'
import { readPicture } from './read-picture.ts'

const programs = (platform: string, env: Readonly<Record<string, string>> = {}) =>
  pictureSources(platform, env).map(source => source.program)

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['darwin', {}, ['pngpaste', 'osascript']],
  ['win32', {}, ['powershell.exe']],
  ['linux', {}, []],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, ['wl-paste', 'xclip']],
  ['linux', { DISPLAY: ':0', WSL_DISTRO_NAME: 'Ubuntu' }, ['xclip', 'powershell.exe']],
])('on %s with %j the ways are %j', (platform, env, expected) => {
  expect(programs(platform, env)).toEqual(expected)
})

/** Programs that print what the table says; others are not installed. */
const asker = (answers: Readonly<Record<string, string | Buffer>>) => {
  const asked: string[] = []
  return {
    asked,
    ask: async (program: string, args: readonly string[]) => {
      const line = [program, ...args].join(' ')
      asked.push(line)
      const found = Object.entries(answers).find(([start]) => line.startsWith(start))?.[1]
      return found === undefined ? undefined : Buffer.from(found)
    },
  }
}

describe('readPicture', () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

  test('takes the kind that loses least', async () => {
    const { ask, asked } = asker({
      'wl-paste --list-types': 'text/html\nimage/jpeg\nimage/png\n',
      'wl-paste --no-newline --type image/png': PNG,
    })
    expect(await readPicture(pictureSources('linux', { WAYLAND_DISPLAY: 'w' }), ask)).toEqual(PNG)
    expect(asked).toHaveLength(2)
  })

  test('a clipboard of text is asked for nothing else', async () => {
    const { ask, asked } = asker({ xclip: 'TARGETS\nUTF8_STRING\n' })
    expect(await readPicture(pictureSources('linux', { DISPLAY: ':0' }), ask)).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test('where one way fails the next is tried', async () => {
    const { ask, asked } = asker({ osascript: '«data PNGf89504E47»\n' })
    expect(await readPicture(pictureSources('darwin', {}), ask)).toEqual(PNG)
    expect(asked.map(line => line.split(' ')[0])).toEqual(['pngpaste', 'osascript'])
  })

  test('Windows hands it out as text', async () => {
    const { ask } = asker({ 'powershell.exe': PNG.toString('base64') })
    expect(await readPicture(pictureSources('win32', {}), ask)).toEqual(PNG)
  })

  test.each(['', '«data TIFF00»'])('an answer without a picture (%j) is none', async answer => {
    const { ask } = asker({ osascript: answer })
    expect(await readPicture(pictureSources('darwin', {}), ask)).toBeUndefined()
  })
})
