import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { applyImport } from './apply-import.ts'
import { FOREIGN_AGENTS } from './foreign-agents.ts'
import { importSources } from './import-sources.ts'
import { agentNamed, planImport } from './plan-import.ts'
import { renderPlan } from './render-import.ts'

const FILES: Readonly<Record<string, string>> = {
  'home/.codex/AGENTS.md': 'Be brief.',
  'home/.codex/config.toml':
    'model = "x"\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n[mcp_servers.docs.env]\nAPI_KEY = "sk-123"\nMODE = "fast"\n[mcp_servers.web]\nurl = "https://x.example/mcp"\nbearer_token_env_var = "TOK"\n[mcp_servers.off]\ncommand = "x"\nenabled = false\n',
  'home/.codex/prompts/fix.md':
    '---\ndescription: Fixes\nargument-hint: FILE\n---\nFix $1 then $2, $ARGUMENTS',
  'home/.codex/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies\n---\nx',
  'home/.codex/skills/tidy/more/a.txt': 'a',
  'home/.codex/agents/rev.toml':
    'name = "rev"\ndescription = "Reviews"\ndeveloper_instructions = "Review."\nmodel = "m"',
  'project/GEMINI.md': 'Use tabs.',
  'project/.gemini/settings.json':
    '{ // servers\n "mcpServers": {"a": {"httpUrl": "https://a.example", "headers": {"Authorization": "Bearer abc"}}, "b": {"url": "https://b.example/sse"}, "c": {"command": "c", "cwd": "/x"},} }',
  'project/.gemini/commands/git/commit.toml':
    'description = "Commits"\nprompt = """\nLook at !{git diff} and @{README.md}: {{args}}\n"""',
  'project/.cursor/rules/ts.mdc':
    '---\ndescription: x\nglobs: src/**/*.ts,*.tsx\nalwaysApply: false\n---\nStrict.',
  'project/.cursor/rules/all.mdc': '---\nalwaysApply: true\n---\nAlways.',
  'project/.cursor/mcp.json': '{"mcpServers": {"k": {"command": "k", "env": {"X": "${env:X}"}}}}',
  'project/.cursor/commands/go.md': 'Go.',
  'project/opencode.jsonc':
    '{"mcp": {"l": {"type": "local", "command": ["bun", "l.ts"], "environment": {"A": "1"}}, "r": {"type": "remote", "url": "https://r.example"}}, "command": {"t": {"template": "Test $1", "description": "Tests"}}, "agent": {"doc": {"description": "Docs", "prompt": "Write."}}}',
  'project/.github/copilot-instructions.md': 'Be kind.',
  'project/.github/instructions/py.instructions.md': '---\napplyTo: "**/*.py"\n---\nPEP 8.',
  'project/.github/prompts/plan.prompt.md': '---\ndescription: Plans\nmode: agent\n---\nPlan.',
  'project/.github/agents/arch.agent.md': '---\ndescription: Architect\nmodel: gpt\n---\nDesign.',
  'project/.vscode/mcp.json':
    '{"servers": {"vs": {"type": "stdio", "command": "vs", "env": {"T": "${input:my-token}"}}}}',
  'project/.windsurfrules': 'Rules.',
  'project/.clinerules/a.md': 'A.',
}

/** None of these files says anything about settings. */
const noSettings = () => Promise.reject(new Error('no settings are changed'))

const world = () => {
  const tmp = tmpDir()
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(tmp.path, name)), { recursive: true })
    writeFileSync(join(tmp.path, name), text)
  }
  const start = {
    cwd: join(tmp.path, 'project'),
    home: join(tmp.path, 'home'),
    configHome: join(tmp.path, 'home/.capstan'),
  }
  const read = (name: string): string => readFileSync(join(tmp.path, name), 'utf8')
  return { tmp, start, read, places: importSources(start, { secrets: false }) }
}

const reasons = (plan: ReturnType<typeof planImport>) => plan.skipped.map(({ why }) => inEnglish(why))

test('a dry run names everything with where it comes from and goes to, and writes nothing', async () => {
  const { tmp, places } = world()
  await using _ = tmp
  const plan = planImport(FOREIGN_AGENTS, places)
  const told = plan.items.map(({ kind, name, to }) => `${kind} ${name} ${to.slice(tmp.path.length + 1)}`)
  expect(told).toEqual([
    'server docs home/.capstan/mcp.json',
    'server web home/.capstan/mcp.json',
    'instructions codex home/.capstan/rules/codex.md',
    'command fix home/.capstan/commands/fix.md',
    'skill tidy home/.capstan/skills/tidy',
    'agent rev home/.capstan/agents/rev.md',
    'server a project/.mcp.json',
    'server b project/.mcp.json',
    'server c project/.mcp.json',
    'instructions gemini project/.capstan/rules/gemini.md',
    'command git/commit project/.capstan/commands/git/commit.md',
    'server k project/.mcp.json',
    'instructions cursor-all project/.capstan/rules/cursor-all.md',
    'instructions cursor-ts project/.capstan/rules/cursor-ts.md',
    'command go project/.capstan/commands/go.md',
    'server l project/.mcp.json',
    'server r project/.mcp.json',
    'command t project/.capstan/commands/t.md',
    'agent doc project/.capstan/agents/doc.md',
    'server vs project/.mcp.json',
    'instructions copilot project/.capstan/rules/copilot.md',
    'instructions copilot-py project/.capstan/rules/copilot-py.md',
    'command plan project/.capstan/commands/plan.md',
    'agent arch project/.capstan/agents/arch.md',
    'instructions windsurf project/.capstan/rules/windsurf.md',
    'instructions cline-a project/.capstan/rules/cline-a.md',
  ])
  expect(reasons(plan)).toEqual(['the MCP server off is turned off'])
  expect(renderPlan(plan).text).toContain('the secret API_KEY is not copied')
  expect(existsSync(join(tmp.path, 'home/.capstan'))).toBe(false)
})

