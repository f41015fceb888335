import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import { SessionHost } from '../../src/host/host.ts'
import { checkVersion } from '../../src/host/session/options.ts'
import type { Event } from '../../src/protocol/event.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { Settings } from '../../src/protocol/settings.ts'
import { createWorld } from '../support/engine-bench.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const hostOptions = {
  version: '1.2.3',
  bridge: () => ({ command: ['none'] as const, files: [] }),
  releaseNotes: async () => '',
}

/** A session as the program opens it, with these settings of the person. */
const openWith = async (settings: Settings, scenario: Scenario = { replies: [{ text: 'A' }] }) => {
  const tmp = tmpDir()
  const configHome = join(tmp.path, 'home/.capstan')
  const cwd = join(tmp.path, 'project')
  mkdirSync(configHome, { recursive: true })
  mkdirSync(cwd)
  writeFileSync(join(configHome, 'settings.json'), JSON.stringify(settings))
  const host = new SessionHost(hostOptions)
  const model = createScriptedModel(scenario)
  const warnings: string[] = []
  const open = () =>
    host.open({
      cwd,
      env: { HOME: join(tmp.path, 'home'), PATH: process.env['PATH'], SHELL: '/bin/bash' },
      session: { kind: 'new' },
      overrides: { allowedTools: ['Bash', 'Write'] },
      model,
      warn: text => void warnings.push(inEnglish(text)),
    })
  return {
    configHome,
    cwd,
    model,
    warnings,
    open,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}

const systemOf = ({ model }: { model: ReturnType<typeof createScriptedModel> }): string =>
  model.requests[0]?.system.map(({ text }) => text).join('\n') ?? ''

test.each<[string, Settings, string | undefined]>([
  ['attribution', { attribution: { commit: 'Signed-off-by: Me' } }, 'Signed-off-by: Me'],
  ['includeCoAuthoredBy', { includeCoAuthoredBy: true }, 'Co-Authored-By: Capstan'],
  ['an empty attribution', { includeCoAuthoredBy: true, attribution: { commit: '', pr: '' } }, undefined],
])('%s is told to the model, for commits', async (_, settings, text) => {
  await using world = await openWith(settings)
  await using engine = await world.open()
  await engine.send({ type: 'submit', content: 'hi' })
  await engine.idle()
  if (text === undefined) expect(systemOf(world)).not.toContain('End each commit message')
  else expect(systemOf(world)).toContain(`End each commit message you write with:\n${text}`)
})

test('fileCheckpointingEnabled false keeps no copies of files', async () => {
  for (const enabled of [true, false]) {
    const change = { name: 'Bash', input: { command: 'echo more >> a.txt' } }
    await using world = await openWith(
      { fileCheckpointingEnabled: enabled },
      { replies: [{ tool: change }, { text: 'B' }] },
    )
    writeFileSync(join(world.cwd, 'a.txt'), 'old\n')
    await using engine = await world.open()
    await engine.send({ type: 'submit', content: 'hi' })
    await engine.idle()
    expect(readFileSync(join(world.cwd, 'a.txt'), 'utf8')).toBe('old\nmore\n')
    expect(existsSync(join(world.configHome, 'file-history'))).toBe(enabled)
  }
})

test('minimumVersion warns; requiredMinimumVersion of a person does nothing', async () => {
  await using world = await openWith({ minimumVersion: '2.0.0', requiredMinimumVersion: '9.0.0' })
  await using _ = await world.open()
  expect(world.warnings.join('\n')).toContain('your settings ask for 2.0.0 or newer')
  await using fresh = await openWith({ minimumVersion: '1.2.3' })
  await using __ = await fresh.open()
  expect(fresh.warnings.join('\n')).not.toContain('or newer')
  const managed = { settings: {}, requiredVersion: '1.3.0' }
  expect(() => checkVersion('1.2.3', managed, () => undefined)).toThrow(/requires 1.3.0 or newer/)
  expect(() => checkVersion('1.3.0', managed, () => undefined)).not.toThrow()
})

test('cleanupPeriodDays removes old sessions when one ends', async () => {
  await using world = await openWith({ cleanupPeriodDays: 7 })
  const first = await world.open()
  await first.send({ type: 'submit', content: 'hi' })
  await first.idle()
  await first[Symbol.asyncDispose]()
  const projects = join(world.configHome, 'projects')
  const [project = ''] = readdirSync(projects)
  const sessions = () => readdirSync(join(projects, project)).filter(name => name.endsWith('.jsonl'))
  const [old = ''] = sessions()
  const then = new Date(Date.now() - 8 * 24 * 3_600_000)
  utimesSync(join(projects, project, old), then, then)
  const second = await world.open()
  await second.send({ type: 'set_title', title: 'x' })
  expect(sessions()).toContain(old)
  await second[Symbol.asyncDispose]()
  expect(sessions()).not.toContain(old)
})

test('defaultShell runs what the person types', async () => {
  await using world = await openWith({ defaultShell: 'sh' })
  await using engine = await world.open()
  const events: Event[] = []
  const reader = engine.events()
  void (async () => {
    for await (const event of reader) events.push(event)
  })()
  await engine.send({ type: 'shell', command: 'echo "it is $0"', id: 'x' })
  await expect
    .poll(() => events)
    .toContainEqual(expect.objectContaining({ type: 'shell', phase: 'ended', text: 'it is sh\n' }))
})

test('askUserQuestionTimeout lets the model go on when nobody answers', async () => {
  const question = {
    questions: [
      {
        question: 'Which?',
        header: 'Which',
        options: [
          { label: 'a', description: 'A' },
          { label: 'b', description: 'B' },
        ],
      },
    ],
  }
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'AskUserQuestion', input: question } }, { text: 'Took a.' }] },
    config: ({ permissions }) => ({ permissions: { ...permissions, canAsk: true }, questionMs: 20 }),
  })
  expect((await world.ask('choose')).report.text).toBe('Took a.')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('Nobody answered')
})

