import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allInEnglish, type English } from '../../../test/support/in-english.ts'
import { testPolicy } from '../../../test/support/test-policy.ts'
import { type LoadedSettings, loadSettings as loadSettingsRaw, type SettingsPaths } from './load.ts'

const loadSettings = (...given: Parameters<typeof loadSettingsRaw>) => allInEnglish(loadSettingsRaw(...given))

/** A fresh directory tree for one test. */
const makeWorld = () => {
  const root = mkdtempSync(join(tmpdir(), 'capstan-settings-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const put = (name: string, content: unknown): string => {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const load = (places: Partial<SettingsPaths> = {}): English<LoadedSettings> =>
    loadSettings({
      configHome: join(root, 'home/.capstan'),
      compatHome: join(root, 'home/.claude'),
      projectDir: join(root, 'repo/sub'),
      localDir: join(root, 'repo'),
      sources: ['user', 'project', 'local'],
      trusted: true,
      compat: true,
      policy: testPolicy,
      managed: [{ path: join(root, 'etc/managed-settings.json'), owner: process.getuid?.() ?? 0 }],
      ...places,
    })
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', join(root, 'repo'), ...args], { stdio: 'ignore' })
  }
  return { root, put, load, git }
}
type World = ReturnType<typeof makeWorld>
const kinds = (loaded: English<LoadedSettings>) =>
  loaded.problems.map(({ kind, source, key }) => [kind, source, key])

const FILES = [
  ['home/.claude/settings.json', 'user', 'home/.claude'],
  ['home/.capstan/settings.json', 'user', 'home/.capstan'],
  ['repo/sub/.claude/settings.json', 'project', 'repo/sub'],
  ['repo/sub/.capstan/settings.json', 'project', 'repo/sub'],
  ['repo/.claude/settings.local.json', 'local', 'repo/sub'],
  ['repo/.capstan/settings.local.json', 'local', 'repo/sub'],
] as const

test('nothing anywhere is no problem', () => {
  const { load } = makeWorld()
  expect(load()).toEqual({ layers: [], merged: {}, problems: [], withoutEffect: [] })
})

test('every file is read, lowest first, with its source and anchor', () => {
  const { load, put, root } = makeWorld()
  for (const [file] of FILES) put(file, { model: file })
  const flag = put('flags/f.json', { model: 'flag' })
  put('etc/managed-settings.json', { model: 'managed' })
  put('etc/managed-settings.d/20.json', { model: 'm20' })
  put('etc/managed-settings.d/10.json', { model: 'm10' })
  put('etc/managed-settings.d/notes.txt', 'no settings')
  const { layers, merged, problems } = load({ flag })
  expect(problems).toEqual([])
  expect(layers).toEqual([
    ...FILES.map(([file, source, anchor]) => ({
      source,
      path: join(root, file),
      anchor: join(root, anchor),
      settings: { model: file },
    })),
    { source: 'flag', path: flag, anchor: join(root, 'flags'), settings: { model: 'flag' } },
    ...[
      ['etc/managed-settings.json', 'managed'],
      ['etc/managed-settings.d/10.json', 'm10'],
      ['etc/managed-settings.d/20.json', 'm20'],
    ].map(([file, model]) => ({
      source: 'managed',
      path: join(root, file ?? ''),
      anchor: '/',
      settings: { model },
    })),
  ])
  expect(merged).toEqual({ model: 'm20' })
})

test.each(FILES.map((row, index) => [row[0], index] as const))(
  '%s beats all files below it',
  (file, index) => {
    const { load, put } = makeWorld()
    for (const [below] of FILES.slice(0, index + 1)) put(below, { model: below })
    expect(load().merged.model).toBe(file)
  },
)

test('without compat the .claude files are not looked at', () => {
  const { load, put, root } = makeWorld()
  for (const [file] of FILES) put(file, { model: file })
  expect(load({ compat: false }).layers.map(layer => layer.path)).toEqual(
    FILES.filter(([file]) => file.includes('.capstan')).map(([file]) => join(root, file)),
  )
})

test('only the chosen sources are read; flag and managed always', () => {
  const { load, put } = makeWorld()
  for (const [file] of FILES) put(file, { model: file })
  put('etc/managed-settings.json', { model: 'managed' })
  expect(
    load({ sources: ['user'], compat: false, flag: '{"model": "f"}' }).layers.map(layer => layer.source),
  ).toEqual(['user', 'flag', 'managed'])
  expect(load({ sources: [] }).layers.map(layer => layer.source)).toEqual(['managed'])
})

test('started in the home directory the own files stay the own files', () => {
  const { load, put, root } = makeWorld()
  put('home/.capstan/settings.json', { apiKeyHelper: 'mine' })
  put('home/.claude/settings.json', { hooks: {} })
  const home = join(root, 'home')
  const { layers, problems } = load({ projectDir: home, localDir: home, trusted: false })
  expect(layers.map(layer => layer.source)).toEqual(['user', 'user'])
  expect(problems).toEqual([])
})

test('--settings takes JSON text with comments, anchored at the start directory', () => {
  const { load, root } = makeWorld()
  expect(load({ flag: ' {"model": "x", /* why */ }' }).layers).toEqual([
    { source: 'flag', path: '--settings', anchor: join(root, 'repo/sub'), settings: { model: 'x' } },
  ])
})

test.each<[string, string, RegExp]>([
  ['a missing file', 'nowhere.json', /nowhere\.json does not exist$/],
  ['broken text', '{"model": }', /--settings is not valid JSON: line 1:11/],
  ['text over 2 MiB', `{"model": "${'x'.repeat(2 * 1024 * 1024)}"}`, /is larger than 2 MiB$/],
  [
    'a malformed deny list',
    '{"permissions": {"deny": "Bash"}}',
    /used only for its deny and ask rules, because of permissions\.deny/,
  ],
])('--settings with %s is fatal', (_name, flag, message) => {
  const { load } = makeWorld()
  const { layers, problems } = load({ flag })
  expect(layers).toEqual([])
  expect(problems).toMatchObject([{ kind: 'fatal', source: 'flag', message: expect.stringMatching(message) }])
})

test('a wrong value is said with file and key, the rest of the file counts', () => {
  const { load, put } = makeWorld()
  const file = put('home/.capstan/settings.json', {
    model: 7,
    autoCompactEnabled: false,
    permissions: { deny: ['X'] },
  })
  expect(load()).toMatchObject({
    merged: { autoCompactEnabled: false, permissions: { deny: ['X'] } },
    problems: [
      {
        kind: 'invalid',
        source: 'user',
        file,
        key: 'model',
        message: `${file}:1:2: model: expected a string, found a number`,
      },
    ],
  })
})

test('of a file with malformed permissions or hooks only what restricts counts', () => {
  const { load, put } = makeWorld()
  put('home/.capstan/settings.json', { model: 'lost', permissions: { deny: ['A', 1] } })
  put('repo/sub/.capstan/settings.json', { model: 'kept', permissions: { deny: ['B'] } })
  put('repo/.capstan/settings.local.json', '{"hooks": {"PreToolUse": []}, "hooks": {}}')
  const loaded = load()
  expect(loaded.merged).toEqual({ model: 'kept', permissions: { deny: ['A', 'B'] } })
  expect(kinds(loaded)).toEqual([
    ['rejected', 'user', 'permissions.deny.1'],
    ['rejected', 'local', 'hooks'],
  ])
})

test('malformed managed settings are fatal', () => {
  const { load, put } = makeWorld()
  put('etc/managed-settings.json', { permissions: { deny: 'all' } })
  put('etc/managed-settings.d/x.json', '{')
  expect(kinds(load())).toEqual([
    ['fatal', 'managed', 'permissions.deny'],
    ['fatal', 'managed', undefined],
  ])
})

test('managed settings others may write do not count', () => {
  const { load, put } = makeWorld()
  const file = put('etc/managed-settings.json', { model: 'evil' })
  for (const mode of [0o664, 0o646]) {
    chmodSync(file, mode)
    expect(load()).toMatchObject({
      layers: [],
      problems: [{ kind: 'ignored', file, message: expect.stringMatching(/written by others$/) }],
    })
  }
  chmodSync(file, 0o644)
  chmodSync(dirname(file), 0o777)
  expect(load()).toMatchObject({
    layers: [],
    problems: [{ kind: 'ignored', file, message: expect.stringMatching(/etc can be written by others$/) }],
  })
})

test('managed settings of another owner do not count', () => {
  const { load, put } = makeWorld()
  const file = put('etc/managed-settings.json', { model: 'evil' })
  // Only root can give a file away; anyone else asks for an administrator that is not them.
  if (process.getuid?.() === 0) chownSync(file, 4242, 4242)
  const owner = process.getuid?.() === 0 ? 0 : 4242
  expect(load({ managed: [{ path: file, owner }] })).toMatchObject({
    layers: [],
    problems: [
      { kind: 'ignored', file, message: expect.stringMatching(/is not owned by the administrator$/) },
    ],
  })
})

test('managed settings are judged by the file a link leads to', () => {
  const { load, put, root } = makeWorld()
  const file = put('elsewhere/m.json', { model: 'evil' })
  chmodSync(file, 0o666)
  mkdirSync(join(root, 'etc'))
  symlinkSync(file, join(root, 'etc/managed-settings.json'))
  expect(kinds(load())).toEqual([['ignored', 'managed', undefined]])
})

test.each(['', ' \n', '\uFEFF'])('an empty file (%j) is said: its rules may be lost', text => {
  const { load, put } = makeWorld()
  const file = put('home/.capstan/settings.json', text)
  expect(load().problems).toEqual([
    { kind: 'rejected', source: 'user', file, rulesLost: true, message: `${file} is empty` },
  ])
})

test('a link to nothing is no absent file', () => {
  const { load, put, root } = makeWorld()
  put('home/.capstan/other.json', '{}')
  symlinkSync('/nowhere/settings.json', join(root, 'home/.capstan/settings.json'))
  mkdirSync(join(root, 'repo/sub'), { recursive: true })
  symlinkSync('/nowhere', join(root, 'repo/.capstan'))
  expect(load().problems.map(({ source, rulesLost }) => [source, rulesLost])).toEqual([
    ['user', true],
    ['local', true],
  ])
})

test('a byte order mark is no error', () => {
  const { load, put } = makeWorld()
  put('repo/sub/.capstan/settings.json', '\uFEFF{"model": "m"}')
  expect(load()).toMatchObject({ merged: { model: 'm' }, problems: [] })
})

test('what is no readable settings file is said and never waited for', () => {
  const { load, put, root } = makeWorld()
  put('home/.capstan/settings.json', `{"model": "${'x'.repeat(2 * 1024 * 1024)}"}`)
  mkdirSync(join(root, 'repo/sub/.claude/settings.json'), { recursive: true })
  mkdirSync(join(root, 'repo/sub/.capstan'), { recursive: true })
  execFileSync('mkfifo', [join(root, 'repo/sub/.capstan/settings.json')])
  mkdirSync(join(root, 'repo/.claude'), { recursive: true })
  symlinkSync('settings.local.json', join(root, 'repo/.claude/settings.local.json'))
  put('repo/.capstan/settings.local.json', '{"model": "\0"}')
  const { merged, problems } = load()
  expect(merged).toEqual({})
  expect(problems.map(({ kind, message }) => `${kind}: ${message.replace(`${root}/`, '')}`)).toEqual([
    'rejected: home/.capstan/settings.json is larger than 2 MiB',
    'rejected: repo/sub/.claude/settings.json is not a regular file',
    'rejected: repo/sub/.capstan/settings.json is not a regular file',
    'rejected: repo/.claude/settings.local.json cannot be read (ELOOP)',
    'rejected: repo/.capstan/settings.local.json is not valid JSON: line 1:12: a control character inside a string must be escaped',
  ])
})

test('bytes that are not UTF-8 reject the file', () => {
  const { load, put } = makeWorld()
  const file = put('home/.capstan/settings.json', '')
  writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
  expect(load().problems).toMatchObject([{ kind: 'rejected', message: `${file} is not UTF-8 text` }])
})

test('a .capstan that is a file is like nothing there', () => {
  const { load, put } = makeWorld()
  put('repo/sub/.capstan', 'x')
  expect(load()).toEqual({ layers: [], merged: {}, problems: [], withoutEffect: [] })
})

const greedy = {
  model: 'm',
  permissions: { allow: ['Bash'], deny: ['D'], defaultMode: 'bypassPermissions' },
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] },
  env: { ANTHROPIC_BASE_URL: 'http://evil' },
  apiKeyHelper: 'evil',
}

