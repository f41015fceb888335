import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SUBCOMMANDS } from '../../src/cli/args/subcommands.ts'
import { chineseFaults } from '../support/chinese-faults.ts'
import { putFiles } from '../support/plugin-world.ts'
import { putSettings } from '../support/pty/put-settings.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const REPLIES = [
  { text: '我来看看。', tool: { name: 'Bash', input: { command: 'echo hi', description: '试一试' } } },
  { text: '好了。', repeat: true },
]

const openChinese = async (): Promise<World> => {
  const world = await openWorldHere({ replies: REPLIES })
  putSettings({ uiLanguage: 'zh' })(world)
  return world
}

/** Words of other programs, of files written for this test, and of what is typed as it stands. */
const FOREIGN: readonly RegExp[] = [
  /\b(?:git push origin|capstan [a-z -]+)\b/g,
  // What git, the reader of YAML and the interpreter of scripts say stands behind a sentence of ours.
  /(?<=[：] ?)(?:git rev-parse.*|fatal: .*|Flow sequence in .*|unexpected token in .*|a name is missing after .*|[\w ]*JSON at position.*)/g,
]

interface Said {
  readonly argv: string
  readonly english: readonly string[]
}

const walk = async (world: World, all: readonly (readonly string[])[]): Promise<readonly Said[]> => {
  const found: Said[] = []
  for (const argv of all) {
    const { stdout, stderr } = await world.run(argv)
    const text = FOREIGN.reduce((left, pattern) => left.replaceAll(pattern, '``'), `${stdout}\n${stderr}`)
    expect(text.trim(), argv.join(' ')).not.toBe('')
    const english = chineseFaults(text)
    if (english.length > 0) found.push({ argv: argv.join(' '), english })
  }
  return found
}

test('the help of every subcommand is Chinese', async () => {
  await using world = await openChinese()
  const names = SUBCOMMANDS.map(({ name }) => name).filter(name => name !== 'help')
  const groups = {
    permissions: ['explain', 'simulate', 'check'],
    sessions: 'list show grep export stats verify scan import purge mirror pack unpack'.split(' '),
    eval: 'run compare report list check init'.split(' '),
    profile: ['list', 'create'],
    plugin:
      'install uninstall enable disable update list details configure prune init test validate marketplace'.split(
        ' ',
      ),
    mcp: 'add add-json add-from-claude-desktop list get remove approve reset-project-choices login logout serve'.split(
      ' ',
    ),
    hooks: ['list', 'test', 'trace'],
    agents: ['list', 'running', 'stop', 'validate'],
    workflow: ['list', 'show', 'validate', 'run'],
    auth: ['login', 'status', 'logout'],
  }
  const deeper = Object.entries(groups).flatMap(([group, inner]) =>
    inner.map(each => [group, each, '--help']),
  )
  expect(await walk(world, [['--help'], ...names.map(name => [name, '--help']), ...deeper])).toEqual([])
})

