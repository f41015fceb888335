import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { markerFor } from '../../src/lib/secrets/marker.ts'
import { createCompactionWorld, SUMMARY, used } from '../support/compaction-world.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { madeGithubToken, madePrivateKey, madeText } from '../support/made-secrets.ts'
import { toolResults } from '../support/tool-results.ts'

const token = madeGithubToken()
const marker = markerFor('github-token', token)
const key = madePrivateKey()
const ENV = `# settings\nTOKEN=${token}\nPORT=1\n`
const ALLOW = ['Edit', 'Write', 'NotebookEdit', 'Bash']
const call = (name: string, input: object) => ({ tool: { name, input } })
const replies = (...calls: object[]) => ({ replies: [...calls, { text: 'Done.' }] })
const texts = (world: World) => toolResults(world.model.requests).map(({ text }) => text)
const file = (world: World, name: string) => readFileSync(join(world.dir, name), 'utf8')

const filesBelow = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

test('model, screen and session file get the same marker, from every tool', async () => {
  const long = `${'line\n'.repeat(20_000)}${token}\n${'line\n'.repeat(20_000)}`
  await using world = await createWorld({
    files: { 'app.conf': ENV, 'key.txt': `${key}\n`, 'long.txt': long },
    allow: ALLOW,
    scenario: replies(
      call('Read', { file_path: 'app.conf' }),
      call('Grep', { pattern: 'TOKEN', output_mode: 'content' }),
      call('Bash', { command: `cat app.conf; echo "Authorization: Basic ${madeText(24)}"` }),
      call('Read', { file_path: 'key.txt' }),
      call('Read', { file_path: 'long.txt', offset: 19_000, limit: 2_000 }),
      call('Bash', { command: 'cat long.txt' }),
      call('Edit', { file_path: 'app.conf', old_string: 'PORT=7', new_string: 'PORT=8' }),
    ),
  })
  await world.ask('look')
  const shown = texts(world)
  expect(shown[0]).toContain(`2→TOKEN=${marker}`)
  expect(shown[1]).toContain(`TOKEN=${marker}`)
  expect(shown[2]).toMatch(/TOKEN=\[secret:github-token:....\][\s\S]*Basic \[secret:authorization:....\]/)
  expect(shown[3]).toMatch(/^\s*1→\[secret:private-key:[0-9a-f]{4}\]$/)
  expect(shown[4]).toContain(marker)
  const places = [
    JSON.stringify(world.model.requests),
    JSON.stringify(world.events),
    ...filesBelow(join(world.configHome, 'projects')).map(path => readFileSync(path, 'utf8')),
  ]
  // The long output that is kept beside the log.
  expect(places.filter(text => text.includes(`line\n${marker}\nline`)).length).toBe(1)
  for (const text of places) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(key.split('\n')[3])
  }
})

test('a resumed session sends the same bytes', async () => {
  await using first = await createWorld({
    files: { 'app.conf': ENV },
    scenario: replies(call('Read', { file_path: 'app.conf' })),
  })
  await first.ask('look')
  await first.engine[Symbol.asyncDispose]()
  await using second = await createWorld({
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
    scenario: { replies: [{ text: 'Again.' }] },
  })
  await second.ask('and?')
  const sent = first.model.requests.at(-1)?.messages ?? []
  expect(second.model.requests[0]?.messages.slice(0, sent.length)).toEqual(sent)
  expect(JSON.stringify(sent)).toContain(marker)
})

test('Edit matches through markers and keeps the secret, also after a resume', async () => {
  const edit = (from: number) =>
    call('Edit', {
      file_path: 'app.conf',
      old_string: `TOKEN=${marker}\nPORT=${from}`,
      new_string: `TOKEN=${marker}\nPORT=${from + 1}`,
    })
  await using first = await createWorld({
    files: { 'app.conf': ENV },
    allow: ALLOW,
    scenario: replies(call('Read', { file_path: 'app.conf' }), edit(1)),
  })
  await first.ask('next port')
  expect(file(first, 'app.conf')).toBe(ENV.replace('PORT=1', 'PORT=2'))
  await first.engine[Symbol.asyncDispose]()
  await using second = await createWorld({
    in: first,
    allow: ALLOW,
    session: { resume: { path: first.sessionPath, fork: false } },
    scenario: replies(call('Read', { file_path: 'app.conf' }), edit(2)),
  })
  await second.ask('next port')
  expect(file(second, 'app.conf')).toBe(ENV.replace('PORT=1', 'PORT=3'))
  expect(readFileSync(first.sessionPath, 'utf8')).not.toContain(token)
})