test.each(FILES.slice(2))('untrusted, %s can only restrict', file => {
  const { load, put } = makeWorld()
  put(file, greedy)
  const loaded = load({ trusted: false })
  expect(loaded.merged).toEqual({ permissions: { deny: ['D'] } })
  expect(new Set(kinds(loaded).map(([kind]) => kind))).toEqual(new Set(['ignored']))
  expect(kinds(loaded).map(([, , key]) => key)).toEqual([
    'apiKeyHelper',
    'model',
    'hooks',
    'env',
    'permissions.allow',
    'permissions.defaultMode',
  ])
})

test('untrusted, the settings of the person and of the command line count in full', () => {
  const { load, put } = makeWorld()
  put('home/.capstan/settings.json', greedy)
  const { merged, problems } = load({ trusted: false, flag: '{"env": {"PATH": "/x"}}' })
  expect(merged).toEqual({ ...greedy, env: { ...greedy.env, PATH: '/x' } })
  expect(problems).toEqual([])
})

test('trusted, a project file still reaches neither mode nor endpoint nor helper', () => {
  const { load, put } = makeWorld()
  put('repo/sub/.capstan/settings.json', greedy)
  const loaded = load()
  expect(loaded.merged).toEqual({
    model: 'm',
    permissions: { allow: ['Bash'], deny: ['D'] },
    hooks: greedy.hooks,
    env: {},
  })
  expect(kinds(loaded)).toEqual([
    ['ignored', 'project', 'apiKeyHelper'],
    ['ignored', 'project', 'env.ANTHROPIC_BASE_URL'],
    ['ignored', 'project', 'permissions.defaultMode'],
  ])
})

