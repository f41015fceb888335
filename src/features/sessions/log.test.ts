import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Entry, MessageEntry } from '../../protocol/entry.ts'
import { entrySchema } from '../../protocol/session/entry-schema.ts'
import { createChain } from './chain.ts'
import { loadSession } from './load.ts'
import { openSessionLog } from './log.ts'
import type { WriteBytes } from './log-file.ts'

const SESSION = '00000000-0000-4000-8000-000000000000'
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const prompts = (...numbers: number[]): MessageEntry[] => {
  const chain = createChain({
    sessionId: SESSION,
    cwd: '/p',
    version: '0.1.0',
    gitBranch: 'main',
    entrypoint: 'cli',
    parent: null,
  })
  return numbers.map(n => {
    chain.moveTo(n === 1 ? null : id(n - 1))
    return chain.stamp({
      type: 'user',
      uuid: id(n),
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: 'user', content: `prompt ${n}` },
    })
  })
}
const TITLE: Entry = { type: 'custom-title', customTitle: 'T', sessionId: SESSION }

const lines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

const failure = (code: string): Error => Object.assign(new Error(code), { code })

test('every line the log writes has the strict shape of an entry', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  await log.append([TITLE, ...prompts(1, 2)])
  expect(lines(path).map(line => entrySchema.safeParse(line).success)).toEqual([true, true, true])
})

test('there is no file before the first message, and what came earlier stands in front of it', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'projects', 'p', 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  await log.append([TITLE])
  expect(existsSync(join(tmp.path, 'projects'))).toBe(false)
  await log.append(prompts(1))
  expect(lines(path)).toEqual([TITLE, ...prompts(1)])
})

test('metadata goes straight to a file that exists', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  writeFileSync(path, '')
  await using log = openSessionLog({ path, sessionId: SESSION })
  await log.append([TITLE])
  expect(lines(path)).toEqual([TITLE])
})

test('the file is for its owner only, also when it was not before, and so is a new directory', async () => {
  await using tmp = tmpDir()
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
  const created = join(tmp.path, 'projects', 'p', 'new.jsonl')
  await using first = openSessionLog({ path: created, sessionId: SESSION })
  await first.append(prompts(1))
  const open = join(tmp.path, 'open.jsonl')
  writeFileSync(open, '')
  chmodSync(open, 0o644)
  await using second = openSessionLog({ path: open, sessionId: SESSION })
  await second.append(prompts(1))
  expect([
    mode(created),
    mode(open),
    mode(join(tmp.path, 'projects', 'p')),
    mode(join(tmp.path, 'projects')),
  ]).toEqual(['600', '600', '700', '700'])
})

test('appends of one tick are one write', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  let writes = 0
  const write: WriteBytes = (fd, bytes, offset) => {
    writes++
    return writeSync(fd, bytes, offset)
  }
  await using log = openSessionLog({ path, sessionId: SESSION, write })
  await Promise.all([log.append(prompts(1)), log.append(prompts(2)), log.append([TITLE])])
  expect([writes, lines(path)]).toEqual([1, [...prompts(1, 2), TITLE]])
})

test('the entries are in the file when append resolves, without a turn of the event loop', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  let turned = false
  const immediate = setImmediate(() => {
    turned = true
  })
  await log.append(prompts(1))
  expect([turned, lines(path)]).toEqual([false, prompts(1)])
  clearImmediate(immediate)
})

test('what must be written first is in the file when the call returns, behind all that was appended before', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'sessions/s.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  const noted = { type: 'custom-title', customTitle: 'first', sessionId: SESSION } as const
  log.appendNow([noted])
  const [one, two] = prompts(1, 2)
  const appended = log.append(one ? [one] : [])
  log.appendNow(two ? [two] : [])
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines.slice(0, 3)).toEqual([noted, one, two].map(entry => JSON.stringify(entry)))
  await appended
})

test('what cannot be written first is thrown, and no one waits for it', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const full: WriteBytes = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  await using log = openSessionLog({ path, sessionId: SESSION, write: full })
  expect(() => log.appendNow(prompts(1))).toThrow('the disk or quota is full')
})

test('a uuid that is in the file already is passed over', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION, known: [id(1)] })
  await log.append([...prompts(1, 2), ...prompts(2)])
  await log.append(prompts(2, 3))
  expect(lines(path)).toEqual(prompts(2, 3))
})

test('short writes are carried on', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const write: WriteBytes = (fd, bytes, offset) =>
    writeSync(fd, bytes, offset, Math.min(7, bytes.length - offset))
  await using log = openSessionLog({ path, sessionId: SESSION, write })
  await log.append(prompts(1, 2))
  expect(lines(path)).toEqual(prompts(1, 2))
})

