import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasBubblewrap, installedOf } from '../support/needs-program.ts'
import { startPty } from '../support/pty/program.ts'
import { type Ended, openWorld, PROGRAM_COMMAND, REPOSITORY, type World } from '../support/run-program.ts'

// Places like those that containers make, without an engine for them: bubblewrap takes away what such a place lacks.
const linux = process.platform === 'linux' && hasBubblewrap()

type Env = Readonly<Record<string, string | undefined>>

/** Arguments of bubblewrap for a place in which the world's own directories can be written to, and nothing else. */
const ROOT = ['--ro-bind', '/', '/', '--unshare-pid', '--proc', '/proc']
const own = (world: World): readonly string[] => ['--bind', world.root, world.root]

interface Place {
  readonly world: World
  readonly wrap: readonly string[]
  readonly env?: Env
}

const runIn = async ({ world, wrap, env = {} }: Place, args: readonly string[]): Promise<Ended> => {
  const command = [...wrap, '--chdir', world.project, ...PROGRAM_COMMAND] as unknown as [string, ...string[]]
  return await world.run(args, { command, env: { TMPDIR: world.root, ...env }, ends: true })
}

const ASKED = ['-p', 'go', '--allowedTools', 'Bash', '--output-format', 'stream-json']
const says = (command: string) => ({
  replies: [{ tool: { name: 'Bash', input: { command } } }, { text: 'done' }],
})

/** What the model read of its command. */
const resultIn = ({ lines }: Ended): string => {
  const [content] = lines.flatMap(line =>
    line.type === 'user' ? (line['message'] as { content: { content?: string }[] }).content : [],
  )
  return content?.content ?? ''
}

/** It starts on a terminal, and ends when told to. */
const starts = async ({ world, wrap, env = {} }: Place): Promise<number | null> => {
  const command = [...wrap, '--chdir', world.project, ...PROGRAM_COMMAND] as unknown as [string, ...string[]]
  await using screen = startPty(command, { env: { ...world.env, TMPDIR: world.root, ...env } })
  await screen.waitFor('ask first')
  screen.type('/exit\r')
  return await screen.exit
}

/** A run with a command, the demo and a start on a terminal, at once: all end well, and nothing is said about the machine. */
const works = async (place: Place): Promise<string> => {
  const [ran, shown, started] = await Promise.all([
    runIn(place, ASKED),
    runIn(place, ['demo', '--yes', '--fast']),
    starts(place),
  ])
  expect({ code: ran.code, stderr: ran.stderr, demo: shown.code, demoSaid: shown.stderr, started }).toEqual({
    code: 0,
    stderr: '',
    demo: 0,
    demoSaid: '',
    started: 0,
  })
  expect(shown.stdout).toContain("✔ The project's tests pass")
  return resultIn(ran)
}

test.runIf(linux)(
  'as the first process of a container it works, and what its commands leave behind does not hold it up',
  async () => {
    const count = 'grep -l "^State:.Z" /proc/[0-9]*/status | wc -l'
    const left = `until [ "$(${count})" -ge 3 ]; do sleep 0.01; done; echo left behind by $PPID`
    await using world = await openWorld(says(`for i in 1 2 3; do (setsid sleep 0.01 &); done; ${left}`))
    const wrap = ['bwrap', ...ROOT, '--as-pid-1', '--dev', '/dev', ...own(world)]
    expect(await works({ world, wrap, env: { TERM: undefined } })).toBe('left behind by 1')
  },
)

