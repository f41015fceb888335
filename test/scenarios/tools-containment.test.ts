import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { allDenied, type Call, mode, play } from '../support/play-calls.ts'
import { toolResults } from '../support/tool-results.ts'

test('SEC-10: a directory whose name only begins like the project is outside, for every tool', async () => {
  const outside = '../project2/x.txt'
  const calls: readonly Call[] = [
    ['Read', { file_path: outside }],
    ['Edit', { file_path: outside, old_string: 'safe', new_string: 'x' }],
    ['Write', { file_path: '../project2/new.txt', content: 'x' }],
    ['NotebookEdit', { notebook_path: '../project2/n.ipynb', cell_id: 'a', new_source: 'x' }],
    ['Glob', { pattern: '../project2/*' }],
    ['Grep', { pattern: 'safe', path: '../project2' }],
    ['Bash', { command: `cat ${outside}` }],
    ['Monitor', { command: `cat ${outside}` }],
  ]
  const { denied, texts, found } = await play(
    {
      calls,
      config: mode('acceptEdits'),
      prepare: dir => {
        mkdirSync(`${dir}2`)
        writeFileSync(join(`${dir}2`, 'x.txt'), 'safe')
      },
    },
    world => [readdirSync(`${world.dir}2`), readFileSync(join(`${world.dir}2`, 'x.txt'), 'utf8')],
  )
  expect([denied, texts.some(text => text.includes('safe')), found]).toEqual([
    allDenied(calls),
    false,
    [['x.txt'], 'safe'],
  ])
})

test('SEC-10: a link is judged by where it leads, a dangling one too', async () => {
  const calls: readonly Call[] = [
    ['Read', { file_path: 'link.txt' }],
    ['Bash', { command: 'cat link.txt' }],
    ['Write', { file_path: 'dangling', content: 'x' }],
    ['Write', { file_path: 'up/new.txt', content: 'x' }],
    ['Grep', { pattern: 'safe', path: 'up' }],
  ]
  const { denied, found } = await play(
    {
      calls,
      config: mode('acceptEdits'),
      prepare: dir => {
        writeFileSync(join(dir, '../x.txt'), 'safe')
        symlinkSync('../x.txt', join(dir, 'link.txt'))
        symlinkSync('../made.txt', join(dir, 'dangling'))
        symlinkSync('..', join(dir, 'up'))
      },
    },
    world => ['made.txt', 'new.txt'].filter(name => existsSync(join(world.dir, '..', name))),
  )
  expect([denied, found]).toEqual([allDenied(calls), []])
})

test('SEC-11: a denied file is denied through every tool and every name, and no search shows it', async () => {
  const calls: readonly Call[] = [
    ['Read', { file_path: 'private/a.txt' }],
    ['Read', { file_path: 'alias.txt' }],
    ['Read', { file_path: 'src/../private/a.txt' }],
    ['Edit', { file_path: 'private/a.txt', old_string: 'hush', new_string: 'x' }],
    ['Write', { file_path: 'alias.txt', content: 'x' }],
    ['Bash', { command: 'cat private/a.txt' }],
    ['Bash', { command: 'cat alias.txt' }],
    ['Monitor', { command: 'cat private/a.txt' }],
    ['Grep', { pattern: 'hush', path: 'private' }],
    ['Grep', { pattern: 'hush', output_mode: 'content' }],
    ['Glob', { pattern: '**/*.txt' }],
  ]
  const { denied, texts } = await play({
    calls,
    files: { 'private/a.txt': 'hush', 'src/b.txt': 'plain' },
    allow: ['Bash', 'Monitor', 'Edit', 'Write'],
    deny: ['Read(private/**)'],
    prepare: dir => symlinkSync('private/a.txt', join(dir, 'alias.txt')),
  })
  expect([denied, texts.slice(-2)]).toEqual([
    [...allDenied(calls.slice(2)), false, false],
    [expect.stringMatching(/^No matches found in \S+$/), 'src/b.txt'],
  ])
  expect(texts.join('\n')).not.toContain('hush')
})