/** A disk with room for so many more bytes. */
const smallDisk = (): { room: number; readonly write: WriteBytes } => {
  const disk = { room: Number.POSITIVE_INFINITY }
  const write: WriteBytes = (fd, bytes, offset) => {
    if (disk.room === 0) throw failure('ENOSPC')
    const written = writeSync(fd, bytes, offset, Math.min(disk.room, bytes.length - offset))
    disk.room -= written
    return written
  }
  return Object.assign(disk, { write })
}

test('a disk that fills up in the middle of a line is reported, and a retry leaves a file without a trace', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const disk = smallDisk()
  await using log = openSessionLog({ path, sessionId: SESSION, write: disk.write })
  await log.append(prompts(1))
  disk.room = 500
  await expect(log.append(prompts(2, 3))).rejects.toMatchObject({
    name: 'SessionError',
    kind: 'no_space',
    message: `Cannot write the session file ${path}: the disk or quota is full (ENOSPC). Free some space, then try again.`,
  })
  expect(lines(path)).toEqual(prompts(1))
  disk.room = Number.POSITIVE_INFINITY
  await log.append(prompts(2, 3))
  expect(lines(path)).toEqual(prompts(1, 2, 3))
})

test('what waited for the first message is not lost when that message cannot be written', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  let full = true
  const write: WriteBytes = (fd, bytes, offset) => {
    if (full) throw failure('ENOSPC')
    return writeSync(fd, bytes, offset)
  }
  await using log = openSessionLog({ path, sessionId: SESSION, write })
  await log.append([TITLE])
  await expect(log.append(prompts(1))).rejects.toMatchObject({ kind: 'no_space' })
  full = false
  await log.append(prompts(1))
  expect(lines(path)).toEqual([TITLE, ...prompts(1)])
})

test('a half line is closed, not cut off, when another program has written behind it', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  let step = 0
  const write: WriteBytes = (fd, bytes, offset) => {
    step++
    if (step === 2) return writeSync(fd, bytes, offset, 20)
    if (step === 3) {
      writeFileSync(path, '\n{"type":"tag","tag":"theirs","sessionId":"x"}\n', { flag: 'a' })
      throw failure('ENOSPC')
    }
    return writeSync(fd, bytes, offset)
  }
  await using log = openSessionLog({ path, sessionId: SESSION, write })
  await log.append(prompts(1))
  await expect(log.append(prompts(2))).rejects.toMatchObject({ kind: 'no_space' })
  await log.append(prompts(2))
  const loaded = await loadSession(path)
  expect([loaded.messages, loaded.facts.tag, loaded.skipped.torn]).toEqual([prompts(1, 2), 'theirs', 1])
})

test('a file that ends inside a line gets a newline before the next entry', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  writeFileSync(path, `${JSON.stringify(prompts(1)[0])}\n{"type":"us`)
  await using log = openSessionLog({ path, sessionId: SESSION })
  await log.append(prompts(2))
  const loaded = await loadSession(path)
  expect([loaded.messages, loaded.skipped]).toEqual([
    prompts(1, 2),
    { corrupt: 0, tooLong: 0, unknown: 0, torn: 1 },
  ])
})

test.each([
  ['EACCES', 'no_access'],
  ['EROFS', 'read_only'],
  ['EDQUOT', 'no_space'],
  ['EIO', 'io'],
])('%s is reported as %s with the name of the file', async (code, kind) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const write: WriteBytes = () => {
    throw failure(code)
  }
  await using log = openSessionLog({ path, sessionId: SESSION, write })
  await expect(log.append(prompts(1))).rejects.toMatchObject({ kind, message: expect.stringContaining(path) })
})

test.each([
  ['a link', (path: string) => symlinkSync('/dev/null', path)],
  ['a dangling link', (path: string) => symlinkSync(`${path}.elsewhere`, path)],
  ['a directory', (path: string) => mkdirSync(path)],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
])('%s in place of the file is refused', async (_, make) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  make(path)
  await using log = openSessionLog({ path, sessionId: SESSION })
  await expect(log.append(prompts(1))).rejects.toMatchObject({ kind: 'unsafe_path' })
  expect(existsSync(`${path}.elsewhere`)).toBe(false)
})

test('an entry that cannot be written as JSON fails alone', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  const good = log.append(prompts(1))
  const bad = log.append([{ ...prompts(2)[0], toolUseResult: 1n } as Entry])
  await expect(bad).rejects.toThrow(TypeError)
  await good
  expect(lines(path)).toEqual(prompts(1))
})

