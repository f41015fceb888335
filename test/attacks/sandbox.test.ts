import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'
import { hasBubblewrap, hasGit } from '../support/needs-program.ts'
import { type Held, holdProject } from '../support/sandboxed.ts'

const textsOf = (texts: readonly LocalizedText[]): string => texts.map(({ text }) => text).join('\n')

const put = (path: string, text = ''): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const putRepository = (directory: string): void => {
  for (const name of ['objects/x', 'refs/x']) put(join(directory, '.git', name))
  put(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n')
  put(join(directory, '.git/config'), '[core]\n')
}
/** What a program would read at that name; undefined when there is nothing. */
const obeyed = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
/** The same line without a sandbox, in a copy of the project: the canary must go off there. */
const isForgedPlainly = (held: Held, line: string, name: string): boolean => {
  const twin = join(held.root, 'twin')
  cpSync(held.project, twin, { recursive: true, verbatimSymlinks: true })
  spawnSync('/bin/bash', ['-c', line], { cwd: twin })
  return obeyed(join(twin, name))?.includes('EVIL') === true
}
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(done => setTimeout(done, 10))
}

describe.skipIf(!hasBubblewrap())('a protected name that is a link', () => {
  const prepare = (held: Held): void => {
    put(join(held.project, 'shared/npmrc'), 'good')
    put(join(held.project, 'deep/er/envrc'), 'good')
    put(join(held.project, 'hooks/pre-commit'), 'good')
    symlinkSync('shared/npmrc', join(held.project, '.npmrc'))
    symlinkSync('missing/yarnrc', join(held.project, '.yarnrc'))
    symlinkSync('deep', join(held.project, 'way'))
    symlinkSync('way/er/envrc', join(held.project, '.envrc'))
    symlinkSync('hooks', join(held.project, '.husky'))
    symlinkSync('hop', join(held.project, '.bazelrc'))
    symlinkSync('shared/npmrc', join(held.project, 'hop'))
  }
  test.each([
    ['is removed and written anew', 'rm .npmrc; echo EVIL > .npmrc', '.npmrc', 'good'],
    ['is renamed over', 'echo EVIL > x; mv -f x .npmrc', '.npmrc', 'good'],
    ['is turned elsewhere', 'echo EVIL > x; ln -sfn x .npmrc', '.npmrc', 'good'],
    ['is moved away for another', 'mv .npmrc y; echo EVIL > .npmrc', '.npmrc', 'good'],
    [
      'is a directory that is replaced',
      'rm .husky; mkdir .husky; echo EVIL > .husky/pre-commit',
      '.husky/pre-commit',
      'good',
    ],
    [
      'leads nowhere until its end is made',
      'mkdir missing; echo EVIL > missing/yarnrc',
      '.yarnrc',
      undefined,
    ],
    ['leads over another link that is replaced', 'rm hop; echo EVIL > hop', '.bazelrc', undefined],
    [
      'leads over a directory link that is replaced',
      'rm way; mkdir -p way/er; echo EVIL > way/er/envrc',
      '.envrc',
      undefined,
    ],
    [
      'leads over a directory that is replaced',
      'mv deep d2; mkdir -p deep/er; echo EVIL > deep/er/envrc',
      '.envrc',
      undefined,
    ],
    ['leads to a file that is changed', 'echo EVIL > shared/npmrc', '.npmrc', 'good'],
  ])('%s', async (_, line, name, after) => {
    await using held = holdProject()
    prepare(held)
    expect(isForgedPlainly(held, line, name)).toBe(true)
    await held.run(`${line}; true`)
    expect(obeyed(join(held.project, name))).toBe(after)
  })

  test('is a link again afterwards, and one that nobody touched stays', async () => {
    await using held = holdProject()
    prepare(held)
    const { notes } = await held.run('rm .npmrc; echo EVIL > .npmrc')
    expect(notes.join()).toContain('.npmrc.made-in-sandbox')
    expect(readlinkSync(join(held.project, '.npmrc'))).toBe('shared/npmrc')
    for (const name of ['.yarnrc', '.envrc', '.husky', '.bazelrc'])
      expect(lstatSync(join(held.project, name)).isSymbolicLink()).toBe(true)
    expect((await held.run('cat .npmrc; touch made')).notes).toEqual([])
  })
})