test('SEC-12: a directory that becomes a link out while the person is asked is not written through', async () => {
  await using world = await createWorld({
    files: { 'dir/a.txt': 'old' },
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: {
      replies: [
        { tool: { name: 'Write', input: { file_path: 'dir/b.txt', content: 'x' } } },
        { text: 'Done.' },
      ],
    },
  })
  const outside = join(world.dir, '../outside')
  mkdirSync(outside)
  const reader = world.engine.events()
  const asked = (async () => {
    for await (const event of reader) {
      if (event.type === 'turn_ended') return
      if (event.type !== 'permission_request') continue
      renameSync(join(world.dir, 'dir'), join(world.dir, 'moved'))
      symlinkSync('../outside', join(world.dir, 'dir'))
      await world.engine.send({
        type: 'answer_permission',
        id: event.request.id,
        answer: { behavior: 'allow' },
      })
    }
  })()
  await world.ask('go')
  await asked
  const [result] = toolResults(world.model.requests)
  expect([result?.isError, readdirSync(outside)]).toEqual([true, []])
})

test('SEC-13: Write leaves a file alone that changed since it was read, Edit changes what is still unique', async () => {
  const { texts, found } = await play(
    {
      files: { 'a.txt': 'one\ntwo\n' },
      allow: ['Edit', 'Write', 'Bash'],
      calls: [
        ['Read', { file_path: 'a.txt' }],
        ['Bash', { command: 'printf "zero\\none\\ntwo\\n" > a.txt' }],
        ['Write', { file_path: 'a.txt', content: 'mine' }],
        ['Edit', { file_path: 'a.txt', old_string: 'two', new_string: '2' }],
      ],
    },
    world => readFileSync(join(world.dir, 'a.txt'), 'utf8'),
  )
  expect([found, texts[2], texts[3]]).toEqual([
    'zero\none\n2\n',
    expect.stringContaining('has changed on disk'),
    expect.stringContaining('had changed on disk'),
  ])
})

test('SEC-14: a file with a second name is written only with a word of the person', async () => {
  const { denied, found } = await play(
    {
      files: { 'a.txt': 'safe\n' },
      config: mode('acceptEdits'),
      prepare: dir => linkSync(join(dir, 'a.txt'), join(dir, '../twin.txt')),
      calls: [
        ['Read', { file_path: 'a.txt' }],
        ['Edit', { file_path: 'a.txt', old_string: 'safe', new_string: 'x' }],
        ['Write', { file_path: 'a.txt', content: 'x' }],
        ['Bash', { command: 'echo x > a.txt' }],
      ],
    },
    world => readFileSync(join(world.dir, '../twin.txt'), 'utf8'),
  )
  expect([denied, found]).toEqual([[false, true, true, true], 'safe\n'])
})

test('SEC-15: after a cd outside the next command starts in the project again', async () => {
  const { texts, found } = await play(
    {
      files: { 'sub/a.txt': '' },
      allow: ['Bash'],
      calls: [
        ['Bash', { command: 'cd sub' }],
        ['Bash', { command: 'basename $PWD; cd /' }],
        ['Bash', { command: 'pwd' }],
      ],
    },
    world => world.dir,
  )
  expect([texts[1]?.startsWith('sub\n/ is outside the working directories'), texts[2]]).toEqual([true, found])
})

test.each(['acceptEdits', 'bypassPermissions'] as const)(
  'SEC-16: protected paths are written by no tool in mode %s, whatever rules allow',
  async name => {
    const calls: readonly Call[] = [
      ['Write', { file_path: '.git/hooks/pre-commit', content: 'x' }],
      ['Write', { file_path: 'deep/.VSCODE/tasks.json', content: 'x' }],
      ['Write', { file_path: '.capstan/settings.json', content: '{}' }],
      ['Edit', { file_path: '.npmrc', old_string: '', new_string: 'x' }],
      ['NotebookEdit', { notebook_path: '.git/n.ipynb', cell_id: 'a', new_source: 'x' }],
      ['Bash', { command: 'echo x > .envrc' }],
      ['Bash', { command: 'cp a.txt .husky/post-merge' }],
    ]
    const { denied, found } = await play(
      {
        calls,
        files: { 'a.txt': 'x' },
        allow: ['Edit', 'Write', 'NotebookEdit', 'Bash'],
        config: mode(name),
      },
      world => readdirSync(world.dir),
    )
    // There is no notebook to change, which the tool says before anybody is asked.
    const refused = calls.map(([tool]) => tool !== 'NotebookEdit')
    expect([denied, found]).toEqual([refused, ['a.txt']])
  },
)
