import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { initRepository } from '../support/git-repository.ts'
import { hasBubblewrap, hasGit } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]

interface Trial {
  readonly calls: readonly Call[]
  readonly settings?: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, string>>
  /** As core.hooksPath. */
  readonly hooksPath?: string
}

/** A trusted repository in which a model makes calls one after the other. */
const open = async ({ calls, settings = {}, files = {}, hooksPath }: Trial): Promise<World> => {
  const world = await openWorldHere({
    replies: [
      ...calls.map(([name, input], at) => ({ tool: { name, id: `c${at}`, input } })),
      { text: 'said' },
    ],
  })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
  initRepository(world.project)
  for (const [name, text] of Object.entries({ 'a.txt': 'a\n', ...files })) {
    mkdirSync(dirname(join(world.project, name)), { recursive: true })
    writeFileSync(join(world.project, name), text)
    if (text.startsWith('#!')) chmodSync(join(world.project, name), 0o755)
  }
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@a']
    execFileSync('git', [...identity, ...args], { cwd: world.project, stdio: 'ignore' })
  }
  git('add', '.')
  git('commit', '-qm', 'first')
  if (hooksPath !== undefined) git('config', 'core.hooksPath', hooksPath)
  return world
}

const SANDBOX = { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }
const RUN = ['--trust', '--allowedTools', 'Bash,EnterWorktree', '--', 'go']
const evil = (mark: string): string => `printf '#!/bin/sh\\ntouch ${mark}\\n'`

describe.skipIf(!hasBubblewrap() || !hasGit())('with bubblewrap and git', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['there', { '.githooks/post-checkout': '#!/bin/sh\ntrue\n' }],
    ['not there yet', {}],
  ])(
    'a sandboxed command plants no git hook, and a worktree runs none: the directory is %s',
    async (_, files) => {
      const plant = `mkdir -p .githooks; rm -f .githooks/post-checkout; ${evil('/tmp/x')} > .githooks/post-checkout; chmod +x .githooks/post-checkout; mv .githooks other; mkdir .githooks; cp evil.sh .githooks/post-checkout; true`
      await using world = await open({
        settings: SANDBOX,
        hooksPath: '.githooks',
        files: {
          ...files,
          'evil.sh': '#!/bin/sh\ntouch "$(git rev-parse --path-format=absolute --git-common-dir)/../mark"\n',
        },
        calls: [
          ['Bash', { command: plant }],
          ['EnterWorktree', { name: 'x' }],
        ],
      })
      await world.stream(RUN)
      const hook = join(world.project, '.githooks/post-checkout')
      expect(existsSync(hook) ? readFileSync(hook, 'utf8') : '').toBe(files['.githooks/post-checkout'] ?? '')
      expect(JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])).toContain(
        'in the worktree x now',
      )
      expect(existsSync(join(world.project, 'mark'))).toBe(false)
    },
  )

  test.each([
    ['overwrites it', 'cp evil.sh scripts/fmt.sh'],
    ['replaces its directory', 'mv scripts old; mkdir scripts; cp evil.sh scripts/fmt.sh'],
    ['puts a link there', 'rm -rf scripts; ln -s other scripts'],
    ['makes one where it goes', 'mkdir -p sub/scripts; cp evil.sh sub/scripts/fmt.sh; cd sub'],
  ])('a sandboxed command that %s does not change what a hook runs', async (_, command) => {
    const hook = { hooks: [{ type: 'command', command: 'sh ./scripts/fmt.sh' }] }
    await using world = await open({
      settings: { ...SANDBOX, hooks: { PostToolUse: [hook] } },
      files: {
        'scripts/fmt.sh': '#!/bin/sh\ntrue\n',
        'other/fmt.sh': '#!/bin/sh\ntouch "$CAPSTAN_PROJECT_DIR/mark"\n',
        'evil.sh': '#!/bin/sh\ntouch "$CAPSTAN_PROJECT_DIR/mark"\n',
      },
      calls: [
        ['Bash', { command }],
        ['Bash', { command: 'true' }],
      ],
    })
    await world.stream(RUN)
    expect(existsSync(join(world.project, 'mark'))).toBe(false)
  })
})

