import { describe, expect, test } from 'vitest'
import type { CommandInfo } from '../../../../protocol/command-info.ts'
import type { FileMatch, FilesPort } from '../../ports/files-port.ts'
import { namedSessions } from '../../prompt/completion-sources.ts'
import type { CompletionSource, Suggestion } from '../completion-source.ts'
import { argumentHint, createCommandSource, createSkillSource } from './command-source.ts'
import { type CompletionMenu, createCompletion } from './create-completion.ts'
import { EMOJI } from './emoji-names.ts'
import { createEmojiSource } from './emoji-source.ts'
import { createFileSource } from './file-source.ts'
import { matchName } from './match-name.ts'
import { createShellSource } from './shell-source.ts'

const signal = new AbortController().signal
const options = { limit: 10, signal }
/** `|` is the caret. */
const find = (source: CompletionSource, marked: string) => {
  const caret = marked.indexOf('|')
  return source.find(marked.replace('|', ''), caret)
}

const commands: readonly CommandInfo[] = [
  { name: 'help', description: 'Shows help', aliases: ['commands'] },
  { name: 'clear', description: 'Begins anew', aliases: ['reset', 'new'] },
  { name: 'compact', description: 'Sums up', argumentHint: '[focus]' },
  { name: 'context', description: 'Shows the context' },
  { name: 'add-dir', description: 'Adds a directory', argumentHint: '<path>', aliases: ['with-dir'] },
  { name: 'cost', description: 'Shows what was spent' },
]

describe('commands', () => {
  const source = createCommandSource(() => commands)
  const inserts = (query: string): readonly string[] =>
    (source.suggest(query, options) as readonly Suggestion[]).map(({ insert }) => insert)

  test.each([
    ['/|', { from: 0, to: 1, query: '' }],
    ['/com|', { from: 0, to: 4, query: 'com' }],
    ['/co|mpact', { from: 0, to: 8, query: 'co' }],
    ['|/com', undefined],
    ['/compact |', undefined],
    ['/etc/ho|', undefined],
    ['say /com|', undefined],
    ['|', undefined],
  ])('in %j the part is %j', (marked, span) => {
    expect(find(source, marked)).toEqual(span)
  })

  test.each([
    ['', ['/help', '/clear', '/compact ', '/context', '/add-dir ', '/cost']],
    ['c', ['/clear', '/compact ', '/context', '/cost', '/help']],
    ['co', ['/compact ', '/context', '/cost', '/help']],
    ['reset', ['/clear']],
    ['dir', ['/add-dir ']],
    ['cpt', ['/compact ']],
    ['zzz', []],
  ])('%j offers %j', (query, wanted) => {
    expect(inserts(query)).toEqual(wanted)
  })

  test('one that takes arguments waits for them and shows how they look; another is sent at once', () => {
    expect(source.suggest('compact', options)).toEqual([
      {
        insert: '/compact ',
        label: '/compact',
        hint: '[focus]',
        detail: 'Sums up',
        matched: [1, 2, 3, 4, 5, 6, 7],
      },
    ])
    expect(source.suggest('reset', options)).toEqual([
      { insert: '/clear', label: '/clear (reset)', detail: 'Begins anew', matched: [], submits: true },
    ])
  })

  test('another name of a command that takes arguments is sent at once when it is typed out, and not before', async () => {
    const submits = async (query: string) =>
      (await source.suggest(query, options)).map(each => each.submits ?? false)
    expect(await submits('with-dir')).toEqual([true])
    expect(await submits('With-Dir')).toEqual([true])
    expect(await submits('with-di')).toEqual([false])
  })

  test('the hint for arguments stands only right behind the command', () => {
    const hints = ['/compact ', '/compact x', '/compact', '/nothing '].map(text =>
      argumentHint(text, commands),
    )
    expect(hints).toEqual(['[focus]', undefined, undefined, undefined])
  })
})