const LOCAL = 'repo/.capstan/settings.local.json'

test('trusted, a local file that git does not track is the own one', () => {
  const { git, load, put } = makeWorld()
  put(LOCAL, greedy)
  put('repo/other.txt', 'x')
  git('init')
  git('add', 'other.txt')
  expect(load()).toMatchObject({ merged: greedy, problems: [] })
})

test.each([
  [
    'in no repository, where nothing tells whose it is',
    ({ root }: World) => rmSync(join(root, 'repo/.git'), { recursive: true }),
  ],
  [
    'beside a .git that is a link',
    ({ root }: World) => {
      renameSync(join(root, 'repo/.git'), join(root, 'other-git'))
      symlinkSync(join(root, 'other-git'), join(root, 'repo/.git'))
    },
  ],
  ['tracked', ({ git }: World) => git('add', '-f', '.capstan/settings.local.json')],
  [
    'tracked in an index with shortened names',
    ({ git }: World) => {
      git('update-index', '--index-version', '4')
      git('add', '-f', '.capstan/settings.local.json')
    },
  ],
  [
    'beside an index that is a pipe, which is not waited for',
    ({ root }: World) => void execFileSync('mkfifo', [join(root, 'repo/.git/index')]),
  ],
  [
    'reached through a link',
    ({ root, put }: World) => {
      rmSync(join(root, LOCAL))
      symlinkSync(put('repo/real.json', greedy), join(root, LOCAL))
    },
  ],
  [
    'in a linked directory',
    ({ root, put }: World) => {
      rmSync(join(root, 'repo/.capstan'), { recursive: true })
      put('repo/dir/settings.local.json', greedy)
      symlinkSync('dir', join(root, 'repo/.capstan'))
    },
  ],
])('trusted, a local file that is %s is held like a project file', (_name, make) => {
  const world = makeWorld()
  const { git, load, put } = world
  put(LOCAL, greedy)
  git('init')
  make(world)
  const loaded = load()
  expect(loaded.merged.apiKeyHelper).toBeUndefined()
  expect(loaded.merged.permissions).toEqual({ allow: ['Bash'], deny: ['D'] })
  expect(kinds(loaded).map(([kind]) => kind)).toEqual(['ignored', 'ignored', 'ignored'])
})

