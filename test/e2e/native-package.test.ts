import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { openNewcomer } from '../support/installed-package.ts'
import { nativeProgram } from '../support/native-program.ts'
import { openRegistry } from '../support/registry.ts'
import { API_KEY, openWorld, REPOSITORY } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const VERSION = readFileSync(join(REPOSITORY, 'VERSION'), 'utf8').trim()
const NATIVE = `capstan-${process.platform}-${process.arch}`
const OTHER = process.platform === 'linux' ? 'capstan-darwin-arm64' : 'capstan-linux-x64'
const built = nativeProgram()

const put = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

const putNative = (folder: string, version: string): void => {
  put(join(folder, 'capstan'), `#!/bin/sh\necho native ${version} "$@"\n`, 0o755)
  put(join(folder, 'VERSION'), `${version}\n`)
  put(join(folder, 'package.json'), JSON.stringify({ name: NATIVE, version }))
}

/** An installation in which both programs only say who they are. */
const openInstalled = () => {
  const tmp = tmpDir()
  const modules = join(tmp.path, 'lib/node_modules')
  const root = join(modules, 'capstan')
  put(join(root, 'bin/capstan'), readFileSync(join(REPOSITORY, 'bin/capstan'), 'utf8'), 0o755)
  put(join(root, 'VERSION'), `${VERSION}\n`)
  put(join(root, 'dist/cli.mjs'), "console.log('node', ...process.argv.slice(2))")
  const run = (env: Readonly<Record<string, string>> = {}) => {
    const { stdout, stderr } = spawnSync(join(root, 'bin/capstan'), ['a b'], {
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
    })
    return [stdout, stderr]
  }
  return { modules, root, run, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test('the launcher starts the native program inside the package or beside it, unless it is told not to', async () => {
  await using installed = openInstalled()
  expect(installed.run()).toEqual(['node a b\n', ''])
  for (const folder of [installed.modules, join(installed.root, 'node_modules')]) {
    putNative(join(folder, NATIVE), VERSION)
    expect(installed.run()).toEqual([`native ${VERSION} a b\n`, ''])
    expect(installed.run({ CAPSTAN_RUNTIME: 'node' })).toEqual(['node a b\n', ''])
    // Somebody else's package, and one for another machine, change nothing.
    put(join(folder, 'capstan-else-where/capstan'), '#!/bin/sh\necho else\n', 0o755)
    putNative(join(folder, OTHER), VERSION)
    expect(installed.run()).toEqual([`native ${VERSION} a b\n`, ''])
    for (const name of [NATIVE, OTHER]) rmSync(join(folder, name), { recursive: true })
  }
  expect(installed.run()).toEqual(['node a b\n', ''])
})

test.each<[string, (modules: string) => void]>([
  [`${OTHER}/capstan is for another machine`, modules => putNative(join(modules, OTHER), VERSION)],
  [
    `${NATIVE}/capstan is version 0.0.1, not ${VERSION}`,
    modules => putNative(join(modules, NATIVE), '0.0.1'),
  ],
  [
    `${NATIVE}/capstan can't be executed`,
    modules => {
      putNative(join(modules, NATIVE), VERSION)
      chmodSync(join(modules, NATIVE, 'capstan'), 0o644)
    },
  ],
])(
  'where the native program can not run one sentence says so, and Node runs instead: %s',
  async (said, damage) => {
    await using installed = openInstalled()
    damage(installed.modules)
    const [stdout, stderr] = installed.run()
    expect(stdout).toBe('node a b\n')
    expect(stderr).toContain(`${said}, so this runs on Node. Install Capstan again to mend that\n`)
  },
)

const NEW = '99.1.0'

/** The program as it is, installed with a native program that only says its version, and the next version of both. */
const openUpdate = async (root: string, swapped?: string) => {
  const installed = join(root, 'lib/node_modules/capstan')
  for (const name of ['bin', 'dist', 'VERSION', 'CHANGELOG.md', 'package.json'])
    cpSync(join(REPOSITORY, name), join(installed, name), {
      recursive: true,
      filter: source => !/compile-cache|dist[/](?:native|packages)/.test(source),
    })
  const place = join(installed, 'node_modules', NATIVE)
  putNative(place, VERSION)
  const pack = (name: string, fill: (folder: string) => void): string => {
    const folder = join(root, 'packed', name)
    fill(join(folder, 'package'))
    execFileSync('tar', ['-czf', 'packed.tgz', 'package'], { cwd: folder })
    return join(folder, 'packed.tgz')
  }
  const registry = await openRegistry(
    [
      pack('capstan', folder => {
        cpSync(join(REPOSITORY, 'bin/capstan'), join(folder, 'bin/capstan'), { recursive: true })
        put(join(folder, 'package.json'), JSON.stringify({ name: 'capstan', version: NEW }))
        put(join(folder, 'VERSION'), `${NEW}\n`)
        put(join(folder, 'CHANGELOG.md'), `## ${NEW}\n\n- Sails further.\n`)
        put(join(folder, 'dist/cli.mjs'), `console.log('${NEW} (Capstan)')`)
      }),
      pack(NATIVE, folder => {
        putNative(folder, NEW)
        put(join(folder, 'capstan'), `#!/bin/sh\necho '${NEW} (Capstan), native'\n`, 0o755)
      }),
    ],
    swapped,
  )
  return {
    command: [join(installed, 'bin/capstan')] as [string],
    place,
    env: {
      PATH: `${join(REPOSITORY, 'node_modules/.bin')}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      npm_config_registry: registry.url,
      npm_config_cache: join(root, 'npm'),
    },
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  }
}

test('an update brings the native program of the same version, or nothing of either', async () => {
  await using world = await openWorld({ replies: [] })
  {
    await using swapped = await openUpdate(world.root, NATIVE)
    const { command, env, place } = swapped
    const ended = await world.run(['update'], { command, env: { ...env, CAPSTAN_RUNTIME: 'node' } })
    expect([ended.code, ended.stderr]).toEqual([
      1,
      `capstan: The signature of Capstan ${NEW} isn't valid, so nothing was changed: it doesn't match the package.\n`,
    ])
    expect((await world.run(['x'], { command, env })).stdout).toBe(`native ${VERSION} x\n`)
    expect(readdirSync(place).sort()).toEqual(['VERSION', 'capstan', 'package.json'])
    rmSync(env.npm_config_cache, { recursive: true, force: true })
  }
  await using update = await openUpdate(world.root)
  const { command, env, place } = update
  const ended = await world.run(['update'], { command, env: { ...env, CAPSTAN_RUNTIME: 'node' } })
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  expect(ended.stdout).toContain(`Updated Capstan from ${VERSION} to ${NEW}.`)
  expect((await world.run(['x'], { command, env })).stdout).toBe(`${NEW} (Capstan), native\n`)
  expect(readdirSync(place).sort()).toEqual(['VERSION', 'capstan', 'package.json'])
})

test('installed without optional packages it is Node, and doctor says what is missing; installed again it is the native program', async () => {
  await using store = tmpDir()
  await using newcomer = openNewcomer()
  // The real one takes half a minute to pack and to unpack.
  const programs = join(store.path, 'programs')
  put(join(programs, NATIVE), '#!/bin/sh\necho native "$@"\n')
  const packages = join(store.path, 'packages')
  execFileSync(process.execPath, ['scripts/pack-npm.mjs', '--programs', programs], {
    cwd: REPOSITORY,
    env: { ...process.env, CAPSTAN_PACKAGES: packages },
  })
  await using registry = await openRegistry(readdirSync(packages).map(name => join(packages, name)))
  const npm = `npm --registry ${registry.url} --no-offline install`
  const capstan = join(newcomer.folder, 'node_modules/.bin/capstan')
  // With -g npm pays no attention to that.
  expect(await newcomer.run(`${npm} capstan --omit=optional`)).toMatchObject({ code: 0, stderr: '' })
  await using server = Object.assign(await serveScenario({ replies: [{ text: 'node' }] }), {
    [Symbol.asyncDispose]: async (): Promise<void> => void (await server.close()),
  })
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: API_KEY }
  expect(await newcomer.run(`${capstan} -p hi`, env)).toEqual({ code: 0, stdout: 'node\n', stderr: '' })
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  const english = (await newcomer.run(`${capstan} doctor`, bus)).stdout
  for (const said of LEFT_OUT.en) expect(english).toContain(said)
  expect(english.split('Reinstall Capstan without --omit=optional.')).toHaveLength(5)
  await newcomer.run(`umask 077 && mkdir -p ${newcomer.home}/.capstan && cd ${newcomer.home}/.capstan &&
    echo '{"uiLanguage": "zh"}' >settings.json && echo '{"providers": {"anthropic": {"keychain": "key"}}}' >credentials.json`)
  const chinese = (await newcomer.run(`${capstan} doctor`, bus)).stdout
  for (const said of LEFT_OUT.zh) expect(chinese).toContain(said)

  for (const [how, program] of [
    ['', capstan],
    [`-g --prefix ${newcomer.folder}`, join(newcomer.folder, 'bin/capstan')],
  ]) {
    expect(await newcomer.run(`${npm} ${how} capstan`)).toMatchObject({ code: 0, stderr: '' })
    expect((await newcomer.run(`${program} --version`)).stdout).toBe(`${VERSION} (Capstan)\n`)
    expect((await newcomer.run(`${program} doctor`)).stdout).toBe('native doctor\n')
  }
  const about = join(newcomer.folder, 'lib/node_modules/capstan/package.json')
  expect(JSON.parse(readFileSync(about, 'utf8')).os).toEqual(['!win32'])
})

/** What an installation with --omit=optional says of itself; the Chinese one has kept a key in the keychain before. */
const LEFT_OUT = {
  en: [
    'Runs on Node.js: the native program, which starts faster, is not installed',
    "Large images can't be resized: sharp doesn't load (not installed)",
    "Programs that want a terminal run without one: @lydell/node-pty isn't installed",
    "Keys are kept in a file only you can read: @napi-rs/keyring, which reaches the system keychain, doesn't load",
  ],
  zh: [
    '使用 Node.js 运行：未安装启动更快的原生程序',
    '无法缩小大图片：sharp 加载失败（未安装）',
    '需要终端的程序只能在没有终端的情况下运行：未安装 @lydell/node-pty',
    '无法读取系统钥匙串中保存的内容：用于访问它的 @napi-rs/keyring 无法加载',
    '请重新安装 Capstan，不要使用 --omit=optional。',
  ],
} as const

test.runIf(built)('the native program works from where npm puts it', async () => {
  await using world = await openWorld({ replies: [{ text: 'native' }] })
  const installed = join(world.root, 'lib/node_modules/capstan')
  const place = join(installed, 'node_modules', NATIVE)
  for (const name of ['bin', 'VERSION', 'package.json'])
    cpSync(join(REPOSITORY, name), join(installed, name), { recursive: true })
  putNative(place, VERSION)
  if (built !== undefined) await copyFile(built, join(place, 'capstan'))
  const command = [join(installed, 'bin/capstan')] as [string]
  expect((await world.run(['doctor'], { command })).stdout).toContain('✓ Native program (Bun ')
  expect((await world.run(['demo', '--yes', '--fast'], { command })).stdout).toContain(
    "The project's tests pass",
  )
  expect(await world.run(['-p', 'hi'], { command })).toMatchObject({
    code: 0,
    stdout: 'native\n',
    stderr: '',
  })
})