test('an entry that the reader would pass over is refused', async () => {
  await using tmp = tmpDir()
  await using log = openSessionLog({ path: join(tmp.path, 's.jsonl'), sessionId: SESSION })
  const huge = { ...prompts(1)[0], toolUseResult: 'x'.repeat(64 * 1024 * 1024) } as Entry
  await expect(log.append([huge])).rejects.toMatchObject({ kind: 'too_large' })
})

test('a closed log takes nothing more, and closing writes what was appended before', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const log = openSessionLog({ path, sessionId: SESSION })
  const appended = log.append(prompts(1))
  await log.sync()
  await Promise.all([log.close(), log.close(), appended])
  await expect(log.append(prompts(2))).rejects.toMatchObject({ kind: 'closed' })
  expect(lines(path)).toEqual(prompts(1))
})

test('syncing and closing a log without a file does nothing', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const log = openSessionLog({ path, sessionId: SESSION })
  await log.append([TITLE])
  await log.sync()
  await log.close()
  expect(existsSync(path)).toBe(false)
})

test.each([
  ['its file', (tmp: string) => rmSync(join(tmp, 'home/projects/p/s.jsonl'))],
  ['the whole directory', (tmp: string) => rmSync(join(tmp, 'home'), { recursive: true })],
  ['a directory that was moved away', (tmp: string) => renameSync(join(tmp, 'home'), join(tmp, 'elsewhere'))],
])('what was said is written anew when %s is gone', async (_, remove) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'home/projects/p/s.jsonl')
  let restored = 0
  const onRestored = (): void => void restored++
  await using log = openSessionLog({ path, sessionId: SESSION, onRestored })
  await log.append([TITLE, ...prompts(1, 2)])
  await log.sync()
  remove(tmp.path)
  await log.append([{ type: 'summary', summary: 'beside', leafUuid: id(2) }])
  expect(existsSync(path)).toBe(false)
  await log.append(prompts(3))
  await log.append(prompts(4))
  await log.sync()
  expect(lines(path)).toMatchObject([TITLE, ...prompts(1, 2), { type: 'summary' }, ...prompts(3, 4)])
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
  expect(restored).toBe(1)
})

test('a session that goes on is held before anything is added to it', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  writeFileSync(path, `${JSON.stringify(prompts(1)[0])}\n`)
  await using log = openSessionLog({ path, sessionId: SESSION, known: [id(1)], holds: true })
  rmSync(path)
  await log.append(prompts(2))
  expect(lines(path)).toEqual(prompts(1, 2))
})

test('a file that was put in its place keeps what it says, and gets what it lacks', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  await log.append([TITLE, ...prompts(1, 2)])
  const [edited] = prompts(1).map(entry => ({ ...entry, message: { role: 'user', content: 'redacted' } }))
  writeFileSync(`${path}.new`, `${JSON.stringify(TITLE)}\n${JSON.stringify(edited)}`)
  renameSync(`${path}.new`, path)
  await log.append(prompts(3))
  expect(lines(path)).toEqual([TITLE, edited, ...prompts(2, 3)])
})

test('a file that cannot be written anew is an error of the append, and comes back when it can', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const disk = smallDisk()
  await using log = openSessionLog({ path, sessionId: SESSION, write: disk.write })
  await log.append(prompts(1, 2))
  rmSync(path)
  disk.room = 300
  await expect(log.append(prompts(3))).rejects.toMatchObject({ kind: 'no_space' })
  disk.room = Number.POSITIVE_INFINITY
  await log.append([TITLE])
  await log.append(prompts(3))
  expect(lines(path)).toEqual([...prompts(1, 2), TITLE, ...prompts(3)])
})

test('an append resolves once the second place has it, in order, and nothing goes there after one that was refused', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  const sent: string[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const replicate = async (text: string): Promise<void> => {
    sent.push(text)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
  }
  await using log = openSessionLog({ path, sessionId: SESSION, replicate })
  const done: string[] = []
  const first = log.append(prompts(1)).then(() => done.push('first'))
  log.appendNow(prompts(2))
  const third = log.append(prompts(3)).then(
    () => done.push('third'),
    (error: Error) => done.push(error.name),
  )
  await expect.poll(() => sent.length).toBe(1)
  expect([done, lines(path).length > 0]).toEqual([[], true])
  gates[0]?.resolve()
  await first
  await expect.poll(() => sent.length).toBe(2)
  gates[1]?.reject(new Error('fenced'))
  await third
  expect(done).toEqual(['first', 'SessionError'])
  expect(sent).toHaveLength(2)
  await expect(log.append(prompts(4))).rejects.toThrow()
  // What it was given is what the file holds, so far as it got.
  expect(readFileSync(path, 'utf8').startsWith(sent.join(''))).toBe(true)
})