test('what subcommands answer is Chinese', async () => {
  await using world = await openChinese()
  const market = putFiles(join(world.root, 'market'), {
    '.claude-plugin/marketplace.json': {
      name: 'acme',
      owner: { name: 'Acme' },
      plugins: [{ name: 'fmt', source: './plugins/fmt', description: '整理' }],
    },
    'plugins/fmt/.claude-plugin/plugin.json': {
      name: 'fmt',
      version: '1.0.0',
      userConfig: { level: { type: 'string', title: '级别', required: true } },
    },
    'plugins/fmt/skills/tidy/SKILL.md': '---\ndescription: 整理\n---\n整理。',
    'plugins/fmt/hooks/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } },
  })
  putFiles(world.project, {
    '.capstan/settings.json': {
      permissions: { deny: ['Bash(git push:*)'] },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }], Stopp: [] },
    },
    '.capstan/agents/look.md': '---\nname: look\ndescription: 查看\n---\n看。',
    '.capstan/workflows/two.yaml': 'name: two\nsteps:\n  - id: a\n    run: echo hi\n',
    'rules.json': { permissions: { allow: ['Bash(echo:*)'] } },
  })
  expect((await world.run(['-p', '--allowedTools', 'Bash', '--', '你好'])).code).toBe(0)
  expect(
    await walk(world, [
      ['trust'],
      ['trust', '--yes'],
      ['trust', '--list'],
      ['permissions', 'explain', 'rm -rf / && git push origin main'],
      ['permissions', 'explain', 'for f in *; do "$f"; done'],
      ['permissions', 'explain', 'npm test > out.txt; cat ~/.ssh/id_rsa'],
      [
        'permissions',
        'explain',
        '--tool',
        'WebFetch',
        '--input',
        '{"url":"https://example.com/","prompt":"x"}',
      ],
      ['permissions', 'simulate', '--rules', 'rules.json'],
      ['config', 'set', 'theme', 'light'],
      ['config', 'list'],
      ['config', 'unset', 'theme'],
      ['agents', 'list'],
      ['agents', 'validate'],
      ['agents', 'running'],
      ['hooks', 'list'],
      ['hooks', 'test', 'PreToolUse', '--tool', 'Bash'],
      ['hooks', 'trace'],
      ['mcp', 'list'],
      ['mcp', 'add', 'files', '--', 'true'],
      ['mcp', 'list'],
      ['mcp', 'get', 'files'],
      ['mcp', 'remove', 'files'],
      ['sessions', 'list'],
      ['sessions', 'show'],
      ['sessions', 'grep', '你好'],
      ['sessions', 'stats'],
      ['sessions', 'verify'],
      ['sessions', 'scan'],
      ['ledger'],
      ['ledger', '--all'],
      ['workflow', 'list'],
      ['workflow', 'show', 'two'],
      ['workflow', 'validate', 'two'],
      ['workflow', 'run', 'two'],
      ['plugin', 'list'],
      ['plugin', 'marketplace', 'list'],
      ['plugin', 'marketplace', 'add', market],
      ['plugin', 'list', '--available'],
      ['plugin', 'install', 'fmt', '--yes'],
      ['plugin', 'configure', 'fmt'],
      ['plugin', 'configure', 'fmt', 'level=1'],
      ['plugin', 'details', 'fmt'],
      ['plugin', 'list'],
      ['plugin', 'update'],
      ['plugin', 'disable', 'fmt'],
      ['plugin', 'enable', 'fmt'],
      ['plugin', 'marketplace', 'update'],
      ['plugin', 'validate', join(market, 'plugins/fmt')],
      ['plugin', 'test', join(market, 'plugins/fmt')],
      ['plugin', 'init', 'mine'],
      ['plugin', 'prune'],
      ['plugin', 'uninstall', 'fmt'],
      ['plugin', 'marketplace', 'remove', 'acme'],
      ['import'],
      ['export-config', 'codex'],
      ['auth', 'status'],
      ['auth', 'logout'],
      ['models'],
      ['doctor'],
      ['worktrees', 'list'],
      ['purge', '--dry-run'],
      ['completion', 'man'],
    ]),
  ).toEqual([])
})

const TASKS = {
  'evals/good/task.yaml':
    'name: good\nprompt: 写一个文件\nchecks:\n  - run: test -e made.txt\nreference:\n  run: touch made.txt\n',
  'evals/bad/task.yaml': 'name: bad\nprompt: [1\n',
  'evals/odd/task.yaml': 'name: odd\nprompt: 7\nchecks: nothing\nfrobs: 1\n',
  'evals/empty/note.txt': '',
  'workflows/bad.yaml': 'name: bad\nsteps: [1\n',
  'workflows/odd.yaml':
    'name: b d\nfrob: 1\nlimits: 5\ninputs:\n  9x: string\nsteps:\n  - id: 7\n    runn: x\n  - id: a\n    run: echo ${{ inputs.x }}\n    needs: [b]\n    env: { PATH: x }\n  - parallel: []\n  - id: a\n    agent: nosuch\n    prompt: ${{ steps.zz.output }} ${{ inputs.( }}\n    isolation: box\n    maxParallel: 99\n',
  'workflows/given.yaml': 'name: given\ninputs:\n  n: { type: integer }\nsteps:\n  - run: echo hi\n',
  '.mcp.json':
    '{"mcpServers": {"a": {"command": 5}, "b": {"type": "frob"}, "c": {"type": "http", "url": "ftp://x"}, "d/e": {"command": "x"}, "f": {"command": "x", "args": 1}, "g": {"command": "$${NOT_SET_HERE}"}}}'.replace(
      '$$',
      '$',
    ),
  '.capstan/agents/broken.md': '---\nname: broken\ndescription: x\ntools: 5\n---\nhi',
  '.capstan/agents/odd.md':
    '---\nname: odd\ndescription: x\ncolor: grue\nmaxTurns: many\nmemory: [a, b]\nhooks:\n  Stop: { type: frob }\n---\nhi',
  '.capstan/agents/none.md': '---\nname: none\n---\nhi',
  '.capstan/agents/bare.md': 'hi',
  '.capstan/skills/s/SKILL.md': '---\ndescription: [x\neffort: huge\n---\nhi',
  'plugin/.claude-plugin/plugin.json':
    '{"name": "Bad Name", "version": 7, "frob": 1, "hooks": "./nope.json", "mcpServers": "x", "keywords": {}, "author": 5, "monitors": [{"name": 1}], "dependencies": [5]}',
  'plugin/hooks/hooks.json': '{"hooks": {"Stop": 5}}',
  'market/.claude-plugin/marketplace.json':
    '{"name": "A B", "frob": 1, "plugins": [{"name": "x", "source": 5}, {"name": "y", "source": {"source": "github"}}]}',
  'swe.jsonl': '{"instance_id":"a__b-1"}\nnot json\n',
}

