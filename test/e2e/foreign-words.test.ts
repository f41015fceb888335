import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { heldHere } from '../support/run-here.ts'
import { openWorld, type World } from '../support/run-program.ts'

/** Clears the screen, sets the title, changes the colour by one byte, turns the order of reading round. */
const EVIL = 'x\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\r'
/** C0 but tab and line feed, DEL, C1, and what turns the order of reading round. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const put = (path: string, content: unknown): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
}
const settings = (world: World, values: object): void => put(join(world.config, 'settings.json'), values)

interface Member {
  readonly fault?: object
  prepare?(world: World): void
  readonly args: readonly (readonly string[])[]
  /** What it says is not about something that ends the program, whose last words are its own. */
  readonly goesOn?: true
}

/** Who can bring words of their own, and where they come out. */
const MEMBERS: Readonly<Record<string, Member>> = {
  ...Object.fromEntries(
    [400, 401, 404, 413].map(status => [
      `a server that answers ${status}`,
      { fault: { kind: 'status', status, message: EVIL }, args: [['-p', 'hi']] },
    ]),
  ),
  'a hook': {
    prepare: world =>
      settings(world, {
        hooks: Object.fromEntries(
          ['SessionStart', 'UserPromptSubmit', 'Stop'].map(event => [
            event,
            [{ hooks: [{ type: 'command', command: `printf '%b' 'x\\033[2J\\302\\23331m' >&2; exit 1` }] }],
          ]),
        ),
      }),
    args: [['-p', '--verbose', 'hi'], ['--init-only']],
  },
  'a server of tools that does not start': {
    goesOn: true,
    prepare: world =>
      put(join(world.config, 'mcp.json'), {
        mcpServers: {
          bad: { command: '/bin/sh', args: ['-c', `printf '%b' 'x\\033[2J\\302\\23331m' >&2; exit 1`] },
        },
      }),
    args: [
      ['-p', '--verbose', 'hi'],
      ['mcp', 'list'],
      ['mcp', 'get', 'bad'],
    ],
  },
  settings: {
    prepare: world => settings(world, { model: EVIL, permissions: { allow: [EVIL], nonsense: EVIL } }),
    args: [['config', 'list'], ['config', 'get', 'model'], ['doctor'], ['-p', 'hi']],
  },
  'settings that are broken': {
    prepare: world => settings(world, `{ "model": ${EVIL}` as never),
    args: [['config', 'list'], ['doctor'], ['-p', 'hi']],
  },
  'an agent': {
    goesOn: true,
    prepare: world =>
      put(
        join(world.config, 'agents/bad.md'),
        `---\nname: bad\ndescription: "x\\e[2J"\nmodel: "y\\e[2J"\ntools: "z\\e[2J"\n---\n${EVIL}\n`,
      ),
    args: [['agents'], ['agents', 'validate']],
  },
  'the command line': {
    args: [
      [`--${EVIL}`],
      ['sessions', EVIL],
      ['-p', '--model', EVIL, 'hi'],
      ['-p', '--resume', EVIL, 'hi'],
      ['logs', EVIL],
    ],
  },
  'a session': {
    goesOn: true,
    prepare: world =>
      put(
        join(
          world.config,
          'projects',
          world.project.replace(/[^A-Za-z0-9]/g, '-'),
          'cccccccc-1234-4234-8234-123456789abc.jsonl',
        ),
        [
          {
            type: 'user',
            uuid: '11111111-1234-4234-8234-123456789abc',
            parentUuid: null,
            sessionId: 'cccccccc-1234-4234-8234-123456789abc',
            isSidechain: false,
            userType: 'external',
            timestamp: '2026-01-01T00:00:00.000Z',
            cwd: world.project,
            version: EVIL,
            gitBranch: EVIL,
            message: { role: 'user', content: EVIL },
          },
          {
            type: 'custom-title',
            customTitle: EVIL,
            sessionId: 'cccccccc-1234-4234-8234-123456789abc',
          },
        ]
          .map(entry => `${JSON.stringify(entry)}\n`)
          .join(''),
      ),
    args: [
      ['sessions', 'list'],
      ['sessions', 'show', 'cccccccc-1234-4234-8234-123456789abc'],
      ['ledger'],
      ['sessions', 'verify', 'cccccccc-1234-4234-8234-123456789abc'],
    ],
  },
  'a plugin': {
    prepare: world =>
      put(join(world.project, 'plug/.claude-plugin/plugin.json'), {
        name: EVIL,
        version: EVIL,
        description: EVIL,
      }),
    args: [
      ['plugin', 'validate', 'plug'],
      ['plugin', 'install', EVIL],
    ],
  },
}

test.each(Object.entries(MEMBERS))('the words of %s cannot act on a terminal', async (_, member) => {
  let said = ''
  for (const args of member.args) {
    await using world = await openWorld({
      replies: [{ text: 'fine', ...(member.fault ? { fault: member.fault as never } : {}), repeat: true }],
    })
    member.prepare?.(world)
    const { stdout, stderr } = await (member.goesOn ? heldHere(world) : world).run(args)
    expect([args, UNSAFE.exec(stderr)?.[0], UNSAFE.exec(stdout)?.[0]]).toEqual([args, undefined, undefined])
    said += stdout + stderr
  }
  expect(said).not.toBe('')
})
