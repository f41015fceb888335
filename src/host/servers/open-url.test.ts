import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/support/run-program.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { openersFor, openUrl } from './open-url.ts'

const WSL = { WSL_DISTRO_NAME: 'Ubuntu' }

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['darwin', {}, ['open']],
  ['linux', {}, ['xdg-open', 'gio', 'sensible-browser']],
  ['linux', WSL, ['wslview', 'powershell.exe', 'xdg-open', 'gio', 'sensible-browser']],
  [
    'linux',
    { ...WSL, BROWSER: 'firefox:lynx' },
    ['firefox', 'wslview', 'powershell.exe', 'xdg-open', 'gio', 'sensible-browser'],
  ],
])('on %s with %j pages are shown by %j', (platform, env, expected) => {
  expect(openersFor(platform, env).map(each => each.program)).toEqual(expected)
})

test('the browser of Windows gets the address in one piece', async () => {
  await using tmp = tmpDir()
  const seen = join(tmp.path, 'seen')
  const program = join(tmp.path, 'powershell.exe')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > ${seen}.new && mv ${seen}.new ${seen}\n`)
  chmodSync(program, 0o755)
  const env = { ...WSL, PATH: tmp.path }
  expect(await openUrl("https://a.example/x?y='; calc; '\u2019&z=$(1)", env, 'linux')).toBe(true)
  await eventually(() => read(seen) !== '')
  const [, , , encoded = ''] = read(seen).split('\n')
  expect(Buffer.from(encoded, 'base64').toString('utf16le')).toBe(
    "Start-Process -FilePath 'https://a.example/x?y=%27;%20calc;%20%27%E2%80%99&z=$(1)'",
  )
  expect(await openUrl('https://a.example', { ...WSL, PATH: join(tmp.path, 'none') }, 'linux')).toBe(false)
  expect(await openUrl('file:///etc/passwd', env, 'linux')).toBe(false)
})

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Not written yet.
    return ''
  }
}
