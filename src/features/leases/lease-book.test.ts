import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { changedLines } from './changed-lines.ts'
import { createLeaseBook, type LeaseBookOptions } from './lease-book.ts'

const bookOf = (more: Partial<LeaseBookOptions> = {}) => {
  let ids = 0
  const clock = { ms: 1_000 }
  const agents: Readonly<Record<string, { readonly parent?: string; readonly background: boolean }>> = {
    a: { background: true },
    b: { background: true },
    front: { background: false },
    inner: { background: false, parent: 'a' },
  }
  const book = createLeaseBook({
    now: () => clock.ms,
    newId: () => `id${process.hrtime.bigint()}${ids++}`,
    agent: id => agents[id],
    ...more,
  })
  const writer = (id: string) => book.of({ id, name: id === '' ? '' : `agent-${id}` })
  return { clock, writer }
}

const change = { before: Buffer.from('1\n2\n3\n'), after: Buffer.from('1\nx\n3\n') }

test('a second writer is told who is editing the file, where and since when, until the turn of the first ends', () => {
  const { clock, writer } = bookOf()
  const [a, b] = [writer('a'), writer('b')]
  a.take('/f', change)
  clock.ms += 12_000
  const words = '/f was not changed: agent agent-a is editing this file (last change: line 2, 12 s ago).'
  expect(() => b.check('/f')).toThrow(words)
  expect(() => b.take('/f', change)).toThrow(words)
  expect(() => writer('').take('/f', change)).toThrow(words)
  expect(() => b.take('/g', change)).not.toThrow()
  a.take('/f', change)
  a.release()
  expect(() => b.take('/f', change)).not.toThrow()
  expect(a.lastWriter('/f')).toMatchObject({ id: 'leases.agent', text: 'agent agent-b' })
  expect(b.lastWriter('/f')).toBeUndefined()
})

test.each([
  ['an agent that the conversation waits for', '', 'front', true],
  ['an agent that its parent waits for', 'a', 'inner', true],
  ['an agent in the background', '', 'a', false],
  ['an agent of another one in the background', '', 'inner', false],
  ['somebody nobody lists', '', 'hook', true],
  ['the conversation, of an agent', 'front', '', false],
])('a file goes over to %s only if its holder waits', (_who, holder, next, may) => {
  const { writer } = bookOf()
  writer(holder).take('/f', change)
  const take = () => writer(next).take('/f', change)
  if (may) expect(take).not.toThrow()
  else expect(take).toThrow(/is editing this file/)
})

test('another process is told, and one that is gone holds nothing', async () => {
  await using tmp = tmpDir()
  const [mine, theirs] = [bookOf({ directory: tmp.path }), bookOf({ directory: tmp.path })]
  mine.writer('').take('/f', change)
  expect(() => theirs.writer('').take('/f', change)).toThrow(/another session is editing this file/)
  mine.writer('').release()
  expect(readdirSync(tmp.path)).toEqual([])
  // Its holder is killed and leaves the lock where it is.
  const path = new URL('lease-book.ts', import.meta.url)
  const script = `const {createLeaseBook}=await import(${JSON.stringify(path.href)});
    const book=createLeaseBook({directory:${JSON.stringify(tmp.path)},now:()=>Date.now(),newId:()=>'other',agent:()=>undefined});
    book.of({id:'',name:''}).take('/f',{before:undefined,after:new Uint8Array()}); console.log('held'); setInterval(()=>{},1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  expect(() => mine.writer('').take('/f', change)).toThrow(
    `another session (process ${child.pid}) is editing`,
  )
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(readdirSync(tmp.path)).toHaveLength(1)
  expect(() => mine.writer('').take('/f', change)).not.toThrow()
})

test('a home that cannot be written to keeps nobody from working', () => {
  const { writer } = bookOf({ directory: '/proc/nowhere' })
  expect(() => writer('').take('/f', change)).not.toThrow()
})

test.each([
  [undefined, 'a\n', 'the file was made'],
  ['a\nb\nc\n', 'a\nx\ny\nc\n', 'lines 2-3'],
  ['a\nb\n', 'a\nb\nc\n', 'line 3'],
  ['a\nb\nc\n', 'a\nc\n', 'line 2'],
  ['', 'a', 'line 1'],
])('%j becoming %j is told as %s', (before, after, words) => {
  expect(changedLines(before === undefined ? undefined : Buffer.from(before), Buffer.from(after))).toBe(words)
})
