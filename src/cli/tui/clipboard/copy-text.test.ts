import { describe, expect, test } from 'vitest'
import { type CopyOptions, copyPrograms, copyText } from './copy-text.ts'

const options = (
  more: Partial<CopyOptions> & { readonly ssh?: boolean; readonly tmux?: boolean } = {},
): CopyOptions => ({
  platform: more.platform ?? 'linux',
  env: more.env ?? {},
  terminal: { ssh: more.ssh ?? false, tmux: more.tmux ?? false },
})

test.each<[string, CopyOptions, readonly string[]]>([
  ['a Mac', options({ platform: 'darwin' }), ['pbcopy']],
  ['Windows', options({ platform: 'win32' }), ['powershell.exe']],
  ['a console', options(), []],
  ['Wayland', options({ env: { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' } }), ['wl-copy', 'xclip', 'xsel']],
  ['tmux on a desktop', options({ env: { DISPLAY: ':0', TMUX: 'x' } }), ['xclip', 'xsel', 'tmux']],
  ['a machine far away', options({ env: { DISPLAY: ':0' }, ssh: true }), []],
  ['tmux far away', options({ env: { DISPLAY: ':0', TMUX: 'x' }, ssh: true }), ['tmux']],
])('%s copies by %j', (_, at, expected) => {
  expect(copyPrograms(at).map(each => each.program)).toEqual(expected)
})

describe('copyText', () => {
  const copy = async (text: string, at: CopyOptions, installed: readonly string[] = []) => {
    const fed: string[] = []
    const result = await copyText(text, at, {
      feed: async ({ program }, given) => {
        if (!installed.includes(program)) return false
        fed.push(`${program}: ${given}`)
        return true
      },
      keep: () => '/tmp/copied.md',
    })
    return { result, fed }
  }

  test('the first program that is there takes the text', async () => {
    expect(
      await copy('你好', options({ env: { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' } }), ['xclip', 'xsel']),
    ).toEqual({
      result: { by: 'xclip' },
      fed: ['xclip: 你好'],
    })
  })

  test('without one the terminal is asked to', async () => {
    expect((await copy('hi', options())).result).toEqual({
      by: 'terminal',
      sequence: '\u001b]52;c;aGk=\u0007',
    })
    expect((await copy('hi', options({ tmux: true }))).result.sequence).toContain('\u001bPtmux;')
  })

  test('what no terminal takes is kept in a file', async () => {
    expect((await copy('x'.repeat(100_000), options())).result).toEqual({ by: '/tmp/copied.md' })
  })
})
