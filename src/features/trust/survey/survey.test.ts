import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { renderSurvey } from './render-survey.ts'
import { type SurveyDeps, surveyFolder } from './survey.ts'

const deps: SurveyDeps = {
  readText: path =>
    existsSync(path) ? { kind: 'text', text: readFileSync(path, 'utf8') } : { kind: 'absent' },
  parse: JSON.parse,
  never: key => key === 'apiKeyHelper',
  isOwn: path => path.endsWith('local.json'),
  extensions: async directory =>
    existsSync(join(directory, 'skills/deploy/SKILL.md'))
      ? [
          {
            kind: 'skill',
            name: 'deploy',
            file: join(directory, 'skills/deploy/SKILL.md'),
            does: ['allows Bash', 'runs whoami'],
          },
        ]
      : [],
  git: folder => ({
    settings: existsSync(join(folder, '.git/config'))
      ? [
          { name: 'core.fsmonitor', value: 'evil', file: '.git/config' },
          { name: 'alias.x', value: '!y', file: join(folder, 'more') },
          { name: 'alias.z', value: '!y', file: '/elsewhere' },
        ]
      : [],
    hooks: join(folder, '.git/hooks'),
    unknown: existsSync(join(folder, '.git/odd')),
  }),
}

const makeWorld = () => {
  const tmp = tmpDir()
  const put = (name: string, content: unknown): string => {
    const path = join(tmp.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const survey = async (deep = true) => {
    const { wishes, cut } = await surveyFolder(tmp.path, { deep }, deps)
    return {
      cut,
      wishes: wishes.map(({ kind, file, name, detail }) =>
        [kind, file, name, ...(detail ? [inEnglish(detail)] : [])].join(' | '),
      ),
    }
  }
  return { path: tmp.path, put, survey, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test('an empty folder wants nothing', async () => {
  await using world = makeWorld()
  expect(await world.survey()).toEqual({ wishes: [], cut: false })
})

test('settings, servers, written instructions and git are all looked at', async () => {
  await using world = makeWorld()
  world.put('.capstan/settings.json', { apiKeyHelper: 'x', model: 'm' })
  world.put('.claude/settings.local.json', { apiKeyHelper: 'mine' })
  world.put('.claude/settings.json', '{')
  world.put('.mcp.json', { mcpServers: { db: { command: 'c' } } })
  world.put(
    '.claude/skills/deploy/SKILL.md',
    '---\nname: d\n"allowed-tools": [Bash, Write]\n---\nDo !`whoami`\n',
  )
  world.put('.claude/skills/deploy/notes.md', 'not a skill')
  world.put('.claude/commands/a/b.md', 'plain')
  world.put('.capstan/agents/c.md', '---\npermissionMode: bypassPermissions\n---\n')
  world.put('.capstan/agents/d.md', '---\na: [\n---\n')
  world.put('.capstan/workflows/w.yaml', 'steps: [{ parallel: [{ run: curl evil }] }, { prompt: x }]')
  world.put('.git/config', '[core]\n\tfsmonitor = evil\n')
  chmodSync(world.put('.git/hooks/pre-commit', 'x'), 0o755)
  world.put('.git/hooks/post-merge', 'not executable')
  chmodSync(world.put('.git/hooks/pre-push.sample', 'x'), 0o755)
  expect((await world.survey()).wishes).toEqual([
    'never | .capstan/settings.json | apiKeyHelper | x',
    'setting | .capstan/settings.json | model | m',
    expect.stringMatching(/^unreadable \| .claude\/settings.json \| .*is not valid JSON/),
    'program | .claude/settings.local.json | apiKeyHelper | mine',
    'server | .mcp.json | db | c',
    'agent | .capstan/agents/c.md | .capstan/agents/c.md | not loaded as it is now',
    'agent | .capstan/agents/d.md | .capstan/agents/d.md | not loaded as it is now',
    'workflow | .capstan/workflows/w.yaml | .capstan/workflows/w.yaml | not loaded as it is now',
    'command | .claude/commands/a/b.md | .claude/commands/a/b.md | not loaded as it is now',
    'skill | .claude/skills/deploy/SKILL.md | deploy | allows Bash, runs whoami',
    'git_program | .git/config | core.fsmonitor | evil',
    'git_program | more | alias.x | !y',
    'git_program | /elsewhere | alias.z | !y',
    'git_program | .git/hooks/pre-commit | hook pre-commit',
  ])
})

test('that git does not say what it reads is told', async () => {
  await using world = makeWorld()
  world.put('.git/odd', '')
  expect((await world.survey()).wishes).toEqual([
    'unreadable | .git | .git | git does not say what it reads there',
  ])
})

test('a repository is looked through, but for repositories within it and dependencies', async () => {
  await using world = makeWorld()
  for (const place of ['a/b', 'node_modules/x', 'nested', '.'])
    world.put(`${place}/.claude/settings.json`, { model: place })
  world.put('a/.claude/settings.local.json', { model: 'counts in the top only' })
  world.put('nested/.git/HEAD', 'x')
  const models = async (deep: boolean) => (await world.survey(deep)).wishes.map(wish => wish.split(' | ')[3])
  expect(await models(true)).toEqual(['.', 'a/b'])
  expect(await models(false)).toEqual(['.'])
})

test('links are told and not followed', async () => {
  await using world = makeWorld()
  await using other = makeWorld()
  other.put('settings.json', { model: 'elsewhere' })
  symlinkSync(other.path, join(world.path, '.capstan'))
  symlinkSync('/etc/passwd', join(world.path, 'README.md'))
  symlinkSync('.capstan', join(world.path, 'inner'))
  world.put('.claude/x', '')
  symlinkSync('x', join(world.path, '.claude/settings.json'))
  world.put('docs/file', '')
  symlinkSync('docs/file', join(world.path, 'harmless'))
  expect((await world.survey()).wishes).toEqual([
    `linked | .capstan | .capstan | ${other.path}`,
    'linked | .claude/settings.json | .claude/settings.json | x',
    'linked | README.md | README.md | /etc/passwd',
    'linked | inner | inner | .capstan',
  ])
})

test('what cannot be followed or read is told or passed over, never waited for', async () => {
  await using world = makeWorld()
  symlinkSync('.git', join(world.path, '.git'))
  symlinkSync('loop', join(world.path, 'loop'))
  expect((await world.survey()).wishes).toEqual([
    'linked | .git | .git | .git',
    'linked | loop | loop | loop',
  ])
})

test('a folder that is too deep is said to be cut', async () => {
  await using world = makeWorld()
  world.put(`${'d/'.repeat(12)}file`, '')
  expect(await world.survey()).toEqual({ wishes: [], cut: true })
})

test('what is shown cannot move the cursor, hide, reorder or fill the screen', () => {
  const nasty = '\u001b[2J\u202e\u200b\nline\r'
  const { text } = renderSurvey({
    cut: true,
    wishes: [
      { kind: 'hook', file: `f${nasty}`, name: `Stop${nasty}`, detail: `${nasty}${'x'.repeat(5000)}` },
      ...Array.from({ length: 100 }, (_, index) => ({
        kind: 'allow_rule' as const,
        file: 'f',
        name: `R${index}`,
      })),
      { kind: 'restriction', file: 'f', name: 'deny X' },
    ],
  })
  for (const character of ['\u001b', '\r', '\u202e', '\u200b']) expect(text).not.toContain(character)
  expect(text.split('\n').filter(line => line.startsWith('line'))).toEqual([])
  expect(text.length).toBeLessThan(3000)
  expect(text).toContain('more characters')
  expect(text).toContain('… and 75 more')
  expect(text).toContain('1 deny or ask rule')
  expect(text).toContain('not all of it was looked through')
})

test('nothing is said in so many words', () => {
  expect(renderSurvey({ cut: false, wishes: [] }).text).toBe(
    'It wants nothing: no hooks, rules, servers or settings were found.',
  )
})
