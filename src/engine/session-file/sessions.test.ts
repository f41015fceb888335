import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { SystemMessage } from '../../protocol/message.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import type { SessionRequest } from './session-request.ts'
import { openSession } from './sessions.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const request = (dir: string, more: Partial<SessionRequest> = {}): SessionRequest => {
  let ids = 0
  return {
    configHome: join(dir, 'config'),
    cwd: dir,
    version: '1',
    entrypoint: 'test',
    persist: true,
    newId: () => `new-${++ids}`,
    now: () => new Date('2026-01-01T00:00:00Z'),
    newSessionId: id(1),
    onError: () => undefined,
    ...more,
  }
}
const tombstone = (uuid: string, removed: readonly string[]): SystemMessage => ({
  type: 'system',
  subtype: 'tombstone',
  uuid,
  timestamp: '',
  content: '',
  removed,
})
const chainOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
    .map(entry => `${entry.parentUuid}→${entry.uuid}`)

test('a discarded attempt hangs beside the chain and is not in the history any more', async () => {
  await using dir = tmpDir()
  await using session = await openSession(request(dir.path))
  await session.record(user('u1', 'go'))
  await session.record(assistant('a1', [text('dead')]))
  await session.record(assistant('a2', [call('t')]))
  await session.record(tombstone('x', ['a1', 'a2']))
  await session.record(assistant('a3', [text('alive')]))
  expect(chainOf(session.path ?? '')).toEqual(['null→u1', 'u1→a1', 'a1→a2', 'u1→x', 'x→a3'])
  expect(session.messages.map(message => message.uuid)).toEqual(['u1', 'x', 'a3'])
})

test('a resumed session has what was kept, and goes on where it stopped', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  await first.record(user('u1', 'go'))
  await first.record(assistant('a1', [text('dead')]))
  await first.record(tombstone('x', ['a1']))
  await first.record(assistant('a2', [text('alive')]))
  await first[Symbol.asyncDispose]()
  await using again = await openSession(
    request(dir.path, { resume: { path: first.path ?? '', fork: false } }),
  )
  expect(again.id).toBe(id(1))
  expect(again.messages.map(message => message.uuid)).toEqual(['u1', 'x', 'a2'])
  const entry = await again.record(user('u2', 'more'))
  expect(entry.parentUuid).toBe('a2')
})

test('a call without a result is answered on resume, in the file too', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  await first.record(user('u1', 'go'))
  await first.record(assistant('a1', [call('t')]))
  await first[Symbol.asyncDispose]()
  await using again = await openSession(
    request(dir.path, { resume: { path: first.path ?? '', fork: false } }),
  )
  expect(JSON.stringify(again.messages)).toContain('"tool_use_id":"t"')
  expect(readFileSync(first.path ?? '', 'utf8')).toContain('"tool_use_id":"t"')
})

test('resuming at a message leaves what came later as a branch', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  for (const message of [
    user('u1', 'one'),
    assistant('a1', [text('1')]),
    user('u2', 'two'),
    assistant('a2', [text('2')]),
  ])
    await first.record(message)
  await first[Symbol.asyncDispose]()
  const resume = { path: first.path ?? '', fork: false }
  const again = await openSession(request(dir.path, { resume: { ...resume, at: 'a1' } }))
  expect(again.messages.map(message => message.uuid)).toEqual(['u1', 'a1'])
  expect((await again.record(user('u3', 'other'))).parentUuid).toBe('a1')
  await again[Symbol.asyncDispose]()
  await expect(openSession(request(dir.path, { resume: { ...resume, at: 'nowhere' } }))).rejects.toThrow(
    'There is no message nowhere',
  )
})

test('without persistence nothing is written and the history is still there', async () => {
  await using dir = tmpDir()
  await using session = await openSession(request(dir.path, { persist: false }))
  await session.record(user('u1', 'go'))
  expect(session.path).toBeUndefined()
  expect(session.messages).toHaveLength(1)
})

const wrote = (uuid: string, newTodos: readonly unknown[]) => ({
  ...user(uuid, 'result'),
  toolUseResult: { oldTodos: [], newTodos },
})
const boundary: SystemMessage = {
  type: 'system',
  subtype: 'compact_boundary',
  uuid: 'b',
  timestamp: '',
  content: '',
}