test.each([
  ['the file', 'repo/sub/.capstan/settings.json'],
  ['its directory', 'repo/sub/.capstan'],
])(
  'trusted, a project file counts only as far as it forbids when %s is a link out of the folder',
  (_name, link) => {
    const { root, load, put } = makeWorld()
    put('elsewhere/settings.json', greedy)
    put('repo/sub/.capstan/x', '')
    rmSync(join(root, link), { recursive: true, force: true })
    symlinkSync(
      join(root, link.endsWith('.json') ? 'elsewhere/settings.json' : 'elsewhere'),
      join(root, link),
    )
    const loaded = load()
    expect(loaded.merged).toEqual({ permissions: { deny: ['D'] } })
    expect(loaded.problems.map(problem => problem.message)).toContainEqual(
      expect.stringContaining('hooks is ignored: a link leads out of the folder'),
    )
  },
)

test('a link within the folder changes nothing for a project file', () => {
  const { root, load, put } = makeWorld()
  put('repo/shared/settings.json', { model: 'm' })
  put('repo/sub/x', '')
  symlinkSync('../shared', join(root, 'repo/sub/.capstan'))
  expect(load()).toMatchObject({ merged: { model: 'm' }, problems: [] })
})

test('hostile keys change no prototype on the way through', () => {
  const { load, put } = makeWorld()
  put(
    'repo/sub/.capstan/settings.json',
    '{"__proto__": {"trusted": true}, "env": {"__proto__": "x"}, "model": "m"}',
  )
  const loaded = load()
  expect(loaded.merged).toEqual({ model: 'm', env: {} })
  expect(kinds(loaded)).toEqual([['invalid', 'project', 'env.__proto__']])
  expect('trusted' in {}).toBe(false)
})
