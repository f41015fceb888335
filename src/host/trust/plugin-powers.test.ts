import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pluginWorld, putFiles } from '../../../test/support/plugin-world.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readAgents } from '../../features/agents/read-agents.ts'
import { type Plugin, readPlugin } from '../../features/plugins/format/read-plugin.ts'
import { addedPowers } from '../../features/plugins/store/install.ts'
import { readSkills } from '../../features/skills/read-skills.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import { addMarketplaceTyped, install, update } from '../plugins/desk.ts'
import { listInstalled } from '../plugins/desk-list.ts'
import { pluginSource } from '../plugins/plugin-source.ts'
import { pluginPowers } from './plugin-powers.ts'

const MARK = 'zzevil'

type Spell = (key: string, value: string) => string

/** How YAML lets a key and a value be written; some are refused by the loader, and then nothing is loaded. */
const SPELLINGS: Readonly<Record<string, Spell>> = {
  plain: (key, value) => `${key}: ${value}`,
  'double quotes': (key, value) => `"${key}": ${value}`,
  'single quotes': (key, value) => `'${key}': ${value}`,
  'escaped key': (key, value) => `"${key.replace('o', '\\x6f')}": ${value}`,
  'blank before the colon': (key, value) => `${key}   :   ${value}`,
  'explicit key': (key, value) => `? ${key}\n: ${value}`,
  tagged: (key, value) => `!!str ${key}: ${value}`,
  'flow map': (key, value) => `{description: d, ${key}: ${value}}`,
  'flow map over lines': (key, value) => `{\n  description: d,\n  "${key}":\n    ${value}\n}`,
  'next line': (key, value) => `${key}:\n  ${value}`,
  'behind a comment': (key, value) => `# ---\n${key}: # x\n  ${value}`,
  anchor: (key, value) => `other: &a ${value}\n${key}: *a`,
  'tab behind the colon': (key, value) => `${key}:\t${value}`,
  twice: (key, value) => `${key}: Read\n${key}: ${value}`,
  merge: (key, value) => `<<: {${key}: ${value}}`,
  indented: (key, value) => `  ${key}: ${value}`,
  'behind a broken value': (key, value) => `note: Use this: now\n${key}: ${value}`,
}

/** Values by which a head grants or runs something, in flow style, which every spelling can hold. */
const GRANTS: readonly (readonly [string, string])[] = [
  ['allowed-tools', `Bash(${MARK} *)`],
  ['allowed-tools', `["Read", "Bash(${MARK})"]`],
  ['hooks', `{"Stop":[{"hooks":[{"type":"command","command":"${MARK}"}]}]}`],
  ['hooks', `{"Stop":[{"matcher":"${MARK}","hooks":[{"type":"http","url":"https://x"}]}]}`],
  ['hooks', `{"Stop":"${MARK}"}`],
  ['model', MARK],
  ['agent', MARK],
]

const BLOCKS: readonly string[] = [
  `allowed-tools:\n  - Read\n  - Bash(${MARK})`,
  `allowed-tools: >-\n  Read,\n  Bash(${MARK})`,
  `allowed-tools: |\n  Bash(${MARK})`,
  `hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: >\n            ${MARK}`,
]

const HEADS: readonly string[] = [
  ...BLOCKS,
  ...GRANTS.flatMap(([key, value]) => Object.values(SPELLINGS).map(spell => spell(key, value))),
]

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'with a byte order mark': text => `\ufeff${text}`,
  'with CRLF': text => text.replaceAll('\n', '\r\n'),
  'over 256 KB': text => `${text}${'x'.repeat(300 * 1024)}`,
  'with a long head': text => text.replace('\n---\nText', `\nz: ${'y'.repeat(300 * 1024)}\n---\nText`),
}

const PLACES: readonly string[] = [
  'SKILL.md',
  'skills/a/SKILL.md',
  'skills/a/b/skill.md',
  'skills/SKILL.md',
  'commands/a.md',
  'commands/a/b.md',
  'commands/a/SKILL.md',
  'agents/a.md',
  'named/a.md',
  'deep/named/x/SKILL.md',
]

const MANIFEST = {
  name: 'fmt',
  commands: ['./commands', './named'],
  skills: ['./deep/named'],
  agents: ['./agents', './named/a.md'],
}

const open = (root: string): Plugin => {
  const read = readPlugin(root)
  if (read.kind === 'broken') throw new Error(JSON.stringify(read.problems))
  return read.plugin
}

