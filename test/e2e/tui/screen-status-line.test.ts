import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import type { World } from '../../support/run-program.ts'
import { usual } from '../../support/usual-models.ts'

/** A status line of the person's own. */
const withScript =
  (script: string, more: object = {}) =>
  (world: World): void => {
    const file = join(world.root, 'statusline.sh')
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    putSettings({ statusLine: { type: 'command', command: file }, ...more })(world)
  }
const FINE = { replies: [{ text: 'Fine.', repeat: true }] }

test('a status line script is told everything there is, as JSON, and its lines stand at the bottom', async () => {
  await using terminal = await openTerminalHere(FINE, {
    args: ['--add-dir', '/usr/share'],
    early: true,
    prepare: withScript(`cat > "${'$'}{0%/*}/told.json"; printf 'mine\\nand more\\n'`, {
      outputStyle: 'Concise',
    }),
  })
  const { program, world } = terminal
  await program.waitFor('and more')
  terminal.say('hello')
  await program.waitFor('Fine.')
  const told = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(world.root, 'told.json'), 'utf8').trim() || '{}')
  await expect
    .poll(() => (told()['context_window'] as { current_usage: unknown } | undefined)?.current_usage)
    .toBeTruthy()
  expect(
    program
      .screen()
      .filter(line => line !== '')
      .slice(-3),
  ).toEqual(['mine', 'and more', expect.stringContaining('ask first')])
  const [session] = world.sessions()
  expect(told()).toEqual({
    hook_event_name: 'Status',
    cwd: world.project,
    session_id: session?.id,
    prompt_id: expect.any(String),
    prompt_cache: expect.objectContaining({ requests: 1, misses: 0, warm: true }),
    transcript_path: session?.path,
    version: expect.stringMatching(/^\d/),
    model: { id: usual('sonnet'), display_name: expect.any(String) },
    workspace: { current_dir: world.project, project_dir: world.project, added_dirs: ['/usr/share'] },
    output_style: { name: 'Concise' },
    cost: {
      total_cost_usd: expect.any(Number),
      total_duration_ms: expect.any(Number),
      total_api_duration_ms: expect.any(Number),
      total_lines_added: 0,
      total_lines_removed: 0,
    },
    context_window: {
      total_input_tokens: expect.any(Number),
      total_output_tokens: expect.any(Number),
      context_window_size: expect.any(Number),
      used_percentage: expect.any(Number),
      remaining_percentage: expect.any(Number),
      current_usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cache_creation_input_tokens: expect.any(Number),
        cache_read_input_tokens: expect.any(Number),
      },
    },
    exceeds_200k_tokens: false,
    fast_mode: false,
    thinking: { enabled: expect.any(Boolean) },
  })
})

test('a status line script is told the agent, the repository and the worktree the session runs in', async () => {
  await using terminal = await openTerminalHere(FINE, {
    args: ['--worktree', 'fix', '--agent', 'general-purpose'],
    early: true,
    prepare(world) {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: world.project, stdio: 'ignore' })
      git('init', '-q', '-b', 'trunk')
      git('remote', 'add', 'origin', 'git@example.org:acme/tool.git')
      git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'x')
      withScript(`cat > "${'$'}{0%/*}/told.json"; echo mine`)(world)
    },
  })
  const { program, world } = terminal
  await program.waitFor('mine')
  const told = () => JSON.parse(readFileSync(join(world.root, 'told.json'), 'utf8').trim() || '{}')
  await expect.poll(() => told().worktree, { timeout: 10_000 }).toBeTruthy()
  const path = told().cwd
  expect(told()).toMatchObject({
    agent: { name: 'general-purpose' },
    workspace: { git_worktree: 'fix', repo: { host: 'example.org', owner: 'acme', name: 'tool' } },
    worktree: {
      name: 'fix',
      path,
      branch: 'worktree-fix',
      original_cwd: world.project,
      original_branch: 'trunk',
    },
  })
  expect(told()).not.toHaveProperty('prompt_id')
})

test('of what a script prints only colours and links reach the terminal', async () => {
  await using terminal = await openTerminalHere(FINE, {
    early: true,
    prepare: withScript(
      `printf '\\033[31mred\\033[0m\\033[2J\\033]0;owned\\007\\033[3A\\033[?1049h\\033Pq\\033\\\\ tail\\n'; printf 'two\\nthree\\nfour\\nfive\\n'`,
    ),
  })
  const { program } = terminal
  const row = await program.waitFor(/red.*tail/)
  expect(program.cell(0, row).colour).not.toBe('default')
  expect(program.isAlternate()).toBe(false)
  expect(program.title()).not.toContain('owned')
  expect(program.raw.map(({ bytes }) => bytes).join('')).not.toContain('\u001b[2J')
  expect(program.screen().join('\n')).toContain('three')
  expect(program.screen().join('\n')).not.toContain('four')
})

test('a script that fails says so in its place, and the conversation goes on', async () => {
  await using terminal = await openTerminalHere(FINE, {
    early: true,
    prepare: withScript('echo "jq: not found" >&2; exit 3'),
  })
  await terminal.program.waitFor(/status line failed \(3\).*jq: not found/)
  terminal.say('hello')
  await terminal.program.waitFor('Fine.')
})

test('a status line that a settings file gets while the session runs does not run', async () => {
  await using terminal = await openTerminalHere(FINE, {
    prepare: withScript("printf 'mine\\n'"),
    early: true,
  })
  const { program, world } = terminal
  await program.waitFor(/^mine$/)
  putSettings({
    statusLine: { type: 'command', command: `touch ${join(world.root, 'ran')}; echo evil` },
    editorMode: 'vim',
  })(world)
  // The rest of the file counts: by that one sees that it was read.
  await program.waitFor('INSERT')
  terminal.say('hello')
  await program.waitFor('Fine.')
  await program.settled(400)
  expect(program.screen().join('\n')).not.toContain('evil')
  expect(() => readFileSync(join(world.root, 'ran'))).toThrow()
})
