import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { OpenRequest, Overrides } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import { chooseGit, readPromptSettings } from './prompt-texts.ts'

type Wish = Pick<OpenRequest, 'overrides' | 'prompt'>

const options = (overrides: Overrides = {}): Wish => ({ overrides })

interface Run extends Pick<OpenRequest, 'prompt' | 'initialize'> {
  readonly trusted?: boolean
  readonly bare?: boolean
  readonly compat?: string
  /** Names of plugins, each in a directory of its name. */
  readonly plugins?: readonly string[]
}

const world = (files: Readonly<Record<string, string>> = {}) => {
  const tmp = tmpDir()
  const root = realpathSync(tmp.path)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const cwd = join(root, 'repo/sub')
  mkdirSync(cwd, { recursive: true })
  const warnings: string[] = []
  const read = (settings: Settings, run: Run = {}) =>
    readPromptSettings(
      { ...run, ...options({ bare: run.bare ?? false }) },
      { settings, trusted: run.trusted ?? false },
      {
        cwd,
        home: join(root, 'home'),
        configHome: join(root, 'config'),
        env: { CAPSTAN_COMPAT: run.compat },
        extensions: {
          list: async () =>
            (run.plugins ?? []).map(name => ({
              source: { level: 'plugin', name } as const,
              root: join(root, name),
            })),
        },
        warn: text => warnings.push(text.text),
      },
    )
  return Object.assign(tmp, { root, cwd, warnings, read })
}

test('without anything asked for only the scratch directory is to be told', async () => {
  await using at = world()
  expect(await at.read({})).toEqual({ tellsScratch: true, styles: expect.any(Function) })
})

test('language, prompt language and a style of ours', async () => {
  await using at = world()
  expect(await at.read({ language: 'fr', promptLanguage: 'zh', outputStyle: 'Learning' })).toMatchObject({
    language: 'fr',
    promptLanguage: 'zh',
    style: { name: 'learning' },
  })
})

const own = (settings: { readonly style?: { readonly text: unknown } }) => settings.style?.text

test('the person’s styles win over those of the project, which wait for trust; ours beat the convention', async () => {
  await using at = world({
    'repo/.git/HEAD': '',
    'config/output-styles/a.md': 'config',
    'home/.claude/output-styles/a.md': 'home',
    'home/.claude/output-styles/b.md': 'home',
    'repo/.claude/output-styles/b.md': 'top',
    'repo/.claude/output-styles/c.md': 'top claude',
    'repo/.capstan/output-styles/c.md': 'top capstan',
    'repo/sub/.claude/output-styles/d.md': 'sub',
    'repo/.capstan/output-styles/d.md': 'top',
    '.claude/output-styles/e.md': 'above the repository',
  })
  const read = async (outputStyle: string, run: Parameters<typeof at.read>[1] = { trusted: true }) =>
    own(await at.read({ outputStyle }, run))
  expect(await read('a')).toEqual({ own: 'config' })
  expect(await read('b')).toEqual({ own: 'home' })
  expect(await read('c')).toEqual({ own: 'top capstan' })
  expect(await read('d')).toEqual({ own: 'sub' })
  expect(at.warnings).toEqual([])
  expect(await read('e')).toBeUndefined()
  expect(await read('d', { trusted: false })).toBeUndefined()
  expect(await read('b', { trusted: true, compat: '0' })).toBeUndefined()
  expect(at.warnings).toHaveLength(3)
})

test('a style that its plugin insists on is used while the plugin is; in other files the word means nothing', async () => {
  const force = '---\nforce-for-plugin: true\n---\nspeak up'
  await using at = world({
    'kit/output-styles/loud.md': force,
    'calm/output-styles/soft.md': 'softly',
    'config/output-styles/own.md': force,
  })
  const read = async (plugins: readonly string[]) =>
    (await at.read({ outputStyle: 'learning' }, { plugins })).style?.name
  expect(await read(['calm', 'kit'])).toBe('kit:loud')
  expect(await read(['calm'])).toBe('learning')
  expect((await at.read({}, {})).style).toBeUndefined()
  const styles = await (await at.read({}, { plugins: ['kit'] })).styles?.()
  expect(styles?.filter(({ file }) => file).map(({ name, source }) => [name, source?.level])).toEqual([
    ['own', 'user'],
    ['kit:loud', 'plugin'],
  ])
})

test('bare leaves out what settings say, but not what the command line does', async () => {
  await using at = world()
  expect(await at.read({ language: 'fr', outputStyle: 'learning' }, { bare: true })).toEqual({
    minimal: true,
  })
})

test('what a host says counts more than the command line', async () => {
  await using at = world()
  const prompt = { custom: 'mine', append: 'a' }
  const host = { systemPrompt: ['theirs'], appendSystemPrompt: '' }
  expect(await at.read({ language: 'fr' }, { prompt })).toMatchObject({
    custom: ['mine'],
    append: 'a',
    language: 'fr',
  })
  expect(await at.read({ language: 'fr' }, { prompt, initialize: host })).toMatchObject({
    custom: ['theirs'],
    append: '',
    language: 'fr',
  })
})

test.each<[string, Wish, Settings]>([
  ['a minimal prompt', options({ bare: true }), {}],
  ['a prompt that replaces ours', { overrides: {}, prompt: { custom: 'x' } }, {}],
  ['a recording', options({ record: 'tape' }), {}],
  ['a run from a recording', options({ replay: 'tape' }), {}],
  ['a setting', options(), { includeGitInstructions: false }],
])('git is not asked because of %s', async (_name, wish, settings) => {
  await using at = world({ 'repo/.git/HEAD': '' })
  expect(chooseGit(wish, { settings, trusted: true }, { cwd: at.cwd, env: {} })).toEqual({})
})

test('git is asked in a repository, and only there', async () => {
  await using at = world({ 'repo/.git/HEAD': '' })
  const { git } = chooseGit(options(), { settings: {}, trusted: true }, { cwd: at.cwd, env: {} })
  expect(await git?.()).toMatchObject({ status: undefined })
  const early = async () => undefined
  expect(chooseGit(options(), { settings: {}, trusted: true }, { cwd: at.cwd, env: {}, git: early })).toEqual(
    { git: early },
  )
  await using other = world()
  expect(chooseGit(options(), { settings: {}, trusted: true }, { cwd: other.cwd, env: {} })).toEqual({})
})