test('Edit takes a private key out that the model only knows by its marker', async () => {
  await using world = await createWorld({
    files: { 'a.txt': `before\n${key}\nafter\n` },
    allow: ALLOW,
    scenario: replies(
      call('Read', { file_path: 'a.txt' }),
      call('Edit', {
        file_path: 'a.txt',
        old_string: `before\n${markerFor('private-key', bodyOf(key))}\nafter`,
        new_string: 'before\nafter',
      }),
    ),
  })
  await world.ask('remove the key')
  expect(file(world, 'a.txt')).toBe('before\nafter\n')
  expect(readFileSync(world.sessionPath, 'utf8')).not.toContain(key.split('\n')[3])
})

const bodyOf = (text: string): string => text.split('\n').slice(1, -1).join('')

test('what would put a marker into a file is refused, and the files stay', async () => {
  const notebook = JSON.stringify({
    cells: [
      { cell_type: 'code', id: 'a', metadata: {}, outputs: [], execution_count: null, source: 'x = 1' },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  })
  await using world = await createWorld({
    files: { 'app.conf': ENV, 'n.ipynb': notebook },
    allow: ALLOW,
    scenario: replies(
      call('Read', { file_path: 'app.conf' }),
      call('Write', { file_path: 'app.conf', content: `TOKEN=${marker}\nPORT=2\n` }),
      call('Write', { file_path: 'copy', content: marker }),
      call('Edit', { file_path: 'app.conf', old_string: 'PORT=1', new_string: `PORT=1\nCOPY=${marker}` }),
      call('Read', { file_path: 'n.ipynb' }),
      call('NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'a', new_source: `t = "${marker}"` }),
      call('Bash', { command: `cat > copy <<E\n${marker}\nE` }),
    ),
  })
  await world.ask('copy it')
  const results = toolResults(world.model.requests)
  const refused = [1, 2, 3, 5].map(index => results[index]?.text)
  for (const text of refused)
    expect(text).toMatch(/^<tool_use_error>This would put \[secret:github-token:....\] into/)
  expect(results[6]?.text).toMatch(
    /^<tool_use_error>The command contains \[secret:github-token:....\]\..*Nothing was run\./,
  )
  expect(results.map(({ isError }) => isError)).toEqual([false, true, true, true, false, true, true])
  expect([file(world, 'app.conf'), file(world, 'n.ipynb')]).toEqual([ENV, notebook])
  expect(readdirSync(world.dir).sort()).toEqual(['app.conf', 'n.ipynb'])
})

test("the person's own words stay as they are", async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'Fine.' }] } })
  await world.ask(`use ${token}`)
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain(token)
})

test('the copies of the file history hold what the file held', async () => {
  await using world = await createWorld({
    files: { 'app.conf': ENV },
    allow: ALLOW,
    scenario: replies(
      call('Read', { file_path: 'app.conf' }),
      call('Edit', { file_path: 'app.conf', old_string: 'PORT=1', new_string: 'PORT=2' }),
    ),
  })
  await world.ask('next port')
  await world.engine.idle()
  const copies = filesBelow(join(world.configHome, 'file-history')).map(path => readFileSync(path, 'utf8'))
  expect(copies).toContain(ENV)
})

test('credentials of the environment are known by value; what a hook adds is redacted too', async () => {
  const value = 'no-known-form-4711'
  await using world = await createWorld({
    files: { a: `x ${value}\n` },
    config: config => ({
      place: { ...config.place, env: { ...config.place.env, ANTHROPIC_API_KEY: value } },
      hooks: {
        PostToolUse: [
          {
            matcher: 'Read',
            hooks: [
              {
                type: 'command',
                command: `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"saw ${token}"}}'`,
              },
            ],
          },
        ],
      },
    }),
    scenario: replies(call('Read', { file_path: 'a' })),
  })
  await world.ask('look')
  expect(texts(world)[0]).toContain(`x ${markerFor('credential', value)}`)
  const sent = JSON.stringify(world.model.requests)
  expect([sent.includes(value), sent.includes(token), sent.includes(`saw ${marker}`)]).toEqual([
    false,
    false,
    true,
  ])
})