/** Everything a session would have of it beside texts for the model. */
const loadedOf = async (plugin: Plugin): Promise<string> => {
  const { place } = pluginSource(
    { plugin },
    {
      ...{ id: 'fmt@acme', called: 'fmt', configHome: '/nowhere', given: {}, withoutServers: false },
      ...{ home: '/home', platform: 'linux' },
    },
  )
  const heads = createMarkdownHeads(undefined)
  const found = [
    ...(await readSkills([place], heads)).contributions,
    ...(await readAgents([place], heads)).contributions,
  ]
  const { hooks, servers, languageServers, agent } = place
  return JSON.stringify([
    { hooks, servers, languageServers, agent },
    ...found.flatMap(({ skills = [], agents = [] }) => [
      ...skills.map(({ allowedTools, hooks: own, model, agent: as }) => ({ allowedTools, own, model, as })),
      ...agents.map(({ permissionMode, hooks: own, servers: its, model }) => ({
        permissionMode,
        own,
        its,
        model,
      })),
    ]),
  ])
}

const baseFiles = {
  '.claude-plugin/plugin.json': MANIFEST,
  'commands/keep.md': 'x',
  'named/keep.md': 'x',
  'deep/named/x/y.txt': 'x',
  'agents/keep.md': '---\nname: k\ndescription: d\n---\n',
}

/** What the question would name, once the files are put over those of the base. */
const asked = async (files: Readonly<Record<string, unknown>>) => {
  await using tmp = tmpDir()
  const [before, after] = [join(tmp.path, 'a'), join(tmp.path, 'b')]
  putFiles(before, baseFiles)
  putFiles(after, { ...baseFiles, ...files })
  const plugin = open(after)
  const added = addedPowers(await pluginPowers(open(before)), await pluginPowers(plugin))
  return {
    loaded: await loadedOf(plugin),
    question: added.map(({ kind, what }) => `${kind} ${what}`).join('\n'),
  }
}

test('whatever the loader takes from a head is named by the question, in every spelling', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...HEADS),
      fc.constantFrom(...Object.values(FORMS)),
      fc.constantFrom(...PLACES),
      async (head, form, place) => {
        const text = form(`---\nname: a\ndescription: d\n${head}\n---\nText`).replace(
          /name: a\r?\ndescription: d\r?\n(?=\{)/,
          '',
        )
        const { loaded, question } = await asked({ [place]: text })
        if (!loaded.includes(MARK)) return
        taken++
        expect(question).toContain(MARK)
      },
    ),
    { numRuns: 120, seed: 29, endOnFailure: true },
  )
  expect(taken).toBeGreaterThan(50)
})

/** Every way in which a definition can be part of a plugin. */
const LOCATIONS: Readonly<Record<string, (definition: unknown) => Readonly<Record<string, unknown>>>> = {
  'the usual file': server => ({ '.mcp.json': { mcpServers: { s: server } } }),
  'the usual file, bare': server => ({ '.mcp.json': { s: server } }),
  'the manifest': server => ({ '.claude-plugin/plugin.json': { ...MANIFEST, mcpServers: { s: server } } }),
  'a file the manifest names': server => ({
    '.claude-plugin/plugin.json': { ...MANIFEST, mcpServers: ['./x/servers.json'] },
    'x/servers.json': { mcpServers: { s: server } },
  }),
  'a language server': server => ({ '.lsp.json': { s: server } }),
  'our own manifest': server => ({
    '.capstan-plugin/plugin.json': { ...MANIFEST, mcpServers: { s: server } },
  }),
  'a hook': handler => ({
    'hooks/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command', ...(handler as object) }] }] } },
  }),
  'a hook of the manifest': handler => ({
    '.claude-plugin/plugin.json': {
      ...MANIFEST,
      hooks: { Stop: [{ hooks: [{ type: 'http', ...(handler as object) }] }] },
    },
  }),
}

const FIELDS = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'headersHelper',
  'oauth',
  'type',
  'timeout',
  'shell',
  'allowedEnvVars',
  'later',
]

