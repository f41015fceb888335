import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { agentInfo } from '../../../test/support/agent-infos.ts'
import { createFakeHost } from '../../../test/support/fake-command-host.ts'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { CommandHost } from '../../protocol/command.ts'
import type { Message } from '../../protocol/message.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { Queries } from '../../protocol/query.ts'
import { COMMANDS } from './index.ts'

const STYLES: Queries['styles'] = {
  current: 'default',
  available: [
    { name: 'default', description: 'As usual' },
    { name: 'Pirate', description: 'Arr' },
  ],
}
const calls = (...uses: readonly [name: string, path: string, more?: object][]): Message =>
  ({
    type: 'assistant',
    message: {
      role: 'assistant',
      content: uses.map(([name, file_path, more], at) => ({
        type: 'tool_use',
        id: `t${at}`,
        name,
        input: { file_path, ...more },
      })),
    },
  }) as unknown as Message

const run = async (line: string, over: Partial<CommandHost> = {}, answers: Partial<Queries> = {}) => {
  const [name = '', ...args] = line.slice(1).split(' ')
  const command = COMMANDS.find(each => each.name === name || each.aliases?.includes(name))
  const host = createFakeHost({ ...over, engine: new FakeEngine([], { styles: STYLES, ...answers }) })
  const outcome = await command?.run(args.join(' '), host)
  return { outcome, text: inEnglish(outcome?.text ?? ''), host }
}

test('/output-style lists the styles and chooses one', async () => {
  expect((await run('/output-style')).text).toMatch(
    /The output style is default\.[\s\S]*default +in use +As usual\nPirate +Arr/,
  )
  const { text, host } = await run('/output-style pirate')
  expect(host.written).toEqual([['outputStyle', 'Pirate', 'user']])
  expect(text).toContain('New conversations use the output style Pirate')
  await expect(run('/output-style ninja')).rejects.toThrow('no output style named "ninja"')
})

test('/snip lists what can be left out, and refuses what is not there', async () => {
  expect((await run('/snip')).text).toMatch(/aaaa1111 +1,200 +Read a.ts/)
  expect((await run('/snip aaaa1111 bbbb2222')).text).toContain('about 1,500 tokens')
  await expect(run('/snip cccc')).rejects.toThrow('There is no reply cccc')
})

test('/commit and /pr ask the model, with the words of the person', async () => {
  const { outcome } = await run('/commit only the docs')
  expect(outcome).toMatchObject({ kind: 'submit', text: expect.stringMatching(/^Commit: only the docs\n/) })
  expect((await run('/pr mention the bug')).outcome).toMatchObject({
    kind: 'submit',
    text: expect.stringContaining('Also: mention the bug'),
  })
})

test('/hooks lists each hook with its file, and says which are not active', async () => {
  expect((await run('/hooks')).text).toContain('No hooks are configured')
  const hook = { event: 'Stop', matcher: '*', what: 'beep', source: 'user', file: '/s.json', active: false }
  expect((await run('/hooks', { hooks: async () => [hook] })).text).toMatch(
    /Stop +\* +beep +user: \/s.json \(not active\)[\s\S]*not trusted/,
  )
})

test('/files counts what was read and changed', async () => {
  const history = [
    calls(['Read', '/w/a.ts'], ['Edit', '/w/a.ts', { old_string: 'a', new_string: '' }]),
    calls(['Read', '/w/a.ts'], ['Write', '/b', { content: '' }]),
    calls(['mcp__files__write', '/c', { content: '' }], ['LSP', '/d']),
  ]
  const { text } = await run('/files', {}, { history })
  expect(text).toMatch(/a\.ts +2 +1\n\/b +0 +1$/)
  expect((await run('/files', {}, { history: [] })).text).toBe('No files read or changed yet.')
})

test('/insights takes a number of days', async () => {
  expect((await run('/insights')).text).toBe('30 days')
  expect((await run('/insights 7')).text).toBe('7 days')
  await expect(run('/insights soon')).rejects.toThrow('number of days')
})

test('/feedback writes a report file with secrets masked, and sends nothing', async () => {
  await using tmp = tmpDir()
  const place = { ...createFakeHost().place, configHome: tmp.path }
  const said = { type: 'user', message: { role: 'user', content: 'my SECRET plan' } } as unknown as Message
  const { text } = await run('/feedback it broke', { place }, { history: [said] })
  const path = /Wrote (\S+\.md)\./.exec(text)?.[1] ?? ''
  const report = readFileSync(path, 'utf8')
  expect(report).toContain('it broke')
  expect(report).toContain('my [masked] plan')
  await expect(run('/feedback')).rejects.toThrow('Say what happened')
})