test('switched off, results come as they are', async () => {
  await using world = await createWorld({
    files: { 'app.conf': ENV },
    config: () => ({ secrets: { redactResults: false } }),
    scenario: replies(call('Read', { file_path: 'app.conf' })),
  })
  await world.ask('look')
  expect(texts(world)[0]).toContain(token)
})

test('a file that has changed in the meantime is edited by the secret it has now', async () => {
  const next = madeGithubToken(8)
  await using world = await createWorld({
    files: { 'app.conf': ENV },
    allow: ALLOW,
    scenario: replies(
      call('Read', { file_path: 'app.conf' }),
      call('Bash', { command: './change' }),
      call('Edit', { file_path: 'app.conf', old_string: marker, new_string: 'none' }),
    ),
  })
  writeFileSync(join(world.dir, 'next'), ENV.replace(token, next))
  writeFileSync(join(world.dir, 'change'), '#!/bin/sh\ncp next app.conf\n', { mode: 0o755 })
  await world.ask('go')
  expect(texts(world)[2]).toMatch(/stands for a secret that this file does not hold now/)
  expect(file(world, 'app.conf')).toContain(next)
})

test('a compaction brings back files and effects with the same markers', async () => {
  await using world = await createCompactionWorld({
    files: { 'app.conf': ENV },
    allow: ALLOW,
    replies: [
      SUMMARY,
      call('Read', { file_path: 'app.conf' }),
      { ...call('Bash', { command: 'touch made; grep TOKEN app.conf; exit 3' }), ...used(11_000) },
      { text: 'done', ...used(500) },
    ],
  })
  await world.ask('look')
  const last = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(last).toContain('WHAT HAPPENED')
  expect(last).toContain(`2→TOKEN=${marker}`)
  expect(last).toContain('exit code 3')
  for (const text of [
    JSON.stringify(world.model.requests),
    JSON.stringify(world.events),
    readFileSync(world.sessionPath, 'utf8'),
  ])
    expect(text).not.toContain(token)
})

test('what enters a request from instruction and memory files is redacted, and stays so after a resume', async () => {
  const held = `The key is ${token}.`
  const config = (given: EngineConfig): Partial<EngineConfig> => {
    const memoryDirectory = join(given.place.home, 'memory')
    mkdirSync(memoryDirectory, { recursive: true, mode: 0o700 })
    writeFileSync(
      join(memoryDirectory, 'reference_key.md'),
      `---\nname: Key\ndescription: ${held}\ntype: reference\n---\nx\n`,
    )
    return {
      place: { ...given.place, memoryDirectory },
      instructions: {
        configHome: join(given.place.home, 'config'),
        projectRoot: given.place.cwd,
        extraDirs: [],
        managed: { directories: [], owner: 0 },
        uid: process.getuid?.(),
        sources: ['project'],
        compat: true,
        trusted: true,
        discover: true,
        excludes: [],
      },
    }
  }
  await using first = await createWorld({
    files: { 'AGENTS.md': held, 'inner/AGENTS.md': `Inside, too. ${held}`, 'inner/a.txt': 'a\n' },
    allow: ALLOW,
    scenario: replies(call('Read', { file_path: 'inner/a.txt' })),
    config,
  })
  await first.ask('look')
  const sent = first.model.requests.at(-1)?.messages ?? []
  const text = JSON.stringify(sent)
  expect(text).not.toContain(token)
  expect(text.split(marker).length - 1).toBe(3)
  const stored = filesBelow(join(first.configHome, 'projects')).map(path => readFileSync(path, 'utf8'))
  expect(stored.join('')).not.toContain(token)
  await using second = await createWorld({
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
    scenario: { replies: [{ text: 'Again.' }] },
    config,
  })
  await second.ask('and?')
  expect(second.model.requests[0]?.messages.slice(0, sent.length)).toEqual(sent)
})
