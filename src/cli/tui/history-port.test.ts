import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { HistoryLine } from '../../frontends/tui/ports/history-port.ts'
import type { Env } from '../../protocol/host.ts'
import { createHistoryPort } from './history-port.ts'

const line = (text: string, mode: HistoryLine['mode'] = 'prompt'): HistoryLine => ({ text, mode, at: 7 })
const open = (
  configHome: string,
  more: { readonly env?: Env; readonly cwd?: string; onError?(error: unknown): void } = {},
) =>
  createHistoryPort({
    configHome,
    cwd: '/somewhere/else',
    env: {},
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    onError: error => {
      throw error
    },
    ...more,
  })
const fileIn = (home: string): string => join(home, 'history', '-somewhere-else.jsonl')

test('lines come back newest first, in a file for the owner alone; the same twice in a row is kept once', async () => {
  await using tmp = tmpDir()
  const port = open(tmp.path)
  expect(await port.load()).toEqual([])
  for (const text of ['one', 'two', 'two', '  ', 'multi\nline 你好']) port.add(line(text))
  port.add(line('two', 'shell'))
  expect(await open(tmp.path).load()).toEqual([
    line('two', 'shell'),
    line('multi\nline 你好'),
    line('two'),
    line('one'),
  ])
  expect(statSync(fileIn(tmp.path)).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(tmp.path, 'history'))).toEqual(['-somewhere-else.jsonl'])
})

test('what the last session ended with is not kept again', async () => {
  await using tmp = tmpDir()
  open(tmp.path).add(line('one'))
  const next = open(tmp.path)
  await next.load()
  next.add(line('one'))
  expect(await next.load()).toEqual([line('one')])
})

test('projects do not see each other’s lines', async () => {
  await using tmp = tmpDir()
  open(tmp.path).add(line('one'))
  expect(await open(tmp.path, { cwd: '/another' }).load()).toEqual([])
})

test('with the variable set nothing is read or written', async () => {
  await using tmp = tmpDir()
  open(tmp.path).add(line('one'))
  const env = { CLAUDE_CODE_SKIP_PROMPT_HISTORY: '1' }
  const port = open(tmp.path, { env })
  port.add(line('two'))
  expect([await port.load(), await open(tmp.path).load()]).toEqual([[], [line('one')]])
})

test('damaged lines are passed over, and an open file is closed to others', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'history'))
  writeFileSync(fileIn(tmp.path), '{"display":"ok","mode":"prompt","timestamp":7}\n{"display":3}\nnot json\n')
  chmodSync(fileIn(tmp.path), 0o644)
  appendFileSync(fileIn(tmp.path), '{"display":"half')
  const port = open(tmp.path)
  expect(await port.load()).toEqual([line('ok')])
  port.add(line('new'))
  expect(await port.load()).toEqual([line('new'), line('ok')])
  expect(statSync(fileIn(tmp.path)).mode & 0o777).toBe(0o600)
})

test('a file that grew long is cut to the newest thousand', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'history'))
  const old = Array.from(
    { length: 2_100 },
    (_, index) => `{"display":"old ${index}","mode":"prompt","timestamp":7}\n`,
  )
  writeFileSync(fileIn(tmp.path), old.join(''))
  const port = open(tmp.path)
  port.add(line('new'))
  const lines = await port.load()
  expect([lines.length, lines[0]?.text, lines[1]?.text]).toEqual([1_000, 'new', 'old 2099'])
  expect(readFileSync(fileIn(tmp.path), 'utf8').split('\n')).toHaveLength(1_002)
})

test('a very long text is not kept', async () => {
  await using tmp = tmpDir()
  open(tmp.path).add(line('x'.repeat(100_000)))
  expect(existsSync(fileIn(tmp.path))).toBe(false)
})

test('several processes write at once and no line is lost', async () => {
  await using tmp = tmpDir()
  const script = `
    import { createHistoryPort } from ${JSON.stringify(join(import.meta.dirname, 'history-port.ts'))}
    const port = createHistoryPort({ configHome: ${JSON.stringify(tmp.path)}, cwd: '/somewhere/else', env: {},
      newId: () => crypto.randomUUID(), now: () => Date.now(), onError: error => { throw error } })
    for (let index = 0; index < 25; index++) port.add({ text: process.argv[1] + ' ' + index, mode: 'prompt', at: 1 })`
  const children = ['a', 'b'].map(name =>
    spawn(process.execPath, ['--input-type=module', '-e', script, name], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(children.map(async child => (await once(child, 'close'))[0]))
  expect(codes).toEqual([0, 0])
  const texts = (await open(tmp.path).load()).map(({ text }) => text)
  expect(texts.sort()).toEqual(
    ['a', 'b'].flatMap(name => Array.from({ length: 25 }, (_, i) => `${name} ${i}`)).sort(),
  )
})

test('a pipe in the place of the file is no reason to wait, and of a huge one the end is read', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'history'))
  execFileSync('mkfifo', [fileIn(tmp.path)])
  const errors: unknown[] = []
  const port = open(tmp.path, { onError: error => errors.push(error) })
  expect(await port.load()).toEqual([])
  port.add(line('one'))
  await expect.poll(() => errors).toHaveLength(1)
  rmSync(fileIn(tmp.path))
  writeFileSync(fileIn(tmp.path), `${'garbage '.repeat(3 * 1024 * 1024)}\n${'x'.repeat(10)}\n`)
  appendFileSync(fileIn(tmp.path), '{"display":"last","mode":"prompt","timestamp":7}\n')
  expect(await open(tmp.path).load()).toEqual([line('last')])
})

test('what was typed in other projects is read on request, newest first', async () => {
  await using tmp = tmpDir()
  const here = open(tmp.path)
  const there = open(tmp.path, { cwd: '/another/place' })
  here.add({ text: 'old', mode: 'prompt', at: 1 })
  there.add({ text: 'new', mode: 'shell', at: 2 })
  const texts = async () => (await here.loadEverywhere()).map(({ text }) => text)
  await expect.poll(texts).toEqual(['new', 'old'])
})