test('what is written is in our form: servers, arguments, globs, heads', async () => {
  const { tmp, places, read } = world()
  await using _ = tmp
  expect(
    (await applyImport(planImport(FOREIGN_AGENTS, places), noSettings)).filter(({ failed }) => failed),
  ).toEqual([])
  expect(JSON.parse(read('home/.capstan/mcp.json')).mcpServers).toEqual({
    docs: { command: 'npx', args: ['-y', 'docs'], env: { API_KEY: '${API_KEY}', MODE: 'fast' } },
    web: { type: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${TOK}' } },
  })
  expect(JSON.parse(read('project/.mcp.json')).mcpServers).toEqual({
    a: { type: 'http', url: 'https://a.example', headers: { Authorization: '${A_AUTHORIZATION}' } },
    b: { type: 'sse', url: 'https://b.example/sse' },
    c: { command: 'c', args: [] },
    k: { command: 'k', args: [], env: { X: '${X}' } },
    l: { command: 'bun', args: ['l.ts'], env: { A: '1' } },
    r: { type: 'http', url: 'https://r.example' },
    vs: { command: 'vs', args: [], env: { T: '${MY_TOKEN}' } },
  })
  expect(read('home/.capstan/commands/fix.md')).toBe(
    '---\ndescription: "Fixes"\nargument-hint: "FILE"\n---\nFix $0 then $1, $ARGUMENTS',
  )
  expect(read('project/.capstan/commands/git/commit.md')).toContain(
    'Look at !`git diff` and @README.md: $ARGUMENTS',
  )
  expect(read('project/.capstan/rules/cursor-ts.md')).toBe(
    '---\npaths: ["src/**/*.ts","*.tsx"]\n---\nStrict.',
  )
  expect(read('project/.capstan/rules/cursor-all.md')).toBe('Always.')
  expect(read('project/.capstan/rules/copilot-py.md')).toContain('paths: ["**/*.py"]')
  expect(read('home/.capstan/agents/rev.md')).toBe('---\nname: "rev"\ndescription: "Reviews"\n---\nReview.')
  expect(read('home/.capstan/skills/tidy/more/a.txt')).toBe('a')
})

test('nothing is overwritten, also not what came to be there after the look', async () => {
  const { tmp, places, read } = world()
  await using _ = tmp
  mkdirSync(join(tmp.path, 'project/.capstan/rules'), { recursive: true })
  writeFileSync(join(tmp.path, 'project/.capstan/rules/gemini.md'), 'mine')
  writeFileSync(join(tmp.path, 'project/.mcp.json'), '{"mcpServers": {"a": {"command": "mine"}}, "x": 1}')
  const gemini = agentNamed('gemini')
  const plan = planImport(gemini ? [gemini] : [], places)
  expect(reasons(plan)).toEqual(['server a: you have it already', 'instructions gemini: you have it already'])
  mkdirSync(join(tmp.path, 'project/.capstan/commands/git'), { recursive: true })
  writeFileSync(join(tmp.path, 'project/.capstan/commands/git/commit.md'), 'mine')
  expect(
    (await applyImport(plan, noSettings)).filter(({ failed }) => failed).map(({ item }) => item.name),
  ).toEqual(['git/commit'])
  expect(JSON.parse(read('project/.mcp.json'))).toMatchObject({
    x: 1,
    mcpServers: { a: { command: 'mine' }, c: { command: 'c' } },
  })
})

test('secrets come along only when that is wanted, and it is said', async () => {
  const { tmp, start } = world()
  await using _ = tmp
  const codex = agentNamed('codex')
  const plan = planImport(codex ? [codex] : [], importSources(start, { secrets: true, scope: 'user' }))
  const docs = plan.items.find(({ name }) => name === 'docs')
  expect(docs?.kind === 'server' && docs.config['env']).toEqual({ API_KEY: 'sk-123', MODE: 'fast' })
  expect(docs?.notes.map(inEnglish)).toEqual(['the secret API_KEY is copied'])
})
