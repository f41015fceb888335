import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { withoutProgress } from '../../src/features/tools/without-progress.ts'
import type { Decision, PermissionMode } from '../../src/protocol/permission.ts'
import { createWorld } from '../support/engine-bench.ts'
import { commandsIn } from '../support/permission-place.ts'
import { sampleOf } from '../support/sample-size.ts'
import { ASKED, CHANGES, LOOKS } from './everyday-commands.ts'

interface Made {
  readonly name: string
  readonly input: object
}

const PATHS =
  `a.txt src/b.ts .env .git/config .git/hooks/pre-commit .capstan/settings.json .claude/settings.json
  .mcp.json package.json ../out.txt /etc/passwd /etc/hosts ~/.bashrc ~/.ssh/id_rsa secret/key.pem link/../x`.split(
    /\s+/,
  )
const HOSTS = [
  'https://example.com/a',
  'https://sub.example.com',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'x',
]

const CORPUS: readonly Made[] = [
  // A third of them in every run, all where there is time.
  ...sampleOf([LOOKS, ASKED, CHANGES].flatMap(commandsIn), 18).map(command => ({
    name: 'Bash',
    input: { command },
  })),
  ...['ls', 'git push'].map(command => ({
    name: 'Bash',
    input: { command, dangerouslyDisableSandbox: true },
  })),
  ...PATHS.flatMap(path => [
    { name: 'Read', input: { file_path: path } },
    { name: 'Write', input: { file_path: path, content: 'x' } },
    { name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } },
    { name: 'Grep', input: { pattern: 'x', path } },
    { name: 'Glob', input: { pattern: '*', path } },
  ]),
  ...HOSTS.map(url => ({ name: 'WebFetch', input: { url, prompt: 'x' } })),
  { name: 'Agent', input: { description: 'd', prompt: 'p', subagent_type: 'Explore' } },
  { name: 'WebSearch', input: { query: 'x' } },
]

/** Only inside can a yes count for the rest of the script. */
const withoutScript = (decision: Decision): object =>
  decision.verdict === 'ask'
    ? { ...decision, offer: decision.offer.filter(({ destination }) => destination !== 'script') }
    : decision

/** What was decided about each call, in the words of whoever decided, however the calls are made. */
const verdicts = async (mode: PermissionMode, replies: readonly object[]): Promise<readonly string[]> => {
  const found: string[] = []
  const config = (config: EngineConfig): Partial<EngineConfig> => ({
    permissions: { ...config.permissions, mode, canAsk: true },
    tools: {
      ...config.tools,
      async load(name) {
        const tool = await config.tools.load(name)
        if (!tool || name === 'Script') return tool
        const { check: _, prepare: __, ...rest } = tool
        // Nothing runs: what counts is what was decided.
        return {
          ...rest,
          parallel: () => false,
          run: withoutProgress(async () => {
            found.push(`${name} ran`)
            return {}
          }),
          show: () => [{ type: 'text', text: 'ran' }],
          failed: () => false,
        }
      },
    },
  })
  await using world = await createWorld({
    files: { 'a.txt': 'a', 'src/b.ts': 'b', '.env': 'c' },
    allow: ['Script', 'Bash(npm run:*)', 'Edit(src/**)', 'WebFetch(domain:example.com)'],
    deny: ['Bash(git push:*)', 'Read(.env)', 'Edit(package.json)'],
    config,
    parts: [],
    scenario: { replies: [...replies, { text: 'Done.' }] },
  })
  const answering = (async () => {
    for await (const event of world.engine.events()) {
      if (event.type === 'permission_denied') found.push(`${event.toolName} denied: ${event.message}`)
      if (event.type === 'permission_request') {
        const { id, toolName, decision } = event.request
        found.push(`${toolName} asked: ${JSON.stringify(withoutScript(decision))}`)
        // A no would cancel what follows in a reply, and only there.
        await world.engine.send({ type: 'answer_permission', id, answer: { behavior: 'allow' } })
      }
      if (event.type === 'turn_ended') return
    }
  })()
  await world.ask('go')
  await answering
  return found.map(each =>
    each.replaceAll(world.dir, '<dir>').replace(/capstan-world-\w+|plans\/[\w-]+/g, '<root>'),
  )
}

test.each<PermissionMode>(['default', 'acceptEdits', 'plan', 'dontAsk'])(
  'in mode %s every call of a script is decided as the same call of the model',
  async mode => {
    const direct = await verdicts(mode, [{ tools: CORPUS }])
    const code = `for (const { name, input } of ${JSON.stringify(CORPUS)}) await tools[name](input).catch(() => {})`
    const inside = await verdicts(mode, [{ tool: { name: 'Script', input: { code } } }])
    expect(inside).toEqual(direct)
    expect(direct.length).toBeGreaterThan(CORPUS.length / 2)
  },
  120_000,
)
