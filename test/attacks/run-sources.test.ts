import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { initRepository } from '../support/git-repository.ts'
import { hasBubblewrap, hasGit } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { sampleOf } from '../support/sample-size.ts'

/** Makes the program run a file, which is `tools/run.sh` unless it says so. */
interface Source {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, string>>
  readonly git?: readonly (readonly [key: string, value: string])[]
  readonly flags?: readonly string[]
  readonly prompt?: string
  /** The file, where it is another one. It is run from where it is, and in no worktree. */
  readonly file?: string
}

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]

const RUN = 'tools/run.sh'
const hookOf = (command: string) => [{ hooks: [{ type: 'command', command }] }]
const head = (fields: string, text = 'Text.'): string =>
  `---\nname: s\ndescription: d\n${fields}---\n\n${text}\n`
const HOOKS = `hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: ./${RUN}\n`
const PLUGIN = { 'plug/.claude-plugin/plugin.json': '{"name":"plug","version":"1.0.0"}' }
const LANGUAGE = { command: 'sh', args: [RUN], extensionToLanguage: { '.go': 'go' } }
const WORKFLOW = (step: string): string => `name: w\ndescription: d\nsteps:\n  - ${step}\n`

const SOURCES: Readonly<Record<string, Source>> = {
  'a hook': { settings: { hooks: { Stop: hookOf(`./${RUN}`) } } },
  'the status line': { settings: { statusLine: { type: 'command', command: RUN } } },
  'the file suggestions': { settings: { fileSuggestion: { type: 'command', command: `sh ${RUN}` } } },
  'a helper': { settings: { otelHeadersHelper: RUN } },
  'a helper of a provider': {
    settings: {
      providers: { own: { protocol: 'anthropic', baseUrl: 'https://h.invalid', apiKeyHelper: RUN } },
    },
  },
  'an MCP server': { settings: { mcpServers: { own: { command: 'sh', args: [RUN] } } } },
  'the headers of a server': {
    settings: { mcpServers: { own: { type: 'http', url: 'http://127.0.0.1:9/', headersHelper: RUN } } },
  },
  'a language server': {
    files: { ...PLUGIN, 'plug/.lsp.json': JSON.stringify({ go: LANGUAGE }) },
    flags: ['--plugin-dir', 'plug'],
  },
  'a plugin': {
    files: { ...PLUGIN, 'plug/lib/any.sh': '#!/bin/sh\ntrue\n' },
    flags: ['--plugin-dir', 'plug'],
    file: 'plug/lib/any.sh',
  },
  'a hook of a skill': { files: { '.capstan/skills/s/SKILL.md': head(HOOKS) } },
  'a command in a skill': { files: { '.capstan/skills/s/SKILL.md': head('', `Now: !\`./${RUN}\``) } },
  'a hook of an agent': { files: { '.capstan/agents/s.md': head(HOOKS) } },
  'a server of an agent': {
    files: {
      '.capstan/agents/s.md': head(`mcpServers:\n  - own:\n      command: sh\n      args: [${RUN}]\n`),
    },
  },
  'a workflow': { files: { '.capstan/workflows/w.yaml': WORKFLOW(`run: ./${RUN}`) } },
  'a group of a workflow': {
    files: { '.capstan/workflows/w.yaml': WORKFLOW(`parallel:\n      - run: sh ${RUN} x`) },
  },
  'the goal': { prompt: `/goal --turns 1 $ ./${RUN}` },
  'the start of shells': { settings: { env: { BASH_ENV: `./${RUN}` } } },
  'the editor': { settings: { env: { EDITOR: `./${RUN} --wait` } } },
  'a filter of git': { git: [['filter.x.smudge', `sh ${RUN} %f`]] },
  'an alias of git': { git: [['alias.go', `!./${RUN}`]] },
  'a script that is run': {
    settings: { hooks: { Stop: hookOf('./outer.sh') } },
    files: { 'outer.sh': `#!/bin/sh\n. ./${RUN}\n` },
  },
}

const callsFor = (file: string, project: string): readonly Call[] => [
  ['Read', { file_path: join(project, file) }],
  ['Edit', { file_path: join(project, file), old_string: 'true', new_string: 'evil' }],
  ['Write', { file_path: join(project, file), content: 'evil\n' }],
  ['Bash', { command: `cp evil.sh ${file}` }],
  ['Bash', { command: `cat evil.sh > ${file}` }],
  // Nobody can tell what it writes: only the sandbox keeps it from that.
  ['Bash', { command: 'sh writer.sh' }],
]

const SETTINGS = { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }

const open = async (source: Source, file: string) => {
  const replies: unknown[] = []
  const world = await openWorldHere({ replies: replies as never })
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(world.project, path)), { recursive: true })
    writeFileSync(join(world.project, path), text)
    if (text.startsWith('#!')) chmodSync(join(world.project, path), 0o755)
  }
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a', ...args], { cwd: world.project })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ ...SETTINGS, ...source.settings }))
  initRepository(world.project)
  const files = { [RUN]: '#!/bin/sh\ntrue\n', 'evil.sh': 'evil\n', 'writer.sh': `cp evil.sh ${file}\n` }
  for (const [path, text] of Object.entries({ ...files, ...source.files })) write(path, text)
  git('add', '.')
  git('commit', '-qm', 'first')
  for (const [key, value] of source.git ?? []) git('config', key, value)
  return { world, replies }
}

const SOME = sampleOf(Object.entries(SOURCES), 7)

test.skipIf(!hasBubblewrap() || !hasGit()).each(SOME)(
  'what %s runs is changed by nobody unasked',
  async (_, source) => {
    const file = source.file ?? RUN
    const { world, replies } = await open(source, file)
    await using _world = world
    const tree = join(world.project, '.capstan/worktrees/x')
    const call = ([name, input]: Call, id: string) => ({ tool: { name, id, input } })
    const calls = callsFor(file, world.project)
    const later = source.file === undefined ? callsFor(file, tree) : []
    replies.push(
      ...calls.map((one, at) => call(one, `m${at}`)),
      call(['Agent', { description: 'd', prompt: 'p', subagent_type: 'general-purpose' }], 'agent'),
      ...calls.map((one, at) => call(one, `a${at}`)),
      { text: 'agent done' },
      call(['EnterWorktree', { name: 'x' }], 'enter'),
      ...later.map((one, at) => call(one, `w${at}`)),
      { text: 'said' },
    )
    const tools = ['--allowedTools', 'Bash,EnterWorktree']
    const mode = ['--trust', '--permission-mode', 'acceptEdits']
    await world.stream([...(source.flags ?? []), ...mode, ...tools, '--', source.prompt ?? 'go'])
    const results = resultsIn(world.server.requests)
    const told = (id: string): boolean => /is protected: .* runs it/.test(results.get(id) ?? '')
    const threads = source.file === undefined ? ['m', 'a', 'w'] : ['m', 'a']
    const judged = threads.flatMap(thread => [1, 2, 3, 4].map(at => `${thread}${at}`))
    expect(judged.filter(id => !told(id)).map(id => [id, results.get(id)])).toEqual([])
    expect(
      threads.map(thread =>
        /Read-only|Permission denied|not permitted/.test(results.get(`${thread}5`) ?? ''),
      ),
    ).toEqual(threads.map(() => true))
    expect(readFileSync(join(world.project, file), 'utf8')).toBe('#!/bin/sh\ntrue\n')
    // A worktree in which nothing was changed goes with its session.
    expect(existsSync(tree)).toBe(false)
  },
)

test.skipIf(!hasGit()).each(['/goal $ ./tools/run.sh', '/GOAL --usd $2 $ sh tools/run.sh --turns 3'])(
  'what the loop %j of an earlier run checks with is changed by nobody unasked',
  async prompt => {
    const { world, replies } = await open({}, RUN)
    await using _world = world
    replies.push({ text: 'begun' })
    await world.stream(['--trust', '--', 'begin'])
    const [session] = world.sessions()
    const time = { everyMs: 3_600_000 }
    const now = Date.now()
    const loop = { id: 'loop1', time, prompt, kind: 'loop', recurring: true, createdAt: now, firedAt: now }
    const entry = { type: 'schedules', schedules: [loop], sessionId: session?.id }
    appendFileSync(session?.path ?? '', `${JSON.stringify(entry)}\n`)
    const calls = callsFor(RUN, world.project).slice(0, -1)
    replies.push(...calls.map(([name, input], at) => ({ tool: { name, id: `m${at}`, input } })))
    replies.push({ text: 'said' })
    await world.stream(['--continue', '--permission-mode', 'acceptEdits', '--', 'go'])
    const results = resultsIn(world.server.requests)
    const told = [1, 2, 3, 4].map(at => /is protected: a schedule runs it/.test(results.get(`m${at}`) ?? ''))
    expect(told).toEqual([true, true, true, true])
    expect(readFileSync(join(world.project, RUN), 'utf8')).toBe('#!/bin/sh\ntrue\n')
  },
)

/** Texts of results, by the call. */
const resultsIn = (
  requests: readonly { readonly body?: Readonly<Record<string, unknown>> | undefined }[],
) => {
  const results = new Map<string, string>()
  for (const { body } of requests)
    for (const { content } of (body?.['messages'] ?? []) as readonly { readonly content: unknown }[])
      for (const block of Array.isArray(content) ? content : [])
        if (block.type === 'tool_result') results.set(block.tool_use_id, JSON.stringify(block.content))
  return results
}