test.runIf(linux)(
  'on a read-only file system it works with a directory of its own, else says what it needs',
  async () => {
    await using world = await openWorld(says('touch file; echo home: ~'))
    const wrap = ['bwrap', ...ROOT, '--dev', '/dev']
    // The checkout may lie there as well.
    const seen = [world.project, REPOSITORY].flatMap(path => ['--ro-bind', path, path])
    const place = { world, wrap: [...wrap, '--tmpfs', '/tmp', ...seen] }
    const env = { TMPDIR: '/tmp', HOME: '/tmp', CAPSTAN_CONFIG_DIR: undefined }
    expect(await works({ ...place, env })).toMatch(/touch.*Read-only file system\nhome: \/tmp/)
    const bare = { world, wrap, env: { TMPDIR: undefined } }
    const [kept, shown] = await Promise.all([runIn(bare, ASKED), runIn(bare, ['demo', '--yes', '--fast'])])
    expect(kept.code).toBe(1)
    expect(kept.stdout).toContain(
      'the file system is read-only (EROFS). Choose another configuration directory',
    )
    expect(shown.stderr).toMatch(/^capstan: demo: can't create the project in .*Set TMPDIR to a directory/)
  },
)

test.runIf(linux)(
  'under a user id without a name it works with any home; without one it says so',
  async () => {
    await using world = await openWorld(says('id -u; id -un; echo home: ~'))
    const wrap = ['bwrap', ...ROOT, '--unshare-user', '--uid', '12345', '--gid', '12345', '--dev', '/dev']
    const place = { world, wrap: [...wrap, ...own(world)] }
    const homeless = { ...place, env: { HOME: undefined } }
    const env = { HOME: '/', CAPSTAN_CONFIG_DIR: world.config }
    const [housed, started, ran, shown] = await Promise.all([
      runIn({ ...place, env }, ASKED),
      starts({ ...place, env }),
      runIn(homeless, ASKED),
      runIn(homeless, ['demo', '--yes', '--fast']),
    ])
    expect(resultIn(housed)).toMatch(/^12345\nid: cannot find name.*\n12345\nhome: \//)
    expect({ code: housed.code, stderr: housed.stderr, started }).toEqual({ code: 0, stderr: '', started: 0 })
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({
      code: 1,
      stderr: 'capstan: HOME is empty. Set HOME to the full path of a directory.\n',
    })
    expect({ code: shown.code, stderr: shown.stderr }).toEqual({ code: 0, stderr: '' })
  },
)

test.runIf(linux)(
  'without /proc, shared memory, devices and TERM it works, and starts on a terminal',
  async () => {
    await using world = await openWorld({
      replies: [...says('ls /dev; printf "%s\\n" "${TERM-no TERM}"').replies, { text: 'I see you.' }],
    })
    const devices = [
      '--tmpfs',
      '/proc',
      '--tmpfs',
      '/dev',
      '--dev-bind',
      '/dev/null',
      '/dev/null',
      '--unsetenv',
      'TERM',
    ]
    const place = { world, wrap: ['bwrap', ...ROOT, ...devices, ...own(world)] }
    expect(await works(place)).toMatch(/^null\n/)
    await using screen = startPty(
      ['bwrap', ...place.wrap.slice(1), '--chdir', world.project, ...PROGRAM_COMMAND],
      {
        env: { ...world.env, TMPDIR: world.root },
      },
    )
    await screen.waitFor('ask first')
    screen.type('hello\r')
    await screen.waitFor('I see you.')
    screen.type('/exit\r')
    expect(await screen.exit).toBe(0)
  },
)

test.runIf(linux)('in a root without any device it starts, and what needs one says which', async () => {
  await using world = await openWorld(says('echo hello'))
  const place = { world, wrap: ['bwrap', ...ROOT, '--tmpfs', '/dev', ...own(world)] }
  const [ran, started, shown, doctor] = await Promise.all([
    runIn(place, ASKED),
    starts(place),
    runIn(place, ['demo', '--yes', '--fast']),
    runIn(place, ['doctor']),
  ])
  expect([ran.code, started]).toEqual([0, 0])
  expect(resultIn(ran)).toMatch(/^Commands need \/dev\/null, and it is not there\./)
  expect({ code: shown.code, stderr: shown.stderr }).toEqual({
    code: 1,
    stderr:
      'capstan: demo: /dev/null is missing, and commands need it. Add it to the container or chroot (mknod -m 666 /dev/null c 1 3).\n',
  })
  expect(doctor.stdout).toContain("✗ /dev/null not found: commands can't run")
})

/** The programs of a small system, all of them one; there is no bash among them and no git. */
const BUSYBOX = installedOf(['busybox'])
const APPLETS = 'sh ash ls cat id echo env sleep ps grep sed head tail mkdir rm test uname readlink'

test.runIf(linux && BUSYBOX.has('busybox'))(
  'on a small system without bash every way in says what is missing',
  async () => {
    await using world = await openWorld(says('echo hello'))
    const bin = join(world.root, 'bin')
    mkdirSync(bin)
    for (const name of APPLETS.split(' ')) symlinkSync('/usr/bin/busybox', join(bin, name))
    const system = [
      '/usr/lib',
      '/lib64',
      '/usr/bin/busybox',
      ...[REPOSITORY, process.execPath, PROGRAM_COMMAND[0]],
    ]
    const links = ['--symlink', 'usr/lib', '/lib']
    const wrap = ['bwrap', '--unshare-pid', ...system.flatMap(path => ['--ro-bind', path, path]), ...links]
    const devices = ['--dev', '/dev', '--proc', '/proc']
    const place = {
      world,
      wrap: [...wrap, ...devices, ...own(world), '--ro-bind', bin, '/bin'],
      env: { PATH: '/bin' },
    }
    const [ran, started, shown, doctor] = await Promise.all([
      runIn(place, ASKED),
      starts(place),
      runIn(place, ['demo', '--yes', '--fast']),
      runIn(place, ['doctor']),
    ])
    expect([ran.code, started]).toEqual([0, 0])
    expect(JSON.stringify(world.server.requests)).toMatch(
      /bash isn't installed.*Programs are those of busybox/,
    )
    expect(resultIn(ran)).toMatch(/^Commands need bash, and \/bin\/bash is not there\..*apk add bash/)
    expect({ code: shown.code, stderr: shown.stderr }).toEqual({
      code: 1,
      stderr:
        "capstan: demo: bash isn't installed, and commands run in it. Install it (Alpine: apk add bash).\n",
    })
    expect(doctor.stdout).toContain("✗ bash not found: commands can't run")
  },
)

/** As the usual filter of a container engine: no new namespaces, no mounts. For bubblewrap, as the kernel reads it. */
const writeFilter = (file: string): void => {
  const { clone, unshare, mount } =
    process.arch === 'arm64'
      ? { clone: 220, unshare: 97, mount: 40 }
      : { clone: 56, unshare: 272, mount: 165 }
  const [LOAD, EQUAL, ANY, ANSWER] = [0x20, 0x15, 0x45, 0x06]
  const [EPERM, ENOSYS, ALLOW] = [0x5_0001, 0x5_0026, 0x7fff_0000]
  const [NUMBER, FIRST_ARGUMENT, CLONE3, NEW_NAMESPACES] = [0, 16, 435, 0x7e02_0000]
  const rows = [
    [LOAD, 0, 0, NUMBER],
    [EQUAL, 0, 1, CLONE3],
    [ANSWER, 0, 0, ENOSYS],
    [EQUAL, 4, 0, unshare],
    [EQUAL, 3, 0, mount],
    [EQUAL, 0, 3, clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [ANY, 0, 1, NEW_NAMESPACES],
    [ANSWER, 0, 0, EPERM],
    [ANSWER, 0, 0, ALLOW],
  ] as const
  const filter = Buffer.alloc(8 * rows.length)
  for (const [at, [code, yes, no, value]] of rows.entries()) {
    filter.writeUInt16LE(code, 8 * at)
    filter.writeUInt8(yes, 8 * at + 2)
    filter.writeUInt8(no, 8 * at + 3)
    filter.writeUInt32LE(value, 8 * at + 4)
  }
  writeFileSync(file, filter)
}

test.runIf(linux)(
  'where no namespaces may be made the sandbox says what it needs, and all else works',
  async () => {
    const command = 'stat -f -c %b /dev/shm; unshare -U true'
    await using world = await openWorld({ replies: [...says(command).replies, ...says(command).replies] })
    const filter = join(world.root, 'filter')
    writeFilter(filter)
    const script = `exec bwrap --seccomp 9 "$@" 9<${filter}`
    const memory = ['--size', String(64 * 1024 ** 2), '--tmpfs', '/dev/shm']
    const wrap = ['sh', '-c', script, 'sh', ...ROOT, '--dev', '/dev', ...memory, ...own(world)]
    expect(await works({ world, wrap })).toMatch(/16384\nunshare: unshare failed: Operation not permitted/)
    mkdirSync(world.config, { recursive: true })
    writeFileSync(join(world.config, 'settings.json'), '{"sandbox": {"enabled": true}}')
    const { stderr } = await runIn({ world, wrap }, ['-p', 'again', '--allowedTools', 'Bash'])
    expect(stderr).toMatch(
      /The sandbox is on but isn't available here: bubblewrap may not create namespaces .*In a container: start it with --security-opt seccomp=unconfined/,
    )
  },
)

test.runIf(linux && BUSYBOX.has('busybox'))(
  'a stand-in for the usual C library, as Alpine has one, is not taken for it by the launcher',
  async () => {
    await using world = await openWorld({ replies: [] })
    const root = join(world.root, 'installed')
    const native = join(root, `node_modules/capstan-${process.platform}-${process.arch}`)
    for (const folder of [join(root, 'bin'), join(root, 'dist'), native])
      mkdirSync(folder, { recursive: true })
    copyFileSync(join(REPOSITORY, 'bin/capstan'), join(root, 'bin/capstan'))
    writeFileSync(join(root, 'dist/cli.mjs'), '')
    for (const folder of [root, native]) writeFileSync(join(folder, 'VERSION'), '1.2.3\n')
    writeFileSync(join(native, 'capstan'), '#!/bin/sh\necho native "$@"\n', { mode: 0o755 })
    const system = ['/usr/lib', '/lib64', '/usr/bin/busybox', world.root].flatMap(path => [
      '--ro-bind',
      path,
      path,
    ])
    const wrap = ['bwrap', '--unshare-pid', ...system, '--symlink', '/usr/bin/busybox', '/bin/sh']
    const launch = async (lib: readonly string[]): Promise<Ended> => {
      const command = [...wrap, ...lib, join(root, 'bin/capstan')] as unknown as [string, ...string[]]
      return await world.run(['doctor'], { command, env: { PATH: '/bin' } })
    }
    const names = readdirSync('/usr/lib').filter(name => name.includes('linux'))
    const loaders = names.flatMap(name => ['--symlink', `/usr/lib/${name}`, `/lib/${name}`])
    const [usual, standIn] = await Promise.all([
      launch(['--symlink', 'usr/lib', '/lib']),
      launch([...loaders, '--ro-bind', '/dev/null', '/lib/libgcompat.so.0']),
    ])
    expect(usual).toMatchObject({ code: 0, stdout: 'native doctor\n', stderr: '' })
    expect(standIn).toMatchObject({ code: 1, stdout: '' })
    expect(standIn.stderr).toContain('no runtime found. Install Node 20.19 or newer')
  },
)
