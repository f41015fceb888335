import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { resultOf, type World } from '../support/run-program.ts'
import { SampleSession, textBlock, writeSession } from '../support/sample-session.ts'

const KEY = 'ghp_Zx81kQw92mNb73vCx64lKj55hGf46dSa37pY'

const working = {
  replies: [
    {
      text: 'I will write it.',
      tools: [
        { name: 'Write', input: { file_path: 'a.txt', content: 'one\ntwo\n' } },
        { name: 'Bash', input: { command: `echo hi > b.txt # ${KEY}` } },
      ],
    },
    {
      text: 'Now change it.',
      tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: 'three' } },
    },
    { text: 'Done.' },
    { text: 'You are welcome.' },
  ],
}

const work = async (world: World): Promise<string> => {
  const tools = ['--allowedTools', 'Write', 'Bash', 'Edit', '--']
  const ended = await world.stream(['-n', 'files', ...tools, 'make two files'])
  await world.stream(['-c', 'thanks'])
  return String(resultOf(ended)['session_id'])
}
const json = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

describe('of a session that was made once', () => {
  let world: World
  let id = ''
  beforeAll(async () => {
    world = await openWorldHere(working)
    id = await work(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('list, show, grep and stats tell of a session, for people and for programs', async () => {
    const list = await world.run(['sessions', 'list'])
    expect(list.stdout).toMatch(new RegExp(`^${id} +0 min +[\\d.]+ KB  files +${world.project}\n$`))
    expect(json((await world.run(['sessions', 'list', '--all', '--json'])).stdout)).toMatchObject([
      { id, title: 'files', firstPrompt: 'make two files', cwd: world.project },
    ])
    const show = await world.run(['sessions', 'show', id.slice(0, 8)])
    for (const text of [
      '> make two files',
      '● Write(a.txt)  created  +2 -0',
      '● Edit(a.txt)  changed  +1 -1',
      '> thanks',
    ])
      expect(show.stdout).toContain(text)
    expect((await world.run(['sessions', 'show', '--turns', '1'])).stdout).not.toContain('make two files\n')
    expect((await world.run(['sessions', 'grep', 'YOU ARE'])).stdout).toContain('You are welcome.')
    expect(await world.run(['sessions', 'grep', 'never said'])).toMatchObject({ code: 1, stdout: '' })
    // Both numbers are sums over all requests, and say so.
    expect((await world.run(['sessions', 'stats'])).stdout).toMatch(
      /total .* requests? +[\d.]+k? tokens sent in all +[\d.]+k? received/,
    )
    expect(JSON.parse((await world.run(['sessions', 'stats', '--json'])).stdout)).toMatchObject({
      sessions: 1,
      turns: 2,
      inexact: 0,
      tools: { Write: { calls: 1 }, Bash: { calls: 1 }, Edit: { calls: 1 } },
    })
  })

  test('the sums of the statistics are those of the session itself', async () => {
    const stats = JSON.parse((await world.run(['sessions', 'stats', '--json'])).stdout)
    const booked = world.sessions()[0]?.entries.findLast(entry => entry.type === 'cost-state')?.['cost'] as {
      readonly totalCostUSD: number
      readonly modelUsage: Readonly<Record<string, Readonly<Record<string, number>>>>
    }
    const usage = Object.values(booked.modelUsage)[0]
    expect(stats.total.usd).toBeCloseTo(booked.totalCostUSD, 9)
    expect(stats.total.usage).toMatchObject({
      input_tokens: usage?.['inputTokens'],
      output_tokens: usage?.['outputTokens'],
      cache_read_input_tokens: usage?.['cacheReadInputTokens'],
      cache_creation_input_tokens: usage?.['cacheCreationInputTokens'],
    })
  })

  test('a line tells what a reply used in the end, in the fields that usage reporters read', async () => {
    const [session] = world.sessions()
    const replies = new Set(
      session?.entries.flatMap(entry =>
        entry.type === 'assistant' ? [(entry['message'] as { readonly id: string }).id] : [],
      ),
    )
    const lines = session?.entries.filter(entry => entry.type === 'usage') ?? []
    expect(new Set(lines.map(line => (line['message'] as { readonly id: string }).id))).toEqual(replies)
    expect(lines[0]).toEqual({
      type: 'usage',
      sessionId: session?.id,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      source: 'main',
      isSidechain: false,
      requestId: expect.any(String),
      durationMs: expect.any(Number),
      message: {
        id: expect.any(String),
        model: expect.stringContaining('claude'),
        usage: expect.objectContaining({
          input_tokens: expect.any(Number),
          output_tokens: expect.any(Number),
          cache_creation_input_tokens: expect.any(Number),
          cache_read_input_tokens: expect.any(Number),
        }),
      },
    })
    // Such readers look for these bytes before they parse a line.
    expect(
      readFileSync(session?.path ?? '', 'utf8').match(/"usage":\{"input_tokens":/g)?.length,
    ).toBeGreaterThan(4)
  })

  test('the ledger says what was run, written and spent, and why; and who changed a line', async () => {
    const rows = json((await world.run(['ledger', '--json'])).stdout)
    expect(rows.filter(row => row['kind'] !== 'spend')).toMatchObject([
      { kind: 'write', by: 'Write', what: join(world.project, 'a.txt'), turn: 1, because: 'make two files' },
      { kind: 'run', by: 'Bash', outcome: 'exit 0', turn: 1 },
      { kind: 'write', by: 'Bash', what: join(world.project, 'b.txt'), outcome: 'created by a command' },
      { kind: 'write', by: 'Edit', added: 1, removed: 1, turn: 1 },
    ])
    expect(rows.filter(row => row['kind'] === 'spend').map(row => row['turn'])).toEqual([1, 1, 1, 2])
    const csv = (await world.run(['ledger', '--all', '--csv', '--kind', 'run'])).stdout
    expect(csv).toMatch(/^session,project,turn,at,kind,.*\n.*,run,Bash,/)
    expect(csv).not.toContain(KEY)
    expect((await world.run(['ledger', '--all', '--csv', '--with-secrets'])).stdout).toContain(KEY)
    const who = async (place: string): Promise<unknown> =>
      JSON.parse((await world.run(['ledger', '--who', place, '--json'])).stdout)
    expect(await who('a.txt:1')).toMatchObject({ kind: 'edit', edit: { by: 'Write', session: id, turn: 1 } })
    expect(await who('a.txt:2')).toMatchObject({
      kind: 'edit',
      edit: { by: 'Edit', because: 'make two files' },
    })
    expect(await who('b.txt:1')).toMatchObject({ kind: 'edit', edit: { by: 'Bash' } })
    appendFileSync(join(world.project, 'a.txt'), 'by hand\n')
    expect(await who('a.txt:3')).toMatchObject({ kind: 'outside', certain: true })
    expect(await who('a.txt:2')).toMatchObject({ kind: 'edit', edit: { by: 'Edit' } })
  })

  test('an export is for the person alone, without keys, and overwrites nothing unasked', async () => {
    const file = join(world.project, `${id}.html`)
    expect((await world.run(['sessions', 'export'])).stdout).toContain(`Wrote ${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).not.toContain(KEY)
    expect((await world.run(['sessions', 'export'])).stderr).toContain('--force')
    const markdown = await world.run(['sessions', 'export', '--format', 'md', '-o', '-'])
    expect(markdown.stdout).toMatch(/^# files\n/)
    expect(markdown.stdout).not.toContain(KEY)
    expect((await world.run(['sessions', 'export', '-o', 'x.html', '--with-secrets'])).code).toBe(0)
    expect(readFileSync(join(world.project, 'x.html'), 'utf8')).toContain(KEY)
    expect(await world.run(['sessions', 'export', '--format', 'pdf'])).toMatchObject({ code: 2 })
  })
})

test('verify finds damage with exit code 1, and the repaired copy can be resumed', async () => {
  await using world = await openWorldHere({ replies: [...working.replies, { text: 'and on' }] })
  const id = await work(world)
  const [session] = world.sessions()
  expect(await world.run(['sessions', 'verify'])).toMatchObject({
    code: 0,
    stdout: '1 session checked, 0 damaged.\n',
  })
  appendFileSync(session?.path ?? '', 'garbage\n')
  const before = readFileSync(session?.path ?? '', 'utf8')
  const found = await world.run(['sessions', 'verify', id, '--repair', '--json'])
  expect(found.code).toBe(1)
  const [report] = json(found.stdout) as unknown as [{ problems: unknown; repaired: { sessionId: string } }]
  expect(report.problems).toMatchObject([{ kind: 'corrupt' }])
  expect(readFileSync(session?.path ?? '', 'utf8')).toBe(before)
  expect(await world.run(['sessions', 'verify', report.repaired.sessionId])).toMatchObject({ code: 0 })
  const resumed = await world.stream(['--resume', report.repaired.sessionId, 'go on'])
  expect(resultOf(resumed)['result']).toBe('and on')
})

test('the way on from a repaired copy works also where the damaged file lies elsewhere', async () => {
  await using world = await openWorldHere({ replies: [...working.replies, { text: 'and on' }] })
  await work(world)
  const [session] = world.sessions()
  world.put('damaged.jsonl', `${readFileSync(session?.path ?? '', 'utf8')}garbage\n`)
  const { stdout } = await world.run(['sessions', 'verify', join(world.project, 'damaged.jsonl'), '--repair'])
  const named = /--resume (\S+) /.exec(stdout)?.[1] ?? ''
  expect(resultOf(await world.stream(['--resume', named, 'go on']))['result']).toBe('and on')
})

test('a transcript of another program comes in as text and can be resumed; its mode does not', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'welcome' }] })
  const foreign = new SampleSession({ cwd: world.project })
    .metadata({ type: 'mode', mode: 'bypassPermissions' })
    .ask('long ago')
    .reply([textBlock('yes')])
  writeSession(join(world.root, 'other', 'p', `${foreign.sessionId}.jsonl`), foreign.lines)
  writeFileSync(join(world.root, 'other', 'notes.jsonl'), 'nothing\n')
  const taken = await world.run(['sessions', 'import', join(world.root, 'other')])
  expect(taken).toMatchObject({ code: 0, stderr: '' })
  expect(taken.stdout).toContain('1 imported, 0 already here, 1 without a conversation, 0 failed.')
  const resumed = await world.stream(['--resume', foreign.sessionId, 'hello'])
  expect(resumed.lines.find(line => line.subtype === 'init')).toMatchObject({ permissionMode: 'default' })
  const messages = JSON.stringify(world.server.requests[0]?.body?.['messages'])
  expect(messages).toContain('long ago')
})

test('what a compaction carried is shown and exported as what it is', async () => {
  await using world = await openWorldHere(working)
  const session = new SampleSession({ cwd: world.project })
    .ask('a long task')
    .reply([textBlock('done')])
    .ask(
      'The summary.\n\nTaken over word for word:\n<carried>\n<item kind="request" id="u1">\na long task\n</item>\n</carried>\n\nGo on.',
      { isMeta: true, isCompactSummary: true },
    )
  const path = writeSession(join(world.root, `${session.sessionId}.jsonl`), session.lines)
  const show = (await world.run(['sessions', 'show', path])).stdout
  expect(show).toContain('> Taken over word for word:\n> \n> The person said:\n> a long task\n> \n> Go on.')
  const page = (await world.run(['sessions', 'export', path, '--format', 'md', '-o', '-'])).stdout
  expect(show + page).not.toMatch(/carried>|item/)
  expect(page).toContain('The person said:')
})

test('purge lists first and removes only when told so', async () => {
  await using world = await openWorldHere(working)
  const id = await work(world)
  const [session] = world.sessions()
  const dry = await world.run(['sessions', 'purge', '--all'])
  expect(dry.stdout).toContain('Nothing was removed: add --yes to do it.')
  expect(existsSync(session?.path ?? '')).toBe(true)
  expect((await world.run(['sessions', 'purge', '--older-than', '1d', '--yes'])).stdout).toBe(
    'Nothing to purge.\n',
  )
  const history = join(world.config, 'history', `${basename(dirname(session?.path ?? ''))}.jsonl`)
  writeSession(history, [{ display: 'typed', mode: 'prompt', timestamp: 1 }])
  const removed = (await world.run(['sessions', 'purge', id, '--yes'])).stdout
  expect(removed).toContain('1 session')
  expect(removed).toContain(history)
  expect(existsSync(history)).toBe(false)
  expect(world.sessions()).toEqual([])
  expect(existsSync(join(world.config, 'file-history', id))).toBe(false)
})

test('a command that is wrong is refused with words and 2; its help is an answer', async () => {
  await using world = await openWorldHere({ replies: [] })
  for (const [args, words] of [
    [['sessions', 'lst'], 'Did you mean list?'],
    [['ledger', '--nope'], "Unknown option '--nope'"],
  ] as const) {
    const ended = await world.run(args)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(words)
  }
  expect(await world.run(['sessions', 'list', '--help'])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Usage: capstan sessions list'),
  })
})

test('where there is no session, that is said', async () => {
  await using world = await openWorldHere({ replies: [] })
  expect((await world.run(['sessions', 'list'])).stdout).toMatch(/^No sessions in \/.*\. "--all"/)
  expect(await world.run(['sessions', 'show'])).toMatchObject({ code: 1, stdout: '' })
  expect((await world.run(['ledger', 'no such name'])).stderr).toContain('No session "no such name"')
})
