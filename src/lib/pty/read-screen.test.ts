import { expect, test } from 'vitest'
import { createScreenReader } from './read-screen.ts'

type Happening = { readonly typed: string } | { readonly printed: string }
const typed = (text: string): Happening => ({ typed: text })
const printed = (text: string): Happening => ({ printed: text })
/** As a terminal's line editing echoes what is typed: at once. */
const echoed = (text: string): Happening[] => [typed(text), printed(text.replaceAll('\r', '\r\n'))]

const screenAfter = async (...happenings: readonly Happening[]): Promise<string> => {
  const reader = await createScreenReader({ columns: 40, rows: 8 })
  for (const each of happenings) {
    if ('typed' in each) reader.typed(Buffer.from(each.typed))
    else reader.printed(Buffer.from(each.printed))
  }
  await reader.read()
  return reader.text()
}

test.each<[string, readonly Happening[], string]>([
  ['what nobody typed stays', [printed('one\r\ntwo\r\n')], 'one\ntwo'],
  ['a line that was echoed', [printed('name: '), ...echoed('Ada\r'), printed('ok\r\n')], 'name: [typed]\nok'],
  ['a key that was echoed', [printed('again? '), ...echoed('y'), printed('\r\nok')], 'again? [typed]\nok'],
  [
    'a password without an echo',
    [printed('Password: '), typed('hunter2\r'), printed('\r\nwelcome\r\n')],
    'Password:\nwelcome',
  ],
  [
    'a password the program shows afterwards',
    [printed('Password: '), typed('hunter2\r'), printed('\r\nit was "hunter2"\r\n')],
    'Password:\nit was "[typed]"',
  ],
  [
    'stars in its place',
    [printed('PIN: '), typed('1'), printed('*'), typed('2\r'), printed('*\r\n')],
    'PIN: [typed]',
  ],
  [
    'a line the program draws again with every key',
    [
      printed('> '),
      typed('a'),
      printed('a'),
      typed('b'),
      printed('\u001b[1G\u001b[0J> ab\u001b[5G'),
      typed('\r'),
      printed('\r\n3\r\n> '),
    ],
    '> [typed]\n3\n>',
  ],
  [
    'what was recalled and completed',
    [printed('$ '), typed('\u001b[A'), printed('old line'), typed('\r'), printed('\r\n')],
    '$ [typed]',
  ],
  [
    'a long line over several rows',
    [printed('> '), ...echoed(`${'x'.repeat(90)}\r`), printed('done')],
    '> [typed]\ndone',
  ],
  [
    'typed before the program asked',
    [printed('busy\r\n'), ...echoed('no\ryes\r'), printed('end\r\n')],
    'busy\n[typed]\n[typed]\nend',
  ],
  [
    'a short answer is not looked for elsewhere',
    [printed('? '), ...echoed('y\r'), printed('my\r\nway\r\n')],
    '? [typed]\nmy\nway',
  ],
  ['what is still being typed', [printed('> '), ...echoed('half')], '> [typed]'],
  [
    'another screen is not read',
    [
      printed('$ edit\r\n\u001b[?1049h'),
      typed('isecret text'),
      printed('secret text'),
      typed('\u001b:wq\r'),
      printed('\u001b[?1049lsaved\r\n'),
    ],
    '$ edit\nsaved',
  ],
  ['wide characters', [printed('名: '), ...echoed('王小明\r'), printed('好\r\n')], '名: [typed]\n好'],
  [
    'what the program wrote over it is its own',
    [printed('> '), ...echoed('abc\r'), printed('\u001b[H\u001b[2Jmenu of things\r\n')],
    'menu of things',
  ],
])('%s', async (_, happenings, screen) => {
  expect(await screenAfter(...happenings)).toBe(screen)
})

test('what comes after all was read is read', async () => {
  const reader = await createScreenReader({ columns: 40, rows: 8 })
  for (const key of 'ab') {
    reader.typed(Buffer.from(key))
    await reader.read()
    reader.printed(Buffer.from(key))
    await reader.read()
  }
  reader.printed(Buffer.from('\r\nend'))
  await reader.read()
  expect(reader.text()).toBe('[typed]\nend')
})

test('only the end of a long output is kept', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at}\r\n`).join('')
  const text = await screenAfter(printed('first '), ...echoed('abc\r'), printed(lines))
  expect(text.split('\n').length).toBeLessThan(1_100)
  expect(text).toMatch(/line 2999$/)
})

test('what a program left switched on is switched off', async () => {
  const reader = await createScreenReader({ columns: 40, rows: 8 })
  reader.printed(Buffer.from('\u001b[?1049h\u001b[?1000h'))
  await reader.read()
  expect(reader.restore().startsWith('\u001b[?1049l')).toBe(true)
  expect(reader.restore()).toContain('\u001b[?1000l')
})
