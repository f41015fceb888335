import { expect, test, vi } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { exitCodeOf } from '../exit-code.ts'
import { ledger } from '../ledger/ledger.ts'
import type { Process } from '../process.ts'
import { sessions } from './sessions.ts'

const processAt = (directory: string): Process => ({
  env: { HOME: directory, CAPSTAN_CONFIG_DIR: directory },
  version: '0',
  argv: [],
  cwd: directory,
})

/** What it prints, and the error it ends with. */
const run = async ([name, ...argv]: readonly string[]): Promise<{ stdout: string; error: unknown }> => {
  await using tmp = tmpDir()
  let stdout = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    stdout += String(text)
    return true
  })
  try {
    const command = name === 'ledger' ? ledger : sessions
    expect(await command(argv, processAt(tmp.path))).toBe(0)
    return { stdout, error: undefined }
  } catch (error) {
    return { stdout, error }
  } finally {
    write.mockRestore()
  }
}

test.each([
  [['sessions'], 'Usage: capstan sessions'],
  [['sessions', 'lst'], 'Did you mean list?'],
  [['sessions', 'show', '--turns', 'x'], '--turns takes a number or a range'],
  [['sessions', 'list', '--limit', '0'], '--limit takes a whole number above zero'],
  [['sessions', 'stats', '--since', 'yesterday'], '--since takes a day'],
  [['sessions', 'purge'], 'which sessions?'],
  [['sessions', 'purge', 'x', '--all'], 'name sessions or use flags, not both'],
  [['sessions', 'import'], 'name a file or a directory'],
  [['ledger', '--kind', 'eat'], '--kind takes run, write, read, fetch, spend'],
  [['ledger', '--who', 'a.txt'], '--who takes a file and a line'],
  [['ledger', '--nope'], "Unknown option '--nope'"],
])('%j is refused with words and 2', async (args, words) => {
  const { stdout, error } = await run(args)
  expect([stdout, exitCodeOf(error)]).toEqual(['', 2])
  expect(String(error)).toContain(words)
})

test.each(['list', 'show', 'grep', 'stats', 'export', 'verify', 'scan', 'import', 'mirror', 'purge'])(
  'sessions %s answers --help',
  async name => {
    const { stdout, error } = await run(['sessions', name, '--help'])
    expect(error).toBeUndefined()
    expect(stdout).toContain(`Usage: capstan sessions ${name}`)
  },
)