test('a resumed session knows the to-do list of its branch and the tools that were loaded', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  expect({ todos: first.todos, loadedTools: first.loadedTools }).toEqual({
    todos: undefined,
    loadedTools: [],
  })
  for (const message of [wrote('u1', ['one']), assistant('a1', [text('1')]), wrote('u2', ['two'])])
    await first.record(message)
  await first.note({ type: 'loaded-tools', tools: ['B', 'A'], sessionId: id(1) })
  await first[Symbol.asyncDispose]()
  const resume = { path: first.path ?? '', fork: false }
  const again = await openSession(request(dir.path, { resume }))
  expect({ todos: again.todos, loadedTools: again.loadedTools }).toEqual({
    todos: ['two'],
    loadedTools: ['B', 'A'],
  })
  await again[Symbol.asyncDispose]()
  await using earlier = await openSession(request(dir.path, { resume: { ...resume, at: 'a1' } }))
  expect(earlier.todos).toEqual(['one'])
  const newSessionId = id(2)
  const fork = await openSession(request(dir.path, { resume: { ...resume, fork: true }, newSessionId }))
  await fork[Symbol.asyncDispose]()
  await using forked = await openSession(
    request(dir.path, { resume: { path: fork.path ?? '', fork: false }, newSessionId }),
  )
  expect({ todos: forked.todos, loadedTools: forked.loadedTools }).toEqual({
    todos: ['two'],
    loadedTools: ['B', 'A'],
  })
})

test('the to-do list survives a compaction', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  for (const message of [wrote('u1', ['one']), boundary, user('u2', 'summary')]) await first.record(message)
  await first[Symbol.asyncDispose]()
  await using again = await openSession(
    request(dir.path, { resume: { path: first.path ?? '', fork: false } }),
  )
  expect(again.todos).toEqual(['one'])
})

const said = async (dir: string) => {
  const session = await openSession(request(dir))
  await session.record(user('u1', 'go'))
  await session.record(assistant('a1', [text('1')]))
  return { session, resume: { path: session.path ?? '', fork: false } }
}

test('a session that another process writes is not opened a second time', async () => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  await using _ = session
  const before = readFileSync(resume.path, 'utf8')
  await expect(openSession(request(dir.path, { resume }))).rejects.toMatchObject({
    kind: 'busy',
    message: expect.stringMatching(new RegExp(`process ${process.pid} on `)),
  })
  expect(readFileSync(resume.path, 'utf8')).toBe(before)
})

test('or it goes on in a copy, with a word about it', async () => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  await using _ = session
  const before = readFileSync(resume.path, 'utf8')
  await using copy = await openSession(
    request(dir.path, { resume, newSessionId: id(2), whenBusy: 'fork', newId: () => crypto.randomUUID() }),
  )
  await copy.record(user('u2', 'more'))
  expect({ id: copy.id, notes: allInEnglish(copy.notes), history: copy.messages.length }).toEqual({
    id: id(2),
    notes: [`This session is open in another process. Continuing in a copy: ${id(2)}.`],
    history: 3,
  })
  expect(readFileSync(resume.path, 'utf8')).toBe(before)
})

test('or it is taken over: whoever has it is told, lets go in order, and nothing of it is lost', async () => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  const told: unknown[] = []
  session.whenWanted?.(async by => {
    told.push(by)
    await session.record(user('u2', 'the last words'))
    await session[Symbol.asyncDispose]()
  })
  await using taken = await openSession(
    request(dir.path, { resume, whenBusy: 'take_over', newId: () => crypto.randomUUID() }),
  )
  expect(told).toEqual([{ pid: process.pid, kind: 'test' }])
  expect(taken.id).toBe(session.id)
  expect(taken.messages.slice(0, 3).map(({ uuid }) => uuid)).toEqual(['u1', 'a1', 'u2'])
  expect(readdirSync(dirname(resume.path)).filter(name => name.endsWith('.wanted'))).toEqual([])
})

test.each([
  ['a copy that was asked for', { fork: true }, {}],
  ['a run that writes nothing', { fork: false }, { persist: false }],
])('%s does not mind who writes the session', async (_name, how, more) => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  await using _ = session
  await using other = await openSession(
    request(dir.path, { resume: { ...resume, ...how }, newSessionId: id(2), ...more }),
  )
  expect(other.messages).toHaveLength(2)
})

test('the lock is there from the first message on and goes with the session, also when it does not open', async () => {
  await using dir = tmpDir()
  await using unused = await openSession(request(dir.path))
  const lock = (unused.path ?? '').replace(/jsonl$/, 'lock')
  expect(existsSync(lock)).toBe(false)
  const { session, resume } = await said(dir.path)
  expect(existsSync(lock)).toBe(true)
  await session[Symbol.asyncDispose]()
  expect(existsSync(lock)).toBe(false)
  await expect(openSession(request(dir.path, { resume: { ...resume, at: 'nowhere' } }))).rejects.toThrow()
  expect(existsSync(lock)).toBe(false)
})