describe('skills in the middle', () => {
  test.each([
    ['do /re|', { from: 3, to: 6, query: 're' }],
    ['do /re|view it', { from: 3, to: 10, query: 're' }],
    ['/re|', undefined],
    ['a/re|', undefined],
  ])('in %j the part is %j', (marked, span) => {
    expect(
      find(
        createSkillSource(() => commands),
        marked,
      ),
    ).toEqual(span)
  })

  test('they are never sent at once, and without any nothing is offered', () => {
    const source = createSkillSource(() => [{ name: 'review', description: 'Reviews' }])
    expect(source.suggest('rev', options)).toEqual([
      { insert: '/review ', label: '/review', detail: 'Reviews', matched: [1, 2, 3] },
    ])
    expect(
      find(
        createSkillSource(() => []),
        'do /re|',
      ),
    ).toBeUndefined()
  })
})

const tree: Readonly<Record<string, readonly string[]>> = {
  '': ['src/', 'my docs/', '.git/', 'readme.md'],
  'src/': ['src/cli/', 'src/main.ts'],
  '~/': ['~/notes.md'],
  '/etc/': ['/etc/hosts', '/etc/passwd'],
}
const port = (more: Partial<FilesPort> = {}): FilesPort => ({
  search: query =>
    ['src/main.ts', 'my docs/a b.md', 'src/cli/']
      .filter(path => path.includes(query))
      .map(path => ({ path, matched: [0] })),
  list: async directory => (tree[directory] ?? []).map((path): FileMatch => ({ path, matched: [] })),
  refresh: () => undefined,
  ...more,
})

describe('files', () => {
  const source = createFileSource(port())

  test.each([
    ['@|', { from: 0, to: 1, query: '' }],
    ['look at @src/ma|', { from: 8, to: 15, query: 'src/ma' }],
    ['@sr|c/main.ts now', { from: 0, to: 12, query: 'sr' }],
    ['@"my do|', { from: 0, to: 7, query: 'my do' }],
    ['@"my do|cs/a b.md" x', { from: 0, to: 17, query: 'my do' }],
    ['@a.t|s#L3-9', { from: 0, to: 5, query: 'a.t' }],
    ['@a.ts#L|', undefined],
    ['me@example|', undefined],
    ['(@sr|', { from: 1, to: 4, query: 'sr' }],
    ['看，@文|', { from: 2, to: 4, query: '文' }],
    ['@a b|', undefined],
    ['no mention|', undefined],
  ])('in %j the part is %j', (marked, span) => {
    expect(find(source, marked)).toEqual(span)
  })

  test('the index answers at once; blanks are quoted, directories go on', async () => {
    expect(source.suggest('main', options)).toEqual([
      { insert: '@src/main.ts ', label: 'src/main.ts', matched: [0] },
    ])
    expect(source.suggest('a b', options)).toEqual([
      { insert: '@"my docs/a b.md" ', label: 'my docs/a b.md', matched: [0] },
    ])
    expect(source.suggest('cli', options)).toEqual([
      { insert: '@src/cli/', label: 'src/cli/', matched: [0], more: true },
    ])
  })

  test.each([
    ['', ['@src/', '@"my docs/', '@readme.md ']],
    ['src/', ['@src/cli/', '@src/main.ts ']],
    ['~', ['@~/notes.md ']],
    ['~/no', ['@~/notes.md ']],
    ['/etc/ho', ['@/etc/hosts ']],
    ['nowhere/', []],
  ])('%j looks into the directory: %j', async (query, wanted) => {
    expect((await source.suggest(query, options)).map(({ insert }) => insert)).toEqual(wanted)
  })

  test('hidden files come when they are asked for', async () => {
    const early = createFileSource(port({ search: () => undefined }))
    expect((await early.suggest('.g', options)).map(({ insert }) => insert)).toEqual(['@.git/'])
  })

  test('while the index is being built the directory answers', async () => {
    const early = createFileSource(port({ search: () => undefined }))
    expect((await early.suggest('read', options)).map(({ label }) => label)).toEqual(['readme.md'])
  })

  test('a large index answers when it is through', async () => {
    const large = createFileSource(port({ finish: async () => [{ path: 'deep/found.ts', matched: [] }] }))
    expect((await large.suggest('main', options)).map(({ label }) => label)).toEqual(['deep/found.ts'])
  })
})