test.each([
  ['features.effortWords', { effortWords: false }, 'ultrathink now'],
  ['features.tokenWords', { tokenWords: false }, '+20k now'],
])('%s can be switched off', async (_, features, text) => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'A' }, { text: 'B' }] },
    config: ({ models }) => ({ features, models: { ...models, name: 'claude-opus-5' } }),
  })
  await world.ask(text)
  expect(world.model.requests).toHaveLength(1)
  expect(world.model.requests[0]?.effort).toBeUndefined()
})

test('hosts are told of the output styles, five of our own and those of files', async () => {
  await using world = await openWith({ outputStyle: 'concise' })
  mkdirSync(join(world.configHome, 'output-styles'))
  writeFileSync(
    join(world.configHome, 'output-styles/pirate.md'),
    '---\ndescription: Arr\n---\nTalk like one.\n',
  )
  await using engine = await world.open()
  const { current, available } = await engine.query('styles')
  expect(current).toBe('concise')
  expect(available.map(({ name }) => name)).toEqual([
    'default',
    'proactive',
    'concise',
    'explanatory',
    'learning',
    'pirate',
  ])
})

test('/hooks, /insights and /tag work on what is really there', async () => {
  const command = { type: 'command', command: 'true' } as const
  const edit = { name: 'Bash', input: { command: 'echo more >> a.txt' } }
  await using world = await openWith(
    { hooks: { Stop: [{ hooks: [command] }] } },
    { replies: [{ tool: edit }, { text: 'B' }] },
  )
  await using engine = await world.open()
  const said: string[] = []
  const reader = engine.events()
  void (async () => {
    for await (const event of reader) if (event.type === 'command_output') said.push(event.text)
  })()
  await engine.send({ type: 'submit', content: 'hi' })
  await engine.idle()
  for (const line of ['/hooks', '/insights 1', '/tag mine'])
    await engine.send({ type: 'command', line, authority: 'owner' })
  await expect.poll(() => said).toHaveLength(3)
  expect(said[0]).toMatch(/Stop +\* +true +user: .*settings\.json +success, \d+ ms$/m)
  expect(said[1]).toMatch(/^The last day here: 1 session, 1 turn.*\n[\s\S]*Tools used most: Bash 1\./)
  expect(said[2]).toBe('Tagged: mine')
  const { transcriptPath = '' } = await engine.query('state')
  expect(readFileSync(transcriptPath, 'utf8')).toContain('"type":"tag","tag":"mine"')
})