test('after a message that could not be written the next one hangs on the last that could', async () => {
  await using dir = tmpDir()
  await using session = await openSession(request(dir.path))
  await session.record(user('u1', 'go'))
  const huge = 'x'.repeat(65 * 1024 * 1024)
  await expect(session.record(user('u2', huge))).rejects.toMatchObject({ kind: 'too_large' })
  await session.record(user('u3', 'small'))
  expect(chainOf(session.path ?? '')).toEqual(['null→u1', 'u1→u3'])
})

const snapshot = {
  type: 'prompt-snapshot',
  hash: 'h',
  version: '1',
  model: 'm',
  choice: 'c',
  system: [{ text: 'Obey.' }],
  tools: [],
  sections: {},
} as const

test('a prompt in a file from elsewhere is not taken for ours, nor does a copy carry it in', async () => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  await session.note({ ...snapshot, sessionId: id(1) })
  await session[Symbol.asyncDispose]()
  const elsewhere = join(dir.path, `${id(1)}.jsonl`)
  writeFileSync(elsewhere, readFileSync(resume.path))
  const promptOf = async (path: string, more: Partial<SessionRequest> = {}, fork = false) => {
    await using opened = await openSession(request(dir.path, { resume: { path, fork }, ...more }))
    return { path: opened.path ?? '', prompt: opened.promptSnapshot?.system }
  }
  expect((await promptOf(resume.path)).prompt).toEqual([{ text: 'Obey.' }])
  expect((await promptOf(elsewhere)).prompt).toBeUndefined()
  const copy = await promptOf(elsewhere, { newSessionId: id(2) }, true)
  expect(copy.prompt).toBeUndefined()
  expect((await promptOf(copy.path)).prompt).toBeUndefined()
})

const UNFINISHED = 'The last turn was not finished.'
const INTERRUPTED = 'A tool call was interrupted; the effect is unknown, and nothing was run again.'

/** What stands behind a reply that came to its end. */
const used = (replyId: string) =>
  ({
    type: 'usage',
    sessionId: id(1),
    timestamp: '2026-01-01T00:00:00.000Z',
    source: 'main',
    durationMs: 1,
    message: { id: replyId, model: 'm', usage: NO_USAGE },
  }) as const

test('a reply that the program was killed in says so behind its last whole block; one that ended does not', async () => {
  for (const ended of [true, false]) {
    await using dir = tmpDir()
    const session = await openSession(request(dir.path))
    await session.note({ ...snapshot, sessionId: id(1) })
    await session.record(user('u1', 'write it'))
    await session.record(assistant('a1', [text('I will write the file now.')]))
    if (ended) await session.note(used('msg_a1'))
    await session[Symbol.asyncDispose]()
    const resume = { path: session.path ?? '', fork: false }
    const again = await openSession(request(dir.path, { resume, newId: () => 'mark' }))
    // The transcript says it; the note is for who does not see one.
    expect(allInEnglish([again.notes, again.unfinished])).toEqual([[], ended ? undefined : UNFINISHED])
    const last = again.messages.at(-1)
    if (ended) expect(last?.uuid).toBe('a1')
    else
      expect(last).toMatchObject({
        isMeta: true,
        message: { content: expect.stringContaining('a call you were writing was not made') },
      })
    await again[Symbol.asyncDispose]()
    await using third = await openSession(request(dir.path, { resume, newId: () => 'never' }))
    expect(third.messages.at(-1)?.uuid).toBe(last?.uuid)
    expect([third.notes, third.unfinished]).toEqual([[], undefined])
  }
})

test.each([
  ['a copy', { fork: true }],
  ['a resume at an earlier place', { fork: false, at: 'a1' }],
])('%s of a session in the middle of a turn is not told that a program stopped', async (_what, how) => {
  await using dir = tmpDir()
  const session = await openSession(request(dir.path))
  await session.note({ ...snapshot, sessionId: id(1) })
  await session.record(user('u1', 'run it'))
  await session.record(assistant('a1', [call('c1', 'Bash')]))
  if (!how.fork) await session.record(user('r1', [result('c1', 'ran')]))
  await session[Symbol.asyncDispose]()
  const resume = { path: session.path ?? '', ...how }
  let made = 0
  await using copy = await openSession(
    request(dir.path, { resume, newSessionId: id(2), newId: () => `made-${made++}` }),
  )
  expect(JSON.stringify(copy.messages)).not.toMatch(/program stopped/i)
  expect(copy.messages.at(-1)).toMatchObject({ isMeta: true, origin: { kind: 'left' } })
  expect(allInEnglish([copy.notes, copy.unfinished])).toEqual([[INTERRUPTED, UNFINISHED], undefined])
})

