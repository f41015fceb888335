import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { inEnglish, type Text } from '../protocol/messages/localized-text.ts'
import { createDebugLog } from './debug-log.ts'

const open = (configHome: string, debug: readonly string[] = []) => {
  const warnings: string[] = []
  const place = {
    cwd: configHome,
    configHome,
    sessionId: 's',
    warn: (text: Text) => void warnings.push(inEnglish(text)),
  }
  return { log: createDebugLog({ debug }, place), warnings }
}
const words = (home: string): readonly string[] =>
  readFileSync(join(home, 'debug/s.txt'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.replace(/^\S+ /, ''))

test('categories choose lines, ! leaves some out', async () => {
  await using tmp = tmpDir()
  const said = (name: string, debug: readonly string[]) => {
    const { log } = open(join(tmp.path, name), debug)
    for (const line of ['api: a', 'loop: b', 'other: c']) log?.(line)
    return words(join(tmp.path, name))
  }
  expect([said('all', []), said('only', ['api']), said('not', ['!api'])]).toEqual([
    ['api: a', 'loop: b', 'other: c'],
    ['api: a'],
    ['loop: b', 'other: c'],
  ])
})

test('a place that cannot be written is the mistake of the command line, not a bug', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'file'), '')
  expect(() => open(join(tmp.path, 'file'))).toThrow(
    expect.objectContaining({
      name: 'HostError',
      kind: 'file',
      message: expect.stringContaining('Cannot write the debug log'),
    }),
  )
})

test('a log that fails later says so once and lets the work go on', async () => {
  await using tmp = tmpDir()
  const { log, warnings } = open(tmp.path)
  log?.('api: a')
  rmSync(join(tmp.path, 'debug/s.txt'))
  mkdirSync(join(tmp.path, 'debug/s.txt'))
  log?.('api: b')
  log?.('api: c')
  expect(warnings).toEqual([expect.stringContaining('Continuing without it.')])
})