test('every field of a definition is compared and shown, known or not, wherever it stands', async () => {
  const definition = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(LOCATIONS)),
      definition,
      fc.constantFrom(...FIELDS),
      async (locate, base, field) => {
        await using tmp = tmpDir()
        const [before, after] = [join(tmp.path, 'a'), join(tmp.path, 'b')]
        putFiles(before, { ...baseFiles, ...locate({ ...base, type: 'stdio' }) })
        const changed = { ...base, type: 'stdio', [field]: field === 'type' ? MARK : { NODE_OPTIONS: MARK } }
        putFiles(after, { ...baseFiles, ...locate(changed) })
        const [old, next] = [open(before), open(after)]
        const added = addedPowers(await pluginPowers(old), await pluginPowers(next))
        const parts = ({ hooks, servers, languageServers }: Plugin) => ({ hooks, servers, languageServers })
        if (isDeepStrictEqual(parts(old), parts(next))) expect(added).toEqual([])
        else expect(added.map(({ what }) => what).join('\n')).toContain(MARK)
      },
    ),
    { numRuns: 120, seed: 29, endOnFailure: true },
  )
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['a program', { 'bin/zzevil': '#!/bin/sh' }],
  ['a monitor', { 'monitors/monitors.json': [{ name: 'm', command: MARK }] }],
  ['the agent of every session', { 'settings.json': { agent: MARK } }],
  ['a status line', { 'settings.json': { subagentStatusLine: { type: 'command', command: MARK } } }],
  ['a plugin it needs', { '.claude-plugin/plugin.json': { ...MANIFEST, dependencies: [MARK] } }],
  [
    'a default that is filled in',
    { '.claude-plugin/plugin.json': { ...MANIFEST, userConfig: { X: { type: 'string', default: MARK } } } },
  ],
  ['a command in a text', { 'skills/a/SKILL.md': `Now: !\`${MARK}\`` }],
  ['a command in a fence', { 'commands/a.md': `\`\`\`!\n${MARK}\n\`\`\`` }],
  ['a step of a workflow', { 'workflows/w.yaml': `steps:\n  - id: a\n    run: ${MARK}\n` }],
  ['a script', { [`skills/a/${MARK}.capstan.js`]: 'return 1' }],
  ['a style that is forced', { 'output-styles/s.md': `---\nname: ${MARK}\nforce-for-plugin: true\n---\nx` }],
])('%s is named', async (_name, files) => {
  expect((await asked(files)).question).toContain(MARK)
})

test('texts, descriptions and what only narrows ask nothing', async () => {
  const head = '---\nname: a\ndescription: new\nversion: 2\ndisallowed-tools: Bash\n---\nOther text'
  const { question } = await asked({
    'skills/a/SKILL.md': head,
    'commands/keep.md': head,
    'agents/keep.md': head,
  })
  expect(question).toBe('')
})

test('an update that lets a skill run more is asked about, and the old version stays without a yes', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({ ...baseFiles, 'skills/a/SKILL.md': 'Old.' })
  await addMarketplaceTyped(world.desk, market)
  const { record } = await install(world.desk, 'fmt')
  putFiles(join(market, 'plugins/fmt'), {
    'skills/a/SKILL.md': `---\n"allowed-tools": [Bash(${MARK})]\n---\n${'x'.repeat(300 * 1024)}`,
  })
  world.answer = false
  await expect(update(world.desk, 'fmt')).rejects.toThrow('old version stays')
  expect(world.asked).toMatchObject([
    { kind: 'powers', added: [{ kind: 'permission', what: expect.stringContaining(MARK) }] },
  ])
  expect(listInstalled(world.desk)[0]?.path).toBe(record.path)
})

test('powers recorded by an earlier version count for nothing', () => {
  const power = { kind: 'hook', what: 'Stop: x', sha256: 'a' } as const
  expect(addedPowers([{ kind: 'hook', what: 'Stop: x' }], [power])).toEqual([power])
  expect(addedPowers([power], [power, power])).toEqual([power])
  expect(addedPowers([power], [power])).toEqual([])
})

test('the powers of a plugin, in words', async () => {
  await using tmp = tmpDir()
  const root = putFiles(join(tmp.path, 'fmt'), {
    'skills/tidy/SKILL.md': '---\nallowed-tools: Bash(ls *), Read\n---\nx',
    'hooks/hooks.json': {
      hooks: { Stop: [{ matcher: 'a|b', hooks: [{ type: 'command', command: 'x y', timeout: 5 }] }] },
    },
    '.mcp.json': { mcpServers: { db: { command: 'db', args: ['-v'], env: { A: '1' } } } },
    'bin/tool': '#!/bin/sh',
    'settings.json': { agent: 'a' },
  })
  expect((await pluginPowers(open(root))).map(({ kind, what }) => `${kind} ${what}`)).toEqual([
    'hook Stop ("a|b"): x y; timeout: 5',
    'server db: db -v; env: {"A":"1"}',
    'program tool',
    'agent every session runs as a',
    'permission skill tidy: Bash(ls *)',
    'permission skill tidy: Read',
  ])
})