describe('sessions', () => {
  const open = () => {
    let now = 0
    const asked: number[] = []
    const found = [
      { id: '1', name: 'backend', cwd: '/work/api', startedAt: 0 },
      { id: '2', name: 'Bug-12', cwd: '/work/bug', startedAt: 0 },
    ]
    const sessions = namedSessions(
      async () => {
        asked.push(now)
        return found
      },
      () => now,
    )
    const pass = (ms: number): void => {
      now += ms
    }
    return { sessions, asked, pass, source: createFileSource(port({ search: () => [] }), sessions) }
  }

  test('stand before files after one letter, as soon as they are known', async () => {
    const { source, sessions } = open()
    let again = 0
    const first = await source.suggest('b', { ...options, again: () => (again += 1) })
    expect(first).toEqual([])
    await expect.poll(() => again).toBe(1)
    expect(sessions.known()).toHaveLength(2)
    expect(await source.suggest('B', options)).toMatchObject([
      { insert: '@backend ', label: 'backend', detail: '/work/api', matched: [0] },
      { insert: '@Bug-12 ', label: 'Bug-12' },
    ])
    expect(await source.suggest('bug-1', options)).toMatchObject([{ label: 'Bug-12' }])
  })

  test('are not offered for no letter or for a path, and looked for once in a while', async () => {
    const { source, asked, pass } = open()
    for (const query of ['', 'b', 'ba', 'src/b', './b', '.b']) await source.suggest(query, options)
    expect(asked).toEqual([0])
    expect(await source.suggest('', options)).not.toMatchObject([{ label: 'backend' }])
    expect((await source.suggest('src/b', options)).some(({ label }) => label === 'backend')).toBe(false)
    pass(2_000)
    await source.suggest('b', options)
    expect(asked).toEqual([0, 2_000])
  })

  test('that come first keep nobody from the files that come later', async () => {
    const menus: (CompletionMenu | undefined)[] = []
    const [index, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isIndexed = false
    const files = port({
      search: () => (isIndexed ? [{ path: 'deep/beta.ts', matched: [] }] : undefined),
      list: async () => [],
      settled: () => index.promise,
    })
    const sessions = namedSessions(
      async () => {
        await found.promise
        return []
      },
      () => 0,
    )
    const completion = createCompletion([createFileSource(files, sessions)], menu => void menus.push(menu))
    completion.update('prompt', { text: '@be', caret: 3 })
    found.resolve()
    await new Promise(setImmediate)
    isIndexed = true
    index.resolve()
    await expect.poll(() => menus.at(-1)?.items.map(({ label }) => label)).toEqual(['deep/beta.ts'])
    completion.close()
  })

  test('that cannot be had leave files alone', async () => {
    const sessions = namedSessions(
      async () => {
        throw new Error('no')
      },
      () => 0,
    )
    const source = createFileSource(port(), sessions)
    expect((await source.suggest('main', options)).map(({ label }) => label)).toContain('src/main.ts')
  })
})

describe('shell', () => {
  const asked: string[] = []
  const source = createShellSource(async line => {
    asked.push(line)
    return ['git', 'src/']
  })

  test.each([
    ['!gi|', { from: 1, to: 3, query: 'gi', onRequest: true }],
    ['!ls my\\ d|', { from: 4, to: 9, query: 'ls my\\ d', onRequest: true }],
    ['!cat "my d|', { from: 5, to: 10, query: 'cat "my d', onRequest: true }],
    ['gi|', undefined],
  ])('in %j the part is %j', (marked, span) => {
    expect(find(source, marked)).toEqual(span)
  })

  test('words are followed by a blank, directories go on', async () => {
    expect(await source.suggest('git s', options)).toEqual([
      { insert: 'git ', label: 'git' },
      { insert: 'src/', label: 'src/', more: true },
    ])
    expect(asked).toEqual(['git s'])
  })
})

describe('one completion of several sources', () => {
  const at = (text: string) => ({ text, caret: text.length })
  /** Answers when it is told to. */
  const slowSource = () => {
    const open: {
      readonly query: string
      readonly signal: AbortSignal
      answer(items: readonly string[]): void
    }[] = []
    const source: CompletionSource = {
      name: 'slow',
      find: (text, caret) =>
        text.startsWith('@') ? { from: 0, to: caret, query: text.slice(1) } : undefined,
      suggest: (query, { signal: asked }) =>
        new Promise(resolve =>
          open.push({
            query,
            signal: asked,
            answer: items => resolve(items.map(label => ({ insert: label, label }))),
          }),
        ),
    }
    return { source, open }
  }
  const world = (...sources: readonly CompletionSource[]) => {
    const menus: (CompletionMenu | undefined)[] = []
    return { menus, completion: createCompletion(sources, menu => menus.push(menu)) }
  }
  const turn = () => new Promise<void>(resolve => setImmediate(resolve))

  test('an answer that is there at once is shown at once, and nothing is said twice', () => {
    const { menus, completion } = world(createCommandSource(() => commands))
    completion.update('prompt', at('/hel'))
    expect(menus.map(menu => menu?.items.map(({ insert }) => insert))).toEqual([['/help']])
    completion.update('prompt', at('hello'))
    completion.update('prompt', at('hello!'))
    expect(menus.slice(1)).toEqual([undefined])
  })

  test('only the newest question counts, the older one is cancelled', async () => {
    const { source, open } = slowSource()
    const { menus, completion } = world(source)
    completion.update('prompt', at('@a'))
    completion.update('prompt', at('@ab'))
    expect(open.map(({ signal: asked }) => asked.aborted)).toEqual([true, false])
    open[1]?.answer(['new'])
    open[0]?.answer(['old'])
    await turn()
    expect(menus).toEqual([{ source: 'slow', from: 0, to: 3, items: [{ insert: 'new', label: 'new' }] }])
  })

  test('what was offered stays until there is more, in its new place', async () => {
    const { source, open } = slowSource()
    const { menus, completion } = world(source)
    completion.update('prompt', at('@a'))
    open[0]?.answer(['one'])
    await turn()
    completion.update('prompt', at('@ab'))
    expect(menus.at(-1)).toMatchObject({ to: 3, items: [{ label: 'one' }] })
    completion.close()
    open[1]?.answer(['two'])
    await turn()
    expect(menus).toHaveLength(2)
  })

  test('a source that fails offers nothing', async () => {
    const { menus, completion } = world({
      name: 'bad',
      find: () => ({ from: 0, to: 1, query: '' }),
      suggest: () => Promise.reject(new Error('no')),
    })
    completion.update('prompt', at('x'))
    await turn()
    expect(menus).toEqual([])
  })

  test('dismissed, it stays away from this word until it is asked for', () => {
    const { menus, completion } = world(createCommandSource(() => commands))
    completion.update('prompt', at('/h'))
    completion.dismiss()
    completion.update('prompt', at('/he'))
    expect(menus.at(-1)).toBeUndefined()
    completion.request('prompt', at('/he'))
    expect(menus.at(-1)?.items[0]?.insert).toBe('/help')
    completion.dismiss()
    completion.update('prompt', at(''))
    completion.update('prompt', at('/he'))
    expect(menus.at(-1)?.items[0]?.insert).toBe('/help')
  })

  test('a source that has learned more is asked the same again, and not for ever', async () => {
    let known: readonly CommandInfo[] = []
    const arrived = Promise.withResolvers<void>()
    const asked: number[] = []
    const source = createCommandSource(
      () => known,
      () => {
        asked.push(known.length)
        return arrived.promise
      },
    )
    const { menus, completion } = world(source)
    completion.update('prompt', at('/hel'))
    expect(menus).toEqual([])
    known = commands
    arrived.resolve()
    await turn()
    expect(menus.map(menu => menu?.items[0]?.insert)).toEqual(['/help'])
    known = []
    completion.update('prompt', at('/he'))
    await turn()
    expect(asked).toEqual([0, 0, 0, 0])
  })

  test('what comes after the text went on is not asked again', async () => {
    const arrived = Promise.withResolvers<void>()
    const { menus, completion } = world(
      createCommandSource(
        () => [],
        () => arrived.promise,
      ),
    )
    completion.update('prompt', at('/hel'))
    completion.update('prompt', at('hello'))
    arrived.resolve()
    await turn()
    expect(menus).toEqual([])
  })

  test('in shell mode sources see the line with its sign, and places are those of the text', async () => {
    const shell = createShellSource(async () => ['git'])
    const { menus, completion } = world(
      createCommandSource(() => commands),
      shell,
    )
    completion.update('shell', at('/us'))
    completion.update('shell', at('gi'))
    expect(menus).toEqual([])
    completion.request('shell', at('gi'))
    await turn()
    expect(menus).toEqual([{ source: 'shell', from: 0, to: 2, items: [{ insert: 'git ', label: 'git' }] }])
  })
})

test.each([
  ['help', 'help', [0, 1, 2, 3]],
  ['he', 'help', [0, 1]],
  ['dir', 'add-dir', [4, 5, 6]],
  ['lp', 'help', [2, 3]],
  ['hp', 'help', [0, 3]],
  ['', 'help', []],
])('%j matches %j at %j', (query, name, matched) => {
  expect(matchName(query, name)?.matched).toEqual(matched)
})

test('better matches score higher', () => {
  const scores = ['help', 'helper', 'do-help', 'unhelpful', 'h-e-l-p'].map(
    name => matchName('help', name)?.score ?? 0,
  )
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(matchName('x', 'help')).toBeUndefined()
})

describe('emoji', () => {
  const source = createEmojiSource(
    () => true,
    async () => EMOJI,
  )

  test.each([
    ['ship it :rock|', { from: 8, to: 13, query: 'rock' }],
    [':+1|', undefined],
    ['at 12:30|', undefined],
    ['std::vec|', undefined],
    ['http://x|', undefined],
    ['a:bc|', undefined],
    [':r|', undefined],
  ])('in %j the part is %j', (marked, span) => {
    expect(find(source, marked)).toEqual(span)
  })

  test('a name that begins so comes first, the one that is meant before all', async () => {
    const inserts = async (query: string) =>
      (await source.suggest(query, options)).map(({ insert }) => insert)
    expect(await inserts('rocket')).toEqual(['🚀'])
    expect((await inserts('heart'))[0]).toBe('❤️')
    expect(await inserts('nothing_like_it')).toEqual([])
  })

  test('it can be turned off', () => {
    expect(
      find(
        createEmojiSource(
          () => false,
          async () => EMOJI,
        ),
        ':rocket|',
      ),
    ).toBeUndefined()
  })

  test('every name stands for one emoji', () => {
    expect(Object.keys(EMOJI).length).toBeGreaterThan(250)
    for (const [name, emoji] of Object.entries(EMOJI)) {
      expect(name).toMatch(/^[a-z0-9_+-]+$/)
      expect(emoji).toMatch(/^\P{ASCII}+$/u)
    }
  })
})

test('in Chinese a command is found by its Chinese name and by how that sounds', () => {
  const chinese: readonly CommandInfo[] = [
    { name: 'yes', description: '同意' },
    { name: 'compact', description: '压缩对话', aliases: ['压缩'], argumentHint: '[重点]' },
    { name: 'autocompact', description: '自动压缩', aliases: ['自动压缩'] },
  ]
  const found = (list: readonly CommandInfo[], query: string) =>
    (createCommandSource(() => list).suggest(query, options) as readonly Suggestion[]).map(
      ({ label, uncertain }) => (uncertain ? `${label}?` : label),
    )
  expect(found(chinese, '压缩')[0]).toBe('/compact (压缩)')
  expect(found(chinese, 'ys').slice(0, 1)).toEqual(['/compact (压缩)'])
  expect(found(chinese, 'zdys')).toEqual(['/autocompact (自动压缩)?'])
  const english = chinese.map(info => ({ ...info, description: 'Does it' }))
  expect(found(english, 'ys')).toEqual(['/yes?'])
})
