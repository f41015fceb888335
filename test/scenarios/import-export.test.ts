import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { applyImport } from '../../src/features/import/apply-import.ts'
import { applyExport } from '../../src/features/import/export/apply-export.ts'
import { readOwnConfig } from '../../src/features/import/export/config-to-export.ts'
import { ExportCollector } from '../../src/features/import/export/export-plan.ts'
import { FOREIGN_WRITERS } from '../../src/features/import/export/foreign-writers.ts'
import { FOREIGN_AGENTS } from '../../src/features/import/foreign-agents.ts'
import { importSources } from '../../src/features/import/import-sources.ts'
import { agentNamed, planImport } from '../../src/features/import/plan-import.ts'
import { changeSettings } from '../../src/features/settings/change-settings.ts'
import { editJsonc } from '../../src/features/settings/edit-jsonc.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import { tmpDir } from '../support/tmp-dir.ts'

/** A tree of each of the eight programs, as their documents describe it. */
const FILES: Readonly<Record<string, string>> = {
  'home/.codex/AGENTS.md': 'Be brief.',
  'home/.codex/config.toml': `approval_policy = "never"
sandbox_mode = "workspace-write"
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs"]
env_vars = ["DOCS_KEY"]
tool_timeout_sec = 30
[mcp_servers.web]
url = "https://x.example/mcp"
bearer_token_env_var = "TOK"
[mcp_servers.web.env_http_headers]
X-Team = "TEAM"
`,
  'home/.codex/rules/default.rules': `prefix_rule(pattern = ["git", ["fetch", "pull"]], decision = "allow")
prefix_rule(pattern = ["git", "push"], decision = "prompt")
prefix_rule(pattern = ["rm", "-rf"], decision = "forbidden")
prefix_rule(pattern = ["python3"], decision = "allow")
`,
  'home/.codex/hooks.json':
    '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard.sh"}]}]}}',
  'home/.codex/prompts/fix.md': '---\ndescription: "Fixes"\nargument-hint: "FILE"\n---\nFix $1, $ARGUMENTS',
  'home/.codex/agents/rev.toml':
    'name = "rev"\ndescription = "Reviews"\ndeveloper_instructions = "Review \\"all\\".\\nTwice."\n',
  'home/.agents/skills/tidy/SKILL.md': '---\nname: tidy\n---\nx',
  'home/.agents/skills/tidy/more/a.txt': 'a',
  'project/GEMINI.md': 'Use tabs.',
  'project/.geminiignore': 'secrets/\n# comment\n!secrets/public\n',
  'project/.gemini/settings.json': `{ "mcpServers": {"a": {"httpUrl": "https://a.example", "timeout": 5000}},
    "tools": {"allowed": ["run_shell_command(npm test)", "run_shell_command", "write_file"], "exclude": ["run_shell_command(curl)", "web_fetch", "save_memory"], "core": ["read_file"]},
    "general": {"defaultApprovalMode": "yolo"},
    "hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": [{"type": "command", "command": "guard.sh"}]}]}}`,
  'project/.gemini/commands/git/commit.toml':
    'description = "Commits"\nprompt = "Look at !{git diff} and @{README.md}: {{args}}"\n',
  'project/.cursor/rules/ts.mdc': '---\nglobs: src/**/*.ts,*.tsx\nalwaysApply: false\n---\nStrict.',
  'project/.cursor/mcp.json': '{"mcpServers": {"k": {"command": "k", "env": {"X": "${env:X}"}}}}',
  'project/.cursor/cli.json':
    '{"permissions": {"allow": ["Shell(make)", "Shell(cargo)", "Write(src/**)"], "deny": ["Shell(terraform)", "Read(.env*)", "Mcp(gh:push)"]}}',
  'project/.cursor/hooks.json':
    '{"version": 1, "hooks": {"beforeShellExecution": [{"command": "./check.sh"}]}}',
  'project/opencode.jsonc': `{ // ours
    "mcp": {"l": {"type": "local", "command": ["bun", "l.ts"], "environment": {"A": "{env:A}"}}},
    "permission": {"bash": {"*": "ask", "git log *": "allow", "docker *": "allow", "shutdown": "deny"}, "edit": "ask", "webfetch": "deny", "task": {"secret": "deny"}, "lsp": "deny"},
    "command": {"t": {"template": "Test $1", "description": "Tests"}},
    "agent": {"doc": {"description": "Docs", "prompt": "Write."}} }`,
  'project/.github/copilot-instructions.md': 'Be kind.',
  'project/.vscode/settings.json':
    '{"chat.tools.terminal.autoApprove": {"pnpm lint": true, "kubectl": false, "/^git/": true}, "chat.tools.global.autoApprove": true}',
  'project/.windsurfrules': 'Rules.',
  'project/.clinerules/a.md': 'A.',
  'project/.clineignore': 'build/',
  'project/.aider.conf.yml': 'read: [docs/STYLE.md, ../outside.md]\nyes-always: true\nlint-cmd: make lint\n',
  'project/docs/STYLE.md': 'Style.',
  'project/CONVENTIONS.md': 'Conventions.',
}