test('/heapdump writes a snapshot and warns of what is in it', async () => {
  await using tmp = tmpDir()
  // In a process of its own: the snapshot of this one would take seconds.
  const script = `const { heapdumpCommand } = await import(${JSON.stringify(join(import.meta.dirname, 'help/reports.ts'))})
  console.log((await heapdumpCommand.run('', { ownerOnly() {}, place: { configHome: ${JSON.stringify(tmp.path)} } })).text.text)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '-e',
    script,
  ])
  const path = /Wrote (\S+heap-\d+\.heapsnapshot) .*do not share it/.exec(stdout)?.[1] ?? ''
  expect(statSync(path).size).toBeGreaterThan(100_000)
})

const SKILL = {
  name: 'deploy',
  kind: 'skill',
  description: 'Deploys',
  source: { level: 'project', directory: '.claude' },
  tokens: 120,
  byPerson: true,
  byModel: true,
} as const

test('/skills lists from where skills are, who can call them, their size, and what is wrong', async () => {
  const skills = [
    SKILL,
    { ...SKILL, name: 'p:x', source: { level: 'plugin', name: 'p' }, byPerson: false },
    { ...SKILL, name: 'css', waitsFor: ['*.css'] },
    { ...SKILL, name: 'old', off: true },
  ] as const
  const extensionProblems = [
    { source: SKILL.source, file: '/w/SKILL.md', message: 'Skill y: "effort" should be one of low.' },
  ]
  const { text } = await run('/skills', {}, { skills, extensionProblems })
  expect(text).toMatch(/\/deploy +project \(\.claude\) +you and the model +120 +Deploys/)
  expect(text).toMatch(/\/p:x +plugin p +the model/)
  expect(text).toMatch(/\/css .* +you; the model once it works on \*\.css/)
  expect(text).toMatch(/\/old .* off /)
  expect(text).toMatch(/Problems:\nSkill y: "effort" should be one of low\. \(\/w\/SKILL\.md\)/)
  const none = await run('/skills', {}, { skills: [], extensionProblems: [] })
  expect(none.text).toContain('No skills yet.')
})

test('/agents lists agents with what they may use, and only their problems', async () => {
  const agents = [
    { name: 'a', description: 'Reviews', prompt: 'x', tools: ['Read'], source: { level: 'flag' } },
  ] as const
  const extensionProblems = [
    { source: SKILL.source, message: 'Skill y: wrong' },
    { source: SKILL.source, message: 'Agent z: "name" is missing' },
  ]
  const { text } = await run('/agents', {}, { agents, extensionProblems })
  expect(text).toMatch(/a +flag +as the session +Read +Reviews/)
  expect(text).toContain('Agent z')
  expect(text).not.toContain('Skill y')
})

test('/list-agents says what the agents of the session did and cost', async () => {
  const runningAgents = [
    agentInfo('a1', { background: true, toolUses: 3, tokens: 1_200, usd: 0.5, lastAction: 'Read x' }),
  ]
  const { text } = await run('/list-agents', {}, { runningAgents })
  expect(text).toMatch(/a1 +agent a1 +running, background +3 +1,200 +\$0\.50 +Read x/)
  expect((await run('/list-agents', {}, { runningAgents: [] })).text).toBe(
    'No agents have run in this session.',
  )
})

test('/reload-skills says what there is now', async () => {
  expect((await run('/reload-skills')).text).toBe('Loaded 2 skills and 1 agent.')
})

test.each([
  ['/verify the login', 'Verify: the login'],
  ['/skillify how we deploy', 'Make a skill of: how we deploy'],
  ['/update-config run prettier', 'so that: run prettier'],
])('%s asks the model, with the words of the person', async (line, words) => {
  const { outcome } = await run(line)
  expect(outcome?.kind).toBe('submit')
  expect(outcome?.text).toContain(words)
})

test.each([
  '/loop 0m x',
  '/loop 9d x',
  '/loop 5m /nope',
  '/loop 5m /clear',
  '/goal $',
  '/goal x --usd none',
  '/update-config',
])('%s says what is missing', async line => {
  await expect(run(line)).rejects.toThrow(/\/loop|\/nope|\/clear|\/goal|--usd|\/update-config/)
})