test('what evaluations, reviews, bisects and packed sessions say is Chinese', async () => {
  await using world = await openChinese()
  putFiles(world.project, {
    ...TASKS,
    'pass.txt': '一二三四五六七八\n',
    'a.js': 'let a = 1\n',
    'broken.js': '1 +',
    'wrong.js': 'await tools.Raed({})',
  })
  const git = (...args: readonly string[]) =>
    expect(
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: world.project })
        .status,
    ).toBe(0)
  git('init', '-q')
  git('add', 'a.js')
  git('commit', '-qm', 'a')
  expect((await world.run(['-p', '--allowedTools', 'Bash', '--', '你好'])).code).toBe(0)
  expect(
    await walk(world, [
      ['eval', 'list', 'evals/good'],
      ['eval', 'list', 'evals/bad'],
      ['eval', 'list', 'evals/odd'],
      ['eval', 'list', 'evals/empty'],
      ['eval', 'list', 'nosuch'],
      ['eval', 'list', 'swe.jsonl'],
      ['eval', 'list', '--runs'],
      ['eval', 'check', 'evals/good'],
      ['eval', 'check', 'evals/bad'],
      ['eval', 'run'],
      ['eval', 'run', 'nosuch'],
      ['eval', 'run', '--nosuch'],
      ['eval', 'run', '--repeat', 'x', 'evals/good'],
      ['eval', 'run', 'evals/good'],
      ['eval', 'report'],
      ['eval', 'report', 'nosuch'],
      ['eval', 'compare'],
      ['eval', 'compare', 'nosuch', 'neither'],
      ['eval', 'init', 'nosuch'],
      ['eval', 'frob'],
      ['review'],
      ['review', 'nosuch'],
      ['review', '#12'],
      ['review', '--format', 'x'],
      ['review', '--only', 'x'],
      ['review', '--fail-on', 'x'],
      ['review', '--resume', 'nosuch'],
      ['review', '--fix', 'x'],
      ['bisect'],
      ['bisect', '--', 'true'],
      ['bisect', '--', 'false'],
      ['bisect', 'nosuch', '--', 'true'],
      ['bisect', '--timeout', 'x', '--', 'true'],
      ['sessions', 'pack'],
      ['sessions', 'pack', '--passphrase-file', 'nosuch'],
      ['sessions', 'pack', 'nosuch', '--passphrase-file', 'pass.txt'],
      ['sessions', 'pack', '--passphrase-file', 'pass.txt', '--output', 'packed'],
      ['sessions', 'unpack'],
      ['sessions', 'unpack', 'nosuch'],
      ['sessions', 'unpack', 'a.js', '--passphrase-file', 'pass.txt'],
      ['script'],
      ['script', 'nosuch.js'],
      ['workflow', 'validate', 'workflows/bad.yaml'],
      ['workflow', 'validate', 'workflows/odd.yaml'],
      ['workflow', 'run', 'workflows/given.yaml', 'nosuch=1', 'odd'],
      ['mcp', 'list', '--mcp-config', 'nosuch'],
      ['mcp', 'add', 'a/b', '--', 'true'],
      ['mcp', 'add', '--transport', 'http', 'far', 'nowhere'],
      ['plugin', 'validate', 'plugin'],
      ['plugin', 'validate', 'market'],
      ['plugin', 'test', 'plugin'],
      ['plugin', 'marketplace', 'add', './nosuch'],
      ['plugin', 'marketplace', 'add', './market'],
      ['trust', '--yes'],
      ['mcp', 'list'],
      ['agents', 'validate'],
      ['agents', 'list'],
      ['doctor'],
      ['-p', '/skills'],
      ['-p', '/agents'],
      ['-p', '/extensions'],
      ['-p', '/mcp'],
      ['--agents', '{"a": 5, "b": {"prompt": "x", "tools": 7, "description": "y"}}', '-p', '/agents'],
      ['--agent', 'broken', '-p', 'x'],
      ['script', 'broken.js'],
      ['script', 'wrong.js'],
      ['script', '--nosuch', 'a.js'],
      ['profile', 'list'],
      ['profile', 'create'],
      ['profile', 'create', '../x'],
      ['profile', 'frob'],
      ['--profile', 'nosuch', 'config', 'list'],
      ['-p', '/code'],
      ['-p', '/rules'],
      ['-p', '/release-notes'],
      ['-p', '/loop'],
      ['-p', '/loop 5m 你好'],
      ['-p', '/script'],
      ['-p', '/script save x'],
      ['-p', '/powerup'],
      ['-p', '/powerup 3'],
    ]),
  ).toEqual([])
}, 120_000)