describe.skipIf(!hasBubblewrap())('a sandboxed command in the background', () => {
  /** Runs the line inside, and goes on there until the file `end` is made. */
  const inBackground = async (held: Held, line: string) => {
    const started = await held.start(`${line}; touch ready; while [ ! -e end ]; do sleep 0.02; done`)
    return {
      ready: () => until(() => existsSync(join(held.project, 'ready'))),
      async end() {
        put(join(held.project, 'end'))
        return await started.ended
      },
    }
  }
  const FORGED: readonly (readonly [string, string])[] = [
    ['.npmrc', 'echo EVIL > .npmrc'],
    ['sub/.envrc', 'mkdir sub; echo EVIL > sub/.envrc'],
    [
      'nested/.git/config',
      'mkdir -p nested/.git/objects nested/.git/refs; echo ref: refs/heads/x > nested/.git/HEAD; echo EVIL > nested/.git/config',
    ],
    [
      'bare/config',
      'mkdir -p bare/objects bare/refs; echo ref: refs/heads/x > bare/HEAD; echo EVIL > bare/config',
    ],
    ['node_modules/p/.npmrc', 'mkdir -p node_modules/p; echo EVIL > node_modules/p/.npmrc'],
  ]

  test.each(FORGED)('leaves nothing for a command outside: %s', async (name, line) => {
    await using held = holdProject()
    expect(isForgedPlainly(held, line, name)).toBe(true)
    const background = await inBackground(held, line)
    await background.ready()
    expect(obeyed(join(held.project, name))).toContain('EVIL')
    // The command outside begins …
    expect(textsOf(held.sandbox.checkOutside())).toContain('made-in-sandbox')
    expect(obeyed(join(held.project, name))).toBeUndefined()
    // … and ends.
    held.sandbox.checkOutside()
    await background.end()
    expect(obeyed(join(held.project, name))).toBeUndefined()
  })

  test('gains nothing by what a command outside does at the same time', async () => {
    await using held = holdProject()
    const background = await inBackground(held, ':')
    await background.ready()
    held.sandbox.checkOutside()
    for (const [, line] of FORGED) spawnSync('/bin/bash', ['-c', line], { cwd: held.project })
    // Whose work that was cannot be told.
    held.sandbox.checkOutside()
    for (const [name] of FORGED) expect(obeyed(join(held.project, name))).toBeUndefined()
    await background.end()
  })

  test('does not get at a file that was replaced outside, although its mount is gone then', async () => {
    await using held = holdProject()
    put(join(held.project, '.npmrc'), 'good')
    putRepository(join(held.project, 'nested'))
    const line =
      'for i in $(seq 500); do echo EVIL > .npmrc; echo EVIL > nested/.git/config; [ -e end ] && break; sleep 0.02; done'
    const background = await inBackground(held, `touch ready; (${line}) 2>/dev/null`)
    await background.ready()
    held.sandbox.checkOutside()
    renameSync(put(join(held.project, 'new'), 'by the command outside'), join(held.project, '.npmrc'))
    renameSync(put(join(held.project, 'new'), 'by git outside'), join(held.project, 'nested/.git/config'))
    // The canary: the kernel lets the command inside write them now.
    await until(() => obeyed(join(held.project, '.npmrc'))?.includes('EVIL') === true)
    await until(() => obeyed(join(held.project, 'nested/.git/config'))?.includes('EVIL') === true)
    held.sandbox.checkOutside()
    await background.end()
    expect(obeyed(join(held.project, '.npmrc'))).toBe('good')
    expect(obeyed(join(held.project, 'nested/.git/config'))).toBe('[core]\n')
  })

  test('does not get at what a tool was allowed to write', async () => {
    await using held = holdProject()
    const background = await inBackground(
      held,
      'touch ready; until [ -e a/.vscode/settings.json ]; do sleep 0.02; done; echo EVIL > a/.vscode/tasks.json; touch forged',
    )
    await background.ready()
    const file = join(held.project, 'a/.vscode/settings.json')
    held.sandbox.expect(file, Buffer.from('{}'))
    put(file, '{}')
    await until(() => existsSync(join(held.project, 'forged')))
    await background.end()
    expect(existsSync(join(held.project, 'a/.vscode'))).toBe(false)
  })

  test('does not get at a stand-in that was removed outside', async () => {
    await using held = holdProject()
    const background = await inBackground(
      held,
      'touch ready; for i in $(seq 500); do mkdir -p .claude && echo EVIL > .claude/settings.json && break; [ -e end ] && break; sleep 0.02; done 2>/dev/null',
    )
    await background.ready()
    for (const name of ['.claude', '.vscode', '.husky']) rmSync(join(held.project, name), { recursive: true })
    await until(() => obeyed(join(held.project, '.claude/settings.json')) !== undefined)
    await background.end()
    expect(obeyed(join(held.project, '.claude/settings.json'))).toBeUndefined()
  })

  test('does not keep a forgery in place by taking the other names first', async () => {
    await using held = holdProject()
    await held.run(
      'touch .npmrc.made-in-sandbox; for i in $(seq 2 120); do touch .npmrc.made-in-sandbox-$i; done; echo EVIL > .npmrc',
    )
    expect(obeyed(join(held.project, '.npmrc'))).toBeUndefined()
  })

  test('does not hide a forgery in a directory that nobody may read', async () => {
    await using held = holdProject()
    await held.run('mkdir -p a b; echo EVIL > a/.npmrc; chmod 111 a; echo EVIL > b/.npmrc; chmod 555 b')
    for (const name of ['a', 'b']) chmodSync(join(held.project, name), 0o755)
    expect([obeyed(join(held.project, 'a/.npmrc')), obeyed(join(held.project, 'b/.npmrc'))]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe.skipIf(!hasBubblewrap())('many directories', () => {
  test('nested repositories behind more directories than are looked through cannot be changed at all, and that is said', async () => {
    await using held = holdProject({}, { maxDirectories: 10 })
    for (let count = 0; count < 30; count++)
      mkdirSync(join(held.project, `d${count}/in`), { recursive: true })
    putRepository(join(held.project, 'd29/in/deep'))
    const line =
      'echo EVIL > d29/in/deep/.git/config; mkdir d29/in/new; mv d29/in d29/out; echo x > plain; true'
    expect(isForgedPlainly(held, line, 'd29/out/deep/.git/config')).toBe(true)
    const { entered, ended } = await held.start(line)
    await ended
    expect(textsOf(entered.notices)).toContain('nothing can be changed below')
    expect(obeyed(join(held.project, 'd29/in/deep/.git/config'))).toBe('[core]\n')
    expect([existsSync(join(held.project, 'd29/in/new')), obeyed(join(held.project, 'plain'))]).toEqual([
      false,
      'x\n',
    ])
  })

  test.each([
    [
      'in a new directory',
      'mkdir n; for i in $(seq 60); do mkdir -p n/$i/x; done; mkdir -p n/60/x/y; echo EVIL > n/60/x/y/.npmrc',
      'n/60/x/y/.npmrc',
    ],
    [
      'in an old directory',
      'for i in $(seq 60); do mkdir -p n/$i/x; done; echo EVIL > old/er/.npmrc',
      'old/er/.npmrc',
    ],
    [
      'beside others',
      'for i in $(seq 60); do mkdir -p a$i/x; done; echo EVIL > a60/x/.npmrc',
      'a60/x/.npmrc',
    ],
  ])('are no place to hide a forgery: %s', async (_, line, name) => {
    await using held = holdProject({}, { maxDirectories: 20 })
    mkdirSync(join(held.project, 'old/er'), { recursive: true })
    expect(isForgedPlainly(held, line, name)).toBe(true)
    await held.run(line)
    expect(obeyed(join(held.project, name))).toBeUndefined()
  })
})

describe.skipIf(!hasBubblewrap())('node_modules', () => {
  test('protected names in it can be neither changed nor made, packages can be installed', async () => {
    await using held = holdProject()
    const at = (name: string): string => join(held.project, 'node_modules', name)
    putRepository(at('linked'))
    put(at('old/.npmrc'), 'good')
    put(at('old/index.js'), 'old')
    const line = [
      'cd node_modules',
      'echo EVIL > linked/.git/config; mkdir linked/.git/hooks; echo EVIL > linked/.git/hooks/post-checkout',
      'echo EVIL > old/.npmrc; rm -f old/.npmrc; mkdir -p new/.vscode; echo EVIL > new/.vscode/tasks.json',
      'mkdir -p p/lib .bin; echo code > p/lib/index.js; ln -s ../p/lib/index.js .bin/p; echo new > old/index.js; rm -rf old/x',
      'true',
    ].join('\n')
    expect(isForgedPlainly(held, line, 'node_modules/linked/.git/config')).toBe(true)
    await held.run(line)
    expect([obeyed(at('linked/.git/config')), obeyed(at('old/.npmrc'))]).toEqual(['[core]\n', 'good'])
    expect(obeyed(at('linked/.git/hooks/post-checkout'))).toBeUndefined()
    expect(obeyed(at('new/.vscode/tasks.json'))).toBeUndefined()
    expect([obeyed(at('.bin/p')), obeyed(at('old/index.js'))]).toEqual(['code\n', 'new\n'])
    expect(readdirSync(at('p'))).toEqual(['lib'])
  })

  test.skipIf(!hasGit())('a repository in it can still be committed to', async () => {
    await using held = holdProject()
    const at = join(held.project, 'node_modules/linked')
    mkdirSync(at, { recursive: true })
    for (const args of [
      ['init', '-q'],
      ['config', 'user.name', 'A'],
      ['config', 'user.email', 'a@example.org'],
    ])
      execFileSync('git', args, { cwd: at })
    const { output } = await held.run(
      'cd node_modules/linked; git commit -q --allow-empty -m one && git log --format=%s',
    )
    expect(output).toBe('one\n')
  })
})

describe.skipIf(!hasBubblewrap())('a second sandboxed command', () => {
  /** Makes ready, lets the other command change something, and only then starts: the worst moment, every time. */
  const startLate = async (held: Held, line: string, meanwhile: () => void) => {
    const writable = put(join(held.root, 'config/results/late.cwd'))
    const env = { PATH: process.env['PATH'] ?? '', HOME: held.home }
    const shell = { file: '/bin/bash', args: ['-c', line], cwd: held.project, env, writable }
    const entered = await held.sandbox.enter(shell)
    meanwhile()
    const { status, stdout, stderr } = spawnSync(entered.file, entered.args, {
      env: entered.env,
      encoding: 'utf8',
    })
    entered.leave({ code: status, output: '' })
    return { status, said: `${stdout}${stderr}` }
  }
  const open = async () => {
    const held = holdProject()
    for (const name of ['nested dir', 'plain/nested']) putRepository(join(held.project, name))
    put(join(held.project, 'with blank/.npmrc'), 'good')
    for (const name of ['other', 'outer/nested']) {
      putRepository(join(held.root, name))
      put(join(held.root, name, '.git/hooks/x'))
      put(join(held.root, name, '.npmrc'), 'good')
    }
    const first = await held.start('touch ready; while [ ! -e end ]; do sleep 0.02; done')
    await until(() => existsSync(join(held.project, 'ready')))
    return {
      held,
      async [Symbol.asyncDispose]() {
        put(join(held.project, 'end'))
        await first.ended
        await held[Symbol.asyncDispose]()
      },
    }
  }
  const swap = (held: Held, name: string, target: string): void => {
    renameSync(join(held.project, name), join(held.project, 'away'))
    symlinkSync(target, join(held.project, name))
  }

  test('runs as always beside the first', async () => {
    await using here = await open()
    const ended = await here.held.run('echo x > plain/y; echo EVIL > plain/nested/.git/config; cat plain/y')
    expect(ended.output).toContain('x\n')
    expect(obeyed(join(here.held.project, 'plain/nested/.git/config'))).toBe('[core]\n')
  })

  test.each([
    ['nested dir', '../other'],
    ['plain/nested', '../../other'],
    ['with blank', '../other'],
    ['plain', '../outer'],
  ])('does not run when %s became a link to somewhere outside meanwhile', async (name, target) => {
    await using here = await open()
    const { held } = here
    const late = await startLate(
      held,
      'echo ran; for d in ../other ../outer/nested; do echo EVIL > $d/.git/objects/forged; done; echo EVIL > away/.npmrc',
      () => swap(held, name, target),
    )
    expect(late.status).not.toBe(0)
    expect(late.said).not.toContain('ran')
    for (const repository of ['other', 'outer/nested'])
      expect(existsSync(join(held.root, repository, '.git/objects/forged'))).toBe(false)
    expect(obeyed(join(held.project, 'away/.npmrc'))).not.toBe('EVIL\n')
  })
})
