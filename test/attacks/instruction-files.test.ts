import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTrustPort } from '../../src/cli/tui/trust-port.ts'
import { asked, idle } from '../support/pty/asked.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../support/pty/terminal-world.ts'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld, type World } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const SECRET = 'what-the-person-keeps-elsewhere'
const WORDS = 'words-of-the-folder'
const REPLIES = { replies: [{ text: 'Well then.', repeat: true }] }

const heard = (world: World): string => JSON.stringify(world.server.requests.map(({ body }) => body))

const link = (world: World, name: string, target: string): void => {
  mkdirSync(dirname(join(world.project, name)), { recursive: true })
  symlinkSync(target, join(world.project, name))
}

/** Links of a folder that lead out of it, by what is said of each. */
const FOLDERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'files',
    {
      'AGENTS.md': '<outside>/a.md',
      'CLAUDE.local.md': '../outside/b.md',
      '.capstan/rules/style.md': '<outside>/c.md',
      // A link to a link.
      hop: '<outside>/d.md',
      'CLAUDE.md': 'hop',
      '.claude/CLAUDE.md': '/proc/self/cwd/../outside/e.md',
    },
  ],
  ['directories', { '.claude/rules': '<outside>/rules', '.capstan': '../outside' }],
  ['an import', { 'docs.md': '<outside>/a.md' }],
]

describe('in a trusted folder', () => {
  test.each(FOLDERS)('%s that are links and lead out are not sent, and that is said', async (name, links) => {
    // One of these links leads by way of the process's own directory.
    await using world = await (name === 'files' ? openWorld : openWorldHere)(REPLIES)
    const outside = join(world.root, 'outside')
    mkdirSync(join(outside, 'rules'), { recursive: true })
    for (const file of ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'AGENTS.md', 'rules/f.md'])
      writeFileSync(join(outside, file), `${SECRET} ${file}`)
    if ('docs.md' in links) world.put('AGENTS.md', '@docs.md\n')
    for (const [file, target] of Object.entries(links))
      link(world, file, target.replace('<outside>', outside))
    const { code, stderr } = await world.run(['-p', 'hi', '--trust'])
    expect(code).toBe(0)
    expect(world.server.requests).not.toHaveLength(0)
    expect(heard(world)).not.toContain(SECRET)
    for (const file of Object.keys(links).filter(each => each !== 'hop'))
      expect(stderr).toMatch(new RegExp(`${file.replaceAll('.', '\\.')}.* is not (?:used|imported): `))
  })

  test('a link to a file that may hold secrets is not sent, one to a plain file of the folder is', async () => {
    await using world = await openWorldHere(REPLIES)
    world.put('.env', SECRET)
    world.put('docs/style.md', WORDS)
    symlinkSync('.env', join(world.project, 'AGENTS.md'))
    symlinkSync('docs/style.md', join(world.project, 'CLAUDE.md'))
    await world.run(['-p', 'hi', '--trust'])
    expect(heard(world)).not.toContain(SECRET)
    expect(heard(world)).toContain(WORDS)
  })
})

test('where nobody can be asked the words of an untrusted folder are sent, and nothing from outside', async () => {
  await using world = await openWorldHere(REPLIES)
  mkdirSync(join(world.root, 'outside'))
  writeFileSync(join(world.root, 'outside/notes.md'), SECRET)
  world.put('AGENTS.md', `${WORDS} @../outside/notes.md`)
  await world.run(['-p', 'hi'])
  expect(heard(world)).toContain(WORDS)
  expect(heard(world)).not.toContain(SECRET)
})

/** Folders of which nothing but a text for the model is of interest. */
const TEXTS: Readonly<Record<string, (root: string) => void>> = {
  'AGENTS.md': root => put(root, 'project/AGENTS.md'),
  'CLAUDE.local.md': root => put(root, 'project/CLAUDE.local.md'),
  'a rule': root => put(root, 'project/.claude/rules/a.md'),
  'a rule that waits for a file': root =>
    put(root, 'project/.capstan/rules/a.md', `---\npaths: "*.ts"\n---\n`),
  'a text in a directory above': root => put(root, 'CLAUDE.md'),
  'a text in a directory below, in a repository': root => {
    put(root, 'project/src/AGENTS.md')
    mkdirSync(join(root, 'project/.git'))
  },
  'a link to a text of its own': root => {
    put(root, 'project/docs/a.md')
    symlinkSync('docs/a.md', join(root, 'project/CLAUDE.md'))
  },
  'a link in place of the directory with its rules': root => {
    put(root, 'project/docs/rules/a.md')
    symlinkSync('docs', join(root, 'project/.capstan'))
  },
}
const put = (root: string, name: string, before = ''): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), before + WORDS)
}

test.each(Object.keys(TEXTS))('a folder with nothing but %s is asked about in a terminal', async name => {
  await using tmp = tmpDir()
  await using home = tmpDir()
  mkdirSync(join(tmp.path, 'project'))
  TEXTS[name]?.(realpathSync(tmp.path))
  const trust = createTrustPort(
    {},
    {
      cwd: join(realpathSync(tmp.path), 'project'),
      home: home.path,
      configHome: join(home.path, '.capstan'),
      env: {},
      newId: () => 'id',
      now: () => 0,
    },
  )
  expect((await trust.wish())?.survey.text).toContain('Instructions for the model:')
})

const sayHi = async (terminal: TerminalWorld): Promise<void> => {
  await terminal.program.waitFor(/claude-/)
  terminal.say('hi')
  await terminal.program.waitFor('Well then.')
  await idle(terminal)
}

/** The home directory is not below the folder's own parent, as it would be in most tests. */
const open = (name: string): Promise<TerminalWorld> =>
  openTerminalHere(REPLIES, {
    early: true,
    rows: 30,
    env: { HOME: '/nonexistent/home' },
    prepare: world => TEXTS[name]?.(realpathSync(world.root)),
  })

test.each(['AGENTS.md', 'a text in a directory above'])(
  '%s is not sent before the answer, nor after a no',
  async name => {
    await using terminal = await open(name)
    await asked(terminal, 'Do you trust this folder?')
    expect(terminal.world.server.requests).toHaveLength(0)
    terminal.program.key('enter')
    await sayHi(terminal)
    expect(heard(terminal.world)).not.toContain(WORDS)
  },
)

test('AGENTS.md is sent after a yes', async () => {
  await using terminal = await open('AGENTS.md')
  await asked(terminal, 'Do you trust this folder?')
  terminal.program.key('up')
  terminal.program.key('enter')
  await sayHi(terminal)
  expect(heard(terminal.world)).toContain(WORDS)
})