test('what is wrong with a command line is said in Chinese', async () => {
  await using world = await openChinese()
  mkdirSync(join(world.project, '.capstan'), { recursive: true })
  writeFileSync(join(world.project, '.capstan/settings.json'), '{"permissions": {"allow": 5}, "model": 7}')
  expect(
    await walk(world, [
      ['--nosuchflag'],
      ['-p', '--max-turns', 'x', '你好'],
      ['-p', '--model', 'no/such', '你好'],
      ['-p', '--resume', 'nobody', '你好'],
      ['config', 'get', 'nosuch'],
      ['config', 'set', 'theme', '7'],
      ['config', 'frob'],
      ['sessions', 'show', 'nobody'],
      ['sessions', 'list', '--limit', 'x'],
      ['ledger', '--kind', 'x'],
      ['ledger', '--who', 'x:1'],
      ['hooks', 'test', 'Nosuch'],
      ['hooks', 'frob'],
      ['mcp', 'get', 'nosuch'],
      ['mcp', 'remove', 'nosuch'],
      ['mcp', 'add'],
      ['mcp', 'login', 'nosuch'],
      ['plugin', 'install', 'nosuch'],
      ['plugin', 'uninstall', 'nosuch'],
      ['plugin', 'frob'],
      ['agents', 'stop', 'nosuch'],
      ['attach', 'nosuch'],
      ['logs', 'nosuch'],
      ['stop', 'nosuch'],
      ['respawn', 'nosuch'],
      ['rm', 'nosuch'],
      ['worktrees', 'merge', 'nosuch'],
      ['workflow', 'run', 'nosuch'],
      ['workflow', 'validate', 'nosuch'],
      ['permissions', 'explain'],
      ['permissions', 'explain', '--tool', 'Nosuch', '--input', '{}'],
      ['permissions', 'simulate'],
      ['permissions', 'simulate', '--rules', 'nosuch'],
      ['auth', 'login', 'nosuch'],
      ['auth', 'frob'],
      ['import', 'nosuch'],
      ['export-config', 'nosuch'],
      ['install', 'x.y'],
      ['replay', 'nosuch'],
      ['purge', '/nosuch'],
      ['trust', '/nosuch'],
      ['-p', '--json-schema', '{"type": 5}', '你好'],
      ['plugin', 'marketplace', 'add', 'https://127.0.0.1:9/m.json'],
      ['daemon'],
      ['doctor', '--nosuch'],
    ]),
  ).toEqual([])
})