test('of a file from elsewhere the conversation counts, and what was left aside is said', async () => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  const made = { kind: 'command', text: 'rm -rf x', outcome: 'done' } as const
  await session.record(assistant('a9', [call('t9')]))
  await session.record({ ...user('u9', [result('t9')]), effects: [made] })
  await session.record(assistant('a10', [text('done')]))
  await session.note(used('msg_a10'))
  await session.note({ type: 'model', model: 'dear', sessionId: id(1) })
  await session.note({ ...snapshot, sessionId: id(1) })
  await session.note({ type: 'loaded-tools', tools: ['Sleep'], sessionId: id(1) })
  await session.note({ type: 'custom-title', customTitle: 'Mine', sessionId: id(1) })
  await session[Symbol.asyncDispose]()
  const elsewhere = join(dir.path, `${id(1)}.jsonl`)
  writeFileSync(elsewhere, readFileSync(resume.path))
  const open = (path: string) => openSession(request(dir.path, { resume: { path, fork: false } }))
  await using own = await open(resume.path)
  expect([own.model, own.loadedTools, own.effects.length, own.notes]).toEqual(['dear', ['Sleep'], 1, []])
  await using foreign = await open(elsewhere)
  expect(foreign.messages.map(message => message.uuid)).toEqual(own.messages.map(message => message.uuid))
  expect([foreign.model, foreign.cost, foreign.loadedTools, foreign.effects]).toEqual([
    undefined,
    undefined,
    [],
    [],
  ])
  expect(allInEnglish(foreign.notes)).toEqual([
    "This session file wasn't written by Capstan, so only its messages are used. Ignored: its model, its cost, its prompt, its loaded tools, its ledger.",
  ])
})

test.each(['../../..', '', 'a/b'])('an id %j out of a file never becomes part of a path', async sessionId => {
  await using dir = tmpDir()
  const { session, resume } = await said(dir.path)
  await session[Symbol.asyncDispose]()
  const path = join(dir.path, 'talk.jsonl')
  writeFileSync(path, readFileSync(resume.path, 'utf8').replaceAll(`"${id(1)}"`, JSON.stringify(sessionId)))
  await expect(openSession(request(dir.path, { resume: { path, fork: false } }))).rejects.toMatchObject({
    kind: 'invalid_id',
  })
  const newSessionId = id(2)
  await using copy = await openSession(request(dir.path, { resume: { path, fork: true }, newSessionId }))
  expect(copy.id).toBe(newSessionId)
})

test('commands that the program was killed with are put down once, for whoever rewinds', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  await first.record(user('u1', 'go'))
  const bash = { ...call('t1', 'Bash'), input: { command: 'npm run\n  build' } }
  await first.record(assistant('a1', [bash, call('t2', 'Write'), call('t3', 'mcp__files__move')]))
  await first[Symbol.asyncDispose]()
  const path = first.path ?? ''
  const again = async (run: number) => {
    let ids = 0
    const newId = () => `run-${run}-${++ids}`
    const session = await openSession(request(dir.path, { resume: { path, fork: false }, newId }))
    await session[Symbol.asyncDispose]()
    return session.fileHistory.filter(line => !('message' in line))
  }
  const unseen = [
    expect.objectContaining({ messageUuid: 'u1', unseen: ['npm run build', 'mcp__files__move'] }),
  ]
  expect([await again(1), await again(2)]).toEqual([unseen, unseen])
  expect(readFileSync(path, 'utf8').match(/"unseen"/g)).toHaveLength(1)
})

test('a command that came to its end leaves nothing to be put down', async () => {
  await using dir = tmpDir()
  const first = await openSession(request(dir.path))
  await first.record(user('u1', 'go'))
  await first.record(assistant('a1', [{ ...call('t1', 'Bash'), input: { command: 'make' } }]))
  await first.record(user('u2', [result('t1')]))
  await first[Symbol.asyncDispose]()
  const resume = { path: first.path ?? '', fork: false }
  await using session = await openSession(request(dir.path, { resume }))
  expect(session.fileHistory.filter(line => !('message' in line))).toEqual([])
})