/** Stands for a program of the system and notes what it is started with. */
const noting = (world: World, name: string): { readonly path: string; lines(): readonly string[] } => {
  const directory = join(world.config, '../programs')
  const notes = join(directory, 'notes')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, name), `#!/bin/sh\necho "$*" >> ${notes}\nexec /usr/bin/${name} "$@"\n`)
  chmodSync(join(directory, name), 0o755)
  const lines = () => (existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : [])
  return { path: `${directory}:${process.env['PATH']}`, lines }
}

describe.skipIf(!hasBubblewrap() || !hasGit())('git of our own, in a session with a sandbox', () => {
  test('runs inside: worktrees, and what a rewind needs', async () => {
    await using world = await open({
      settings: SANDBOX,
      hooksPath: '.githooks',
      files: { '.githooks/post-checkout': '#!/bin/sh\ntouch /tmp/never\n' },
      calls: [
        ['Bash', { command: 'echo new > made.txt' }],
        ['EnterWorktree', { name: 'x' }],
        ['ExitWorktree', { action: 'remove' }],
      ],
    })
    const bwrap = noting(world, 'bwrap')
    await world.stream(RUN, { env: { PATH: bwrap.path } })
    const runs = bwrap.lines().filter(line => /\/git /.test(line))
    for (const words of ['worktree add', 'worktree list', 'worktree remove', 'ls-files', 'config --list'])
      expect([words, runs.some(line => line.includes(words))]).toEqual([words, true])
    // A question has no directory that it could write.
    const questions = runs.filter(line =>
      /worktree list|ls-files|config --list|rev-parse|for-each-ref/.test(line),
    )
    expect(questions.filter(line => / --bind /.test(line))).toEqual([])
    expect(JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])).toContain('removed')
  })
})

test.skipIf(!hasGit())(
  'where no sandbox can be had, worktrees are made all the same, and run nothing',
  async () => {
    await using world = await open({
      settings: SANDBOX,
      hooksPath: '.githooks',
      files: { '.githooks/post-checkout': '#!/bin/sh\ntouch "$CAPSTAN_PROJECT_DIR/mark"\n' },
      calls: [['EnterWorktree', { name: 'x' }]],
    })
    const bare = join(world.config, '../bare')
    mkdirSync(bare)
    await world.stream(RUN, { env: { PATH: bare } })
    const said = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
    expect(said).toContain('in the worktree x now')
    expect(said).toContain('the git hook .githooks/post-checkout')
    expect(existsSync(join(world.project, 'mark'))).toBe(false)
  },
)

test.skipIf(!hasGit()).each<[string, Call]>([
  ['Write', ['Write', { file_path: 'scripts/fmt.sh', content: 'touch mark\n' }]],
  ['a command', ['Bash', { command: 'cp evil.sh scripts/fmt.sh' }]],
  ['a hook of git', ['Bash', { command: 'mkdir .githooks && cp evil.sh .githooks/post-checkout' }]],
])('acceptEdits does not change what settings run: %s', async (_, [tool, input]) => {
  await using world = await open({
    settings: { hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: './scripts/fmt.sh' }] }] } },
    hooksPath: '.githooks',
    files: { 'evil.sh': '#!/bin/sh\ntouch mark\n' },
    calls: [
      [tool, 'file_path' in input ? { ...input, file_path: 'scripts/fmt.sh' } : input],
      ['EnterWorktree', { name: 'x' }],
    ],
  })
  await world.stream(['--trust', '--permission-mode', 'acceptEdits', '--', 'go'])
  const said = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
  expect(said).toMatch(/is protected: (?:the PostToolUse hook|git \(core\.hookspath\)) runs it/)
  expect(existsSync(join(world.project, '.githooks/post-checkout'))).toBe(false)
  expect(existsSync(join(world.project, 'scripts/fmt.sh'))).toBe(false)
})