const put = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

const startAt = (root: string) => ({
  cwd: join(root, 'project'),
  home: join(root, 'home'),
  configHome: join(root, 'home', '.capstan'),
})

const sourcesAt = (root: string, hooks = false) => importSources(startAt(root), { secrets: false, hooks })

let ids = 0
const lock = { newId: () => String(++ids), now: () => 0 }

const take = async (root: string, name?: string) => {
  const agent = name === undefined ? undefined : agentNamed(name)
  const plan = planImport(agent ? [agent] : FOREIGN_AGENTS, sourcesAt(root))
  const outcomes = await applyImport(plan, changeSettings(startAt(root).configHome, lock))
  return { plan, failed: outcomes.flatMap(({ failed }) => failed ?? []) }
}

/** All that is ours in a world, as text. */
const ours = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['home/.capstan', 'project/.capstan', 'project/.mcp.json'].flatMap(place => {
      const path = join(root, place)
      if (!existsSync(path)) return []
      if (place.endsWith('.json')) return [[place, readFileSync(path, 'utf8')]]
      return readdirSync(path, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .filter(file => !file.includes('.import'))
        .sort()
        .map(file => [file.slice(root.length + 1), readFileSync(file, 'utf8')])
    }),
  )

const settingsIn = (root: string, file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

test('settings that have a counterpart come along, and nothing allows more than before', async () => {
  await using tmp = tmpDir()
  put(tmp.path, FILES)
  const { plan, failed } = await take(tmp.path)
  expect(failed).toEqual([])
  expect(settingsIn(tmp.path, 'home/.capstan/settings.json')).toEqual({
    sandbox: { autoAllowBashIfSandboxed: false, enabled: true },
    permissions: {
      allow: ['Bash(git fetch *)', 'Bash(git pull *)'],
      ask: ['Bash(git push *)'],
      deny: ['Bash(rm -rf *)'],
    },
  })
  expect(settingsIn(tmp.path, 'project/.capstan/settings.json')).toEqual({
    permissions: {
      allow: ['Bash(npm test *)', 'Bash(cargo *)', 'Bash(git log *)', 'Bash(pnpm lint *)'],
      ask: ['Edit', 'Bash(kubectl *)'],
      deny: [
        'Bash(curl *)',
        'WebFetch',
        'Read(secrets/)',
        'Bash(terraform *)',
        'Read(.env*)',
        'Bash(shutdown)',
        'Read(build/)',
      ],
    },
  })
  const left = plan.skipped.map(({ why }) => inEnglish(why))
  for (const what of [
    /^approval_policy = "never" is left out: it would allow more/,
    /^the rule python3 \* is left out: it would let any command run/,
    /^the hook of PreToolUse runs "guard\.sh": --with-hooks/,
    /^defaultApprovalMode "yolo" is left out/,
    /^WARNING: what task "secret" forbids is not forbidden here/,
    /^WARNING: what lsp "\*" forbids is not forbidden here/,
    /^WARNING: what Mcp\(gh:push\) forbids is not forbidden here/,
    /^WARNING: what save_memory forbids is not forbidden here/,
    /^tools\.core \[read_file\] denies everything else there; here it asks/,
    /^the rule \* is left out: it would let any command run/,
    /^Edit is left out: it would allow more/,
    /^the hook of BeforeTool \("guard\.sh"\) is left out: what it is given and answers differs/,
    /^the rule !secrets\/public is left out/,
    /^the rule make \* is left out/,
    /^Edit\(src\/\*\*\) is left out/,
    /^the hook of beforeShellExecution/,
    /^the rule docker \* is left out/,
    /^chat\.tools\.autoApprove is left out/,
    /^the rule \/\^git\/ is left out/,
    /outside\.md is outside of the project/,
    /^lint-cmd is left out: it would run by itself/,
    /^yes-always is left out/,
  ])
    expect(left, String(what)).toContainEqual(expect.stringMatching(what))
  const own = ours(tmp.path)
  expect(own['project/.capstan/rules/aider-style.md']).toBe('Style.')
  expect(own['project/.capstan/rules/aider-conventions.md']).toBe('Conventions.')
})

test('hooks come along when somebody has agreed to what they run, once', async () => {
  await using tmp = tmpDir()
  put(tmp.path, FILES)
  const change = changeSettings(startAt(tmp.path).configHome, lock)
  put(tmp.path, {
    'home/.capstan/settings.json':
      '{\n  // mine\n  "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}\n}\n',
  })
  const planned = () =>
    planImport(
      [agentNamed('codex')].flatMap(one => one ?? []),
      sourcesAt(tmp.path, true),
    )
  await applyImport(planned(), change)
  const text = readFileSync(join(tmp.path, 'home/.capstan/settings.json'), 'utf8')
  expect(text).toContain('// mine')
  expect(text).toMatch(/mine"[\s\S]*guard\.sh/)
  expect(planned().items).toEqual([])
})

test('what the person said about the sandbox stays as they said it', async () => {
  await using tmp = tmpDir()
  put(tmp.path, FILES)
  put(tmp.path, { 'home/.capstan/settings.json': '{"sandbox": {"autoAllowBashIfSandboxed": true}}' })
  await take(tmp.path, 'codex')
  expect(settingsIn(tmp.path, 'home/.capstan/settings.json')).toMatchObject({
    sandbox: { autoAllowBashIfSandboxed: true },
  })
  expect(JSON.stringify(settingsIn(tmp.path, 'home/.capstan/settings.json'))).not.toContain('enabled')
})

test('a second run writes nothing; of what was added since only that', async () => {
  await using tmp = tmpDir()
  put(tmp.path, FILES)
  await take(tmp.path)
  const first = ours(tmp.path)
  const again = await take(tmp.path)
  expect(again.plan.items).toEqual([])
  expect(ours(tmp.path)).toEqual(first)
  put(tmp.path, {
    'home/.codex/rules/more.rules': 'prefix_rule(pattern = ["git", "tag"], decision = "prompt")',
    'project/.cursor/commands/new.md': 'New.',
  })
  const third = await take(tmp.path)
  expect(third.plan.items.map(({ name }) => name)).toEqual(['Bash(git tag *)', 'new'])
})

test.each(FOREIGN_AGENTS.map(({ name }) => name))(
  'damaged files of %s are named, and keep nothing else out',
  async name => {
    await using tmp = tmpDir()
    const damaged = Object.fromEntries(
      Object.entries(FILES).map(([file, text]) => [
        file,
        /\.(?:jsonc?|toml|ya?ml|rules)$/.test(file) ? text.slice(0, Math.floor(text.length / 2)) : text,
      ]),
    )
    put(tmp.path, {
      ...damaged,
      'project/.cursor/mcp.json': '\0\u{FFFD}{{{',
      'project/.vscode/mcp.json': '[1]',
    })
    const { plan, failed } = await take(tmp.path, name)
    expect(failed).toEqual([])
    const mentioned = [...plan.items, ...plan.skipped].map(({ from }) => from.split('/').at(-1) ?? '')
    const isUnreadable = {
      codex: 'config.toml',
      gemini: 'settings.json',
      cursor: 'mcp.json',
      opencode: 'opencode.jsonc',
      copilot: 'mcp.json',
    }
    const expected = isUnreadable[name as keyof typeof isUnreadable]
    if (expected !== undefined) expect(mentioned).toContain(expected)
  },
)

test('a run that was interrupted anywhere is completed by the next', async () => {
  await using tmp = tmpDir()
  const whole = join(tmp.path, 'whole')
  put(whole, FILES)
  await take(whole)
  const all = planImport(FOREIGN_AGENTS, sourcesAt(join(tmp.path, 'whole2')))
  expect(all.items).toEqual([])
  for (let after = 0; after < 40; after += 3) {
    const root = join(tmp.path, `w${after}`)
    put(root, FILES)
    const plan = planImport(FOREIGN_AGENTS, sourcesAt(root))
    const change = changeSettings(startAt(root).configHome, lock)
    await applyImport({ ...plan, items: plan.items.slice(0, after) }, change)
    // What a process that was killed in the middle of a file leaves behind.
    put(root, {
      'home/.capstan/rules/.codex.md.import': 'hal',
      'home/.capstan/.tidy.import/SKILL.md': 'hal',
    })
    expect((await take(root)).failed).toEqual([])
    expect(ours(root)).toEqual(ours(whole))
    rmSync(root, { recursive: true })
  }
})

test.each(FOREIGN_WRITERS.map(({ name }) => name))(
  'what came from %s goes back to it and comes again the same',
  async name => {
    await using tmp = tmpDir()
    const [first, second] = [join(tmp.path, 'first'), join(tmp.path, 'second')]
    put(first, FILES)
    await take(first, name)
    const before = ours(first)
    expect(Object.keys(before).length).toBeGreaterThan(1)
    // Only ours, on a machine where the other program has nothing.
    for (const place of ['home/.capstan', 'project/.capstan', 'project/.mcp.json'])
      if (existsSync(join(first, place))) cpSync(join(first, place), join(second, place), { recursive: true })
    const send = (): readonly string[] => {
      const writer = FOREIGN_WRITERS.find(each => each.name === name)
      const failed: string[] = []
      for (const place of sourcesAt(second)) {
        const into = new ExportCollector(name, place)
        writer?.collect(readOwnConfig(place), into)
        const outcomes = applyExport(into, (text, path, value) =>
          editJsonc(text, { kind: 'set', path, value }),
        )
        failed.push(...outcomes.flatMap(outcome => outcome.failed ?? []), ...into.items.map(item => item.to))
      }
      return failed
    }
    expect(send().length).toBeGreaterThan(0)
    const theirs = (): string =>
      spawnSync('sh', ['-c', 'find . -path "*/.capstan" -prune -o -type f -print | sort | xargs cat'], {
        cwd: second,
        encoding: 'utf8',
      }).stdout
    const written = theirs()
    expect(send()).toEqual([])
    expect(theirs()).toBe(written)
    for (const place of ['home/.capstan', 'project/.capstan', 'project/.mcp.json'])
      rmSync(join(second, place), { recursive: true, force: true })
    expect((await take(second, name)).failed).toEqual([])
    expect(normal(ours(second))).toEqual(normal(before))
  },
)

/** Order of keys and of rules means nothing; what no form of the program can say is not compared. */
const normal = (files: Readonly<Record<string, string>>): unknown =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      name.endsWith('.json') ? sorted(JSON.parse(text)) : text,
    ]),
  )

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.every(each => typeof each === 'string') ? value.toSorted() : value.map(sorted)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, key === 'args' ? each : sorted(each)]),
      )
    : value
}

