import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { heldToPermissions } from '../support/drop-rights.ts'
import {
  type Ended,
  IS_OTHER_PROGRAM,
  openWorld,
  PROGRAM_COMMAND,
  type World,
} from '../support/run-program.ts'
import { sampleSize } from '../support/sample-size.ts'

/** What only prints, what reads and writes files of its own, and what talks. */
const COMMANDS: readonly (readonly string[])[] = [
  ['-p', 'hi'],
  ['doctor'],
  ['config', 'set', 'model', 'opus'],
  ['-p', '--output-format', 'stream-json', 'hi'],
  ['--help'],
  ['sessions', 'list'],
  ['-p', '--output-format', 'json', 'hi'],
  ['permissions', 'explain', 'ls'],
  ['mcp', 'list'],
  ['mcp', 'add', 'x', '--', 'echo'],
  ['auth', 'status'],
  ['plugin', 'list'],
  ['models'],
  ['agents'],
  ['hooks'],
  ['completion', 'bash'],
  ['import', '--dry-run'],
  ['--version'],
]

const HELD = process.platform === 'linux' ? heldToPermissions(PROGRAM_COMMAND.at(-1) ?? '') : undefined

const inShell = (script: string): [string, ...string[]] => [
  '/bin/bash',
  '-c',
  script,
  'fault',
  ...PROGRAM_COMMAND,
]

/** A fault of the machine around a run. */
const FAULTS: Readonly<Record<string, (world: World, args: readonly string[]) => Promise<Ended>>> = {
  'a home that is a file': async (world, args) => {
    rmSync(world.home, { recursive: true })
    writeFileSync(world.home, 'a file')
    return await world.run(args, { env: { CAPSTAN_CONFIG_DIR: undefined } })
  },
  'a config home that is a file': async (world, args) => {
    writeFileSync(world.config, 'a file')
    return await world.run(args)
  },
  'a config home that nobody may write to': async (world, args) => {
    mkdirSync(world.config)
    chmodSync(world.config, 0o555)
    const [command, ...before] = [...(HELD ?? []), ...PROGRAM_COMMAND]
    return await world.run(args, { command: [command ?? '', ...before] })
  },
  'a home that nobody may write to': async (world, args) => {
    chmodSync(world.home, 0o555)
    const [command, ...before] = [...(HELD ?? []), ...PROGRAM_COMMAND]
    return await world.run(args, {
      env: { CAPSTAN_CONFIG_DIR: undefined },
      command: [command ?? '', ...before],
    })
  },
  'output on a full disk': async (world, args) =>
    await world.run(args, { command: inShell('exec "$@" > /dev/full') }),
  'few file descriptors': async (world, args) =>
    await world.run(args, { command: inShell('ulimit -n 24; exec "$@"') }),
  'output that nobody reads': async (world, args) =>
    await world.run(args, { command: inShell('{ "$@"; echo "code $?" >&2; } | true') }),
}

const cases = Object.keys(FAULTS)
  .filter(fault => HELD !== undefined || !fault.includes('nobody may write'))
  .flatMap((fault, at) => {
    // In every run each fault meets one of the three kinds, in turn.
    const from = sampleSize({ usual: at % 3, full: 0 })
    const most = sampleSize({ usual: 1, full: COMMANDS.length })
    return COMMANDS.slice(from, from + most).map(args => [fault, args] as const)
  })

test.runIf(process.platform === 'linux').each(cases)(
  '%s is no crash of %j: a sentence at most, and no stack',
  async (fault, args) => {
    await using world = await openWorld({ replies: [{ text: 'hello', repeat: true }] })
    const ended = await FAULTS[fault]?.(world, args)
    expect(ended?.signal).toBeNull()
    expect(ended?.stderr).not.toMatch(/something went wrong inside|^\s+at |Unhandled|\bE[A-Z]+: /m)
    if (fault === 'output on a full disk') {
      expect(ended?.code).toBe(1)
      expect(ended?.stderr).toContain("Can't write the output: the disk is full")
    }
    if (fault === 'output that nobody reads') expect(ended?.stderr).toMatch(/^code 141$/m)
  },
)

test.runIf(process.platform === 'linux' && !IS_OTHER_PROGRAM)(
  'a host that goes away in the middle of a turn takes the run along',
  async () => {
    await using world = await openWorld({
      replies: [{ text: 'word '.repeat(400), chunkMs: 5, repeat: true }],
    })
    const program = world.start(
      ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--include-partial-messages'],
      { input: 'keep' },
    )
    program.say({ type: 'user', message: { role: 'user', content: 'a' } })
    await program.line(line => line.type === 'stream_event')
    program.child.stdout.destroy()
    expect(await program.ended).toMatchObject({ code: 141, stderr: '' })
    expect(world.server.requests.length).toBe(1)
  },
)
