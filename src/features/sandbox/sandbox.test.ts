import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../../../test/support/is-alive.ts'
import { hasBubblewrap, hasGit } from '../../../test/support/needs-program.ts'
import { type Held, holdProject } from '../../../test/support/sandboxed.ts'

const put = (path: string, text = ''): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const initialize = (directory: string): void => {
  mkdirSync(directory, { recursive: true })
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: directory })
  git('init', '-q')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@example.org')
}
const serve = async () => {
  const server = createServer((_request, response) => response.end('from the machine'))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
const fetchWith = (url: string): string =>
  `node -e 'fetch(${JSON.stringify(url)}).then(async r => console.log(r.status, await r.text()), e => { console.log(String(e.cause ?? e)); process.exitCode = 1 })'`
/** Bash speaks HTTP to the proxy by itself: no other program is needed. */
const getThroughProxy = (url: string): string =>
  `p=\${http_proxy##*:}; exec 3<>/dev/tcp/127.0.0.1/$p; printf 'GET ${url} HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`

describe.skipIf(!hasBubblewrap())('with the real bubblewrap', () => {
  test('the working directory and /tmp can be written, nothing else', async () => {
    await using held = holdProject()
    const outside = put(join(held.root, 'outside.txt'), 'before')
    symlinkSync(outside, join(held.project, 'link'))
    const { output } = await held.run(
      `echo in > in.txt; echo tmp > /tmp/own; cat /tmp/own; for f in ${outside} link /etc/x /usr/x /var/x ../x $HOME/x /proc/sys/vm/swappiness; do (echo x > $f) && echo wrote $f; done`,
    )
    expect(output.split('\n').filter(line => /^(?:tmp|wrote)/.test(line))).toEqual(['tmp'])
    expect([readFileSync(outside, 'utf8'), readdirSync(held.project).sort()]).toEqual([
      'before',
      ['in.txt', 'link'],
    ])
    expect(existsSync('/tmp/own')).toBe(false)
  })

  test('what is denied cannot be read by any name, what is kept for the model can', async () => {
    await using held = holdProject(
      { filesystem: { denyRead: ['./hidden', './secret.txt'] } },
      { denied: () => ({ paths: [], isDenied: name => name === '.env' }) },
    )
    put(join(held.project, 'hidden/a'), 'SECRET')
    put(join(held.project, 'secret.txt'), 'SECRET')
    put(join(held.project, 'deep/er/.env'), 'SECRET')
    put(join(held.root, 'config/.credentials.json'), 'SECRET')
    put(join(held.root, 'config/results/1.txt'), 'shown')
    symlinkSync('hidden/a', join(held.project, 'link'))
    const { output } = await held.run(
      `cat hidden/a secret.txt deep/er/.env link ${held.root}/config/.credentials.json ${held.root}/config/results/1.txt; mv hidden h2; mv deep/er d2; cat h2/a d2/.env; grep -r SECRET . ; umount hidden; true`,
    )
    expect([output.includes('SECRET'), output.includes('shown')]).toEqual([false, true])
  })

  test('there is no network, and no socket of another program', async () => {
    await using held = holdProject()
    await using server = await serve()
    const path = join(held.home, 'daemon.sock')
    const daemon = createRawServer(socket => socket.end('reached'))
    await new Promise<void>(done => daemon.listen(path, done))
    const trySocket = `${realpathSync(process.execPath)} -e 'require("net").connect("${path}").on("data", d => console.log(String(d))).on("error", e => console.log(e.code))'`
    const { output, notes } = await held.run(
      `(exec 3<>/dev/tcp/127.0.0.1/${server.port}) && echo connected; (exec 3<>/dev/tcp/1.1.1.1/80) && echo connected; ${trySocket}; exit 1`,
    )
    const { settings, ...open } = { settings: { network: { allowUnixSockets: [path] } }, home: held.home }
    await using other = holdProject(settings, {
      ...open,
      readable: () => [held.root, realpathSync(process.execPath)],
    })
    const allowed = await other.run(trySocket)
    daemon.close()
    expect(output).not.toMatch(/connected|reached/)
    expect(output).toContain('ECONNREFUSED\n')
    expect(notes.join()).toContain('no network but the hosts')
    expect(allowed.output).toBe('reached\n')
  })

  test('an allowed host is reached through the proxy, others are refused and named', async () => {
    await using server = await serve()
    await using held = holdProject({ network: { allowedDomains: ['127.0.0.1'] } })
    const url = `http://127.0.0.1:${server.port}/`
    const allowed = await held.run(getThroughProxy(url))
    expect(allowed).toMatchObject({
      code: 0,
      output: expect.stringMatching(/200 OK[\s\S]*from the machine$/),
      notes: [],
    })
    const refused = await held.run(`${getThroughProxy('http://evil.test/')}; exit 7`)
    expect(refused.code).toBe(7)
    expect(refused.output).toMatch(/403 Forbidden[\s\S]*The Capstan sandbox refused this connection/)
    expect(refused.notes).toEqual([
      'The sandbox refused the host evil.test: evil.test is not among sandbox.network.allowedDomains. If it is needed, call Bash again with dangerouslyDisableSandbox: true; it needs a yes of the person.',
    ])
    const direct = await held.run(`(exec 3<>/dev/tcp/127.0.0.1/${server.port}) && echo connected`)
    expect(direct.output).not.toContain('connected')
  })

  test('protected files can be neither made, changed, moved nor replaced', async () => {
    await using held = holdProject()
    put(join(held.project, '.npmrc'), 'old')
    put(join(held.project, 'lib/.vscode/tasks.json'), 'old')
    const { notes } = await held.run(
      [
        'echo new > .npmrc; rm -f .npmrc; mv .npmrc x; ln -f .npmrc hard; echo new > hard',
        'echo new > lib/.vscode/tasks.json; mv lib/.vscode lib/v; rm -rf lib/.vscode',
        'mkdir -p .claude .git/hooks .husky; echo new > .claude/settings.json; echo new > .git/hooks/x; echo x > .husky/x',
        'mkdir -p made/.idea; echo new > made/.idea/x; ln -s /etc/passwd made/.envrc',
        'true',
      ].join('\n'),
    )
    const text = (name: string): string => readFileSync(join(held.project, name), 'utf8')
    expect([text('.npmrc'), text('lib/.vscode/tasks.json')]).toEqual(['old', 'old'])
    expect(
      readdirSync(held.project)
        .filter(name => name !== 'hard')
        .sort(),
    ).toEqual(['.npmrc', 'lib', 'made'])
    expect(readdirSync(join(held.project, 'made')).sort()).toEqual([
      '.envrc.made-in-sandbox',
      '.idea.made-in-sandbox',
    ])
    expect(notes).toHaveLength(1)
  })

  test('servers inside are reached inside', async () => {
    await using held = holdProject({ network: { allowedDomains: ['example.org'] } })
    const server = 'require("http").createServer((q, r) => r.end("inside")).listen(8099)'
    const { output } = await held.run(
      `PATH=${dirname(process.execPath)}:$PATH; node -e '${server}' & for i in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/8099) 2>/dev/null && break; sleep 0.1; done; ${fetchWith('http://127.0.0.1:8099/')}`,
    )
    expect(output).toContain('200 inside')
  })

  test('two hundred children, detached ones too, end with the sandbox', async () => {
    await using held = holdProject()
    const started = await held.start(
      'for i in $(seq 200); do (setsid sleep 300 & ) ; done; echo started; touch started; sleep 300',
    )
    while (!existsSync(join(held.project, 'started'))) await new Promise(done => setTimeout(done, 20))
    const inside = (): readonly number[] =>
      readdirSync('/proc')
        .filter(name => /^\d+$/.test(name) && isSleepIn(Number(name), held))
        .map(Number)
    const before = inside()
    expect(before.length).toBeGreaterThanOrEqual(200)
    process.kill(started.pid, 'SIGKILL')
    await started.ended
    while (before.some(isAlive)) await new Promise(done => setTimeout(done, 20))
    expect(inside()).toEqual([])
  })

  test('a command that ends leaves nothing running', async () => {
    await using held = holdProject()
    const { code, output } = await held.run('sleep 300 & setsid sleep 300 & echo done; exit 3')
    expect([code, output]).toEqual([3, 'done\n'])
    const left = (): boolean =>
      readdirSync('/proc').some(name => /^\d+$/.test(name) && isSleepIn(Number(name), held))
    while (left()) await new Promise(done => setTimeout(done, 20))
  })

  test('settings that cannot be kept are said once', async () => {
    await using held = holdProject({ filesystem: { denyRead: ['**/*.key'] } })
    const first = await held.start('true')
    await first.ended
    const second = await held.start('true')
    await second.ended
    expect([first.entered.notices.length, second.entered.notices.length]).toEqual([1, 0])
  })

  test('nothing of it is left in the file system at the end', async () => {
    const held = holdProject()
    const { output } = await held.run('echo $TMPDIR; touch $TMPDIR/x')
    const before = readdirSync(held.project)
    await held[Symbol.asyncDispose]()
    expect([output, before, existsSync(held.root)]).toEqual(['/tmp\n', [], false])
  })

  describe.skipIf(!hasGit())('git', () => {
    test('commits, also in a repository within another, but cannot be told to run something', async () => {
      await using held = holdProject()
      initialize(held.project)
      initialize(join(held.project, 'nested'))
      const { output } = await held.run(
        [
          'echo a > a; git add a; git commit -qm one && git branch topic && git checkout -q topic && git log --format=%s',
          'cd nested; echo b > b; git add b; git commit -qm two && git log --format=%s; cd ..',
          'for d in . nested; do (cd $d; git config core.pager evil; echo x > .git/hooks/post-commit; echo x > .git/config; mv .git g; rm -rf .git/config; echo ../evil > .git/commondir); done',
          'true',
        ].join('\n'),
      )
      expect(output.split('\n').filter(line => /^(?:one|two)$/.test(line))).toEqual(['one', 'two'])
      for (const directory of [held.project, join(held.project, 'nested')]) {
        expect(readFileSync(join(directory, '.git/config'), 'utf8')).not.toContain('evil')
        expect(existsSync(join(directory, '.git/hooks/post-commit'))).toBe(false)
        expect(existsSync(join(directory, '.git/commondir'))).toBe(false)
      }
    })

    test('commits in a worktree whose repository lies elsewhere', async () => {
      await using held = holdProject()
      const main = join(held.root, 'main')
      initialize(main)
      execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'start'], { cwd: main })
      const tree = join(held.root, 'tree')
      execFileSync('git', ['worktree', 'add', '-q', tree], { cwd: main })
      await using other = holdProject({}, { roots: () => [tree], readable: () => [held.root] })
      const { output } = await other.run(
        `cd ${tree}; echo a > a; git add a; git commit -qm two && git log --format=%s; echo x > ${main}/.git/hooks/x; git config a.b c; echo x > ${main}/new`,
      )
      expect(output.split('\n').slice(0, 2)).toEqual(['two', 'start'])
      expect([existsSync(join(main, '.git/hooks/x')), existsSync(join(main, 'new'))]).toEqual([false, false])
    })
  })
})

/** Which one it is shows in the directory it runs in: a mount of that project. */
const isSleepIn = (pid: number, held: Held): boolean => {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return (
      command.startsWith('sleep') && readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(held.project)
    )
  } catch {
    // Gone meanwhile.
    return false
  }
}