test('nothing of another program is overwritten', async () => {
  await using tmp = tmpDir()
  put(tmp.path, FILES)
  await take(tmp.path)
  const theirs = {
    'project/opencode.json':
      '{\n  // theirs\n  "mcp": {"k": {"type": "local", "command": ["theirs"]}},\n  "permission": "ask"\n}\n',
    'project/.opencode/command/t.md': 'theirs',
  }
  put(tmp.path, theirs)
  for (const writer of FOREIGN_WRITERS)
    for (const place of sourcesAt(tmp.path)) {
      const into = new ExportCollector(writer.name, place)
      writer.collect(readOwnConfig(place), into)
      applyExport(into, (text, path, value) => editJsonc(text, { kind: 'set', path, value }))
    }
  const after = (name: string): string => readFileSync(join(tmp.path, name), 'utf8')
  expect(after('project/.opencode/command/t.md')).toBe('theirs')
  expect(after('project/opencode.json')).toContain('// theirs')
  expect(after('project/opencode.json')).toContain('"command": ["theirs"]')
  expect(after('project/opencode.json')).toContain('"permission": "ask"')
  expect(after('home/.codex/config.toml').startsWith(FILES['home/.codex/config.toml'] ?? '')).toBe(true)
  expect(after('home/.codex/AGENTS.md')).toBe('Be brief.')
})
