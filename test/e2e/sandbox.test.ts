import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SessionAuthority } from '../../src/features/sandbox/credentials/session-authority.ts'
import type { SandboxSettings } from '../../src/protocol/settings.ts'
import { hostSession } from '../support/host-session.ts'
import { hasBubblewrap, hasCurl, hasGit } from '../support/needs-program.ts'
import { openWorldHere, startsBuiltProgram } from '../support/run-here.ts'
import { openWorld, resultOf, type World } from '../support/run-program.ts'
import { withMoreTime } from '../support/with-more-time.ts'

interface BashCall {
  readonly command: string
  readonly run_in_background?: boolean
  readonly dangerouslyDisableSandbox?: boolean
  readonly timeout?: number
}

/** One command per reply, then an end. */
const sandboxedIn =
  (open: typeof openWorld) =>
  async (sandbox: SandboxSettings, ...calls: readonly (string | BashCall)[]): Promise<World> => {
    const world = await open({
      replies: [
        ...calls.map((call, at) => ({
          tool: { name: 'Bash', id: `b${at}`, input: typeof call === 'string' ? { command: call } : call },
        })),
        { text: 'said' },
      ],
    })
    mkdirSync(world.config, { recursive: true })
    writeFileSync(
      join(world.config, 'settings.json'),
      JSON.stringify({ sandbox: { enabled: true, ...sandbox } }),
    )
    return world
  }
const openSandboxed = sandboxedIn(openWorldHere)
/** In a program of its own: where its environment or its end counts. */
const startSandboxed = sandboxedIn(openWorld)

/** What the model was shown for each command. */
const results = (world: World): readonly string[] => {
  const messages = (world.server.requests.at(-1)?.body?.['messages'] ?? []) as readonly {
    readonly content: string | readonly { readonly type: string; readonly content?: unknown }[]
  }[]
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(block => block.type === 'tool_result')
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content as readonly { readonly text?: string }[]).map(part => part.text ?? '').join(''),
    )
}
const ALLOWED = ['--allowedTools', 'Bash', '--', 'go']

describe.skipIf(!hasBubblewrap())('with bubblewrap', () => {
  test('commands run inside: they write here, not elsewhere, and the model learns why and what it can do', async () => {
    await using world = await openSandboxed(
      {},
      'mkdir sub; echo in > sub/a; cd sub',
      'pwd; cat a',
      'touch /usr/x',
    )
    const ended = await world.stream(ALLOWED)
    expect(resultOf(ended)['result']).toBe('said')
    const [first, second, third] = results(world)
    expect([first, second]).toEqual([
      `The current directory is now ${join(world.project, 'sub')}.`,
      `${join(world.project, 'sub')}\nin`,
    ])
    expect(third).toMatch(
      /^Exit code 1\n[\s\S]*Read-only file system\nThis command ran in a sandbox\. Only the working directories[\s\S]*dangerouslyDisableSandbox: true/,
    )
    expect(readdirSync(world.project)).toEqual(['sub'])
    const tools = world.server.requests[0]?.body?.['tools']
    expect(JSON.stringify(tools)).toContain('Commands run in a sandbox')
  })

  test('the credentials of this program and the home of the person cannot be read, kept output can', async () => {
    const look =
      'cat ~/.ssh/id "$C"/.credentials.json; ls -a ~/.ssh "$C"; cat "$C"/projects/*/*/tool-results/*.txt | tail -n 1'
    await using world = await startSandboxed({}, 'seq 20000', look)
    mkdirSync(join(world.home, '.ssh'))
    writeFileSync(join(world.home, '.ssh/id'), 'SECRET')
    writeFileSync(join(world.config, '.credentials.json'), 'SECRET')
    await world.stream(ALLOWED, { env: { C: world.config } })
    const [, shown] = results(world)
    expect([shown?.includes('SECRET'), shown?.includes('settings.json')]).toEqual([false, false])
    expect(shown?.trimEnd()).toMatch(/\n20000$/)
  })

  test('where it was chosen, held commands run without a question; to leave still asks', async () => {
    await using world = await openSandboxed(
      { autoAllowBashIfSandboxed: true },
      'touch made',
      { command: 'touch left', dangerouslyDisableSandbox: true },
      'rm -rf ~',
      'echo x > .npmrc',
    )
    await world.stream(['--', 'go'])
    const shown = results(world)
    expect(shown[0]).toBe('(no output)')
    expect(shown[1]).toMatch(/^Permission denied: Run outside the sandbox\?/)
    expect(shown[2]).toMatch(/^Permission denied/)
    expect(shown[3]).toMatch(/^Permission denied/)
    expect(readdirSync(world.project)).toEqual(['made'])
  })

  test('the host is asked to leave, also where a rule allows, and a yes runs it outside', async () => {
    const outside = { command: 'touch ../outside', dangerouslyDisableSandbox: true }
    await using world = await openSandboxed({}, 'touch ../outside', outside)
    const host = hostSession(world, ['--permission-prompt-tool', 'stdio', '--allowedTools', 'Bash'])
    host.ask('go')
    const { id, request } = await host.question(1)
    expect(request).toMatchObject({
      tool_name: 'Bash',
      input: outside,
      decision_reason: expect.stringMatching(/^Run outside the sandbox\?/),
    })
    expect(existsSync(join(world.root, 'outside'))).toBe(false)
    host.reply(id, { behavior: 'allow', updatedInput: request['input'] })
    await host.result(1)
    expect(existsSync(join(world.root, 'outside'))).toBe(true)
    await host.finish()
  })

  test('where leaving is switched off it is refused, and not offered', async () => {
    const leave = { command: 'touch left', dangerouslyDisableSandbox: true }
    await using world = await openSandboxed({ allowUnsandboxedCommands: false }, leave)
    await world.stream(ALLOWED)
    expect(results(world)[0]).toMatch(/^Permission denied: Commands may not leave the sandbox here/)
    expect(JSON.stringify(world.server.requests[0]?.body?.['tools'])).not.toContain(
      'dangerouslyDisableSandbox',
    )
    expect(readdirSync(world.project)).toEqual([])
  })

  test('excluded commands run outside, by the usual rules', async () => {
    await using world = await openSandboxed(
      { autoAllowBashIfSandboxed: true, excludedCommands: ['touch:*'] },
      'touch ../a',
      'touch ../b && true',
    )
    await world.stream(['--', 'go'])
    expect(results(world)[0]).toMatch(/^Permission denied/)
    await using other = await openSandboxed(
      { excludedCommands: ['touch:*'] },
      'touch ../a',
      'touch ../b; true',
    )
    await other.stream(ALLOWED)
    expect([existsSync(join(other.root, 'a')), existsSync(join(other.root, 'b'))]).toEqual([true, false])
  })

  test('allowed hosts are reached through the proxy, others are named in the result', async () => {
    using _ = startsBuiltProgram()
    const server = createServer((_request, response) => response.end('from the machine'))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    await using world = await openSandboxed(
      { network: { allowedDomains: ['127.0.0.1'] } },
      `bash get.sh http://127.0.0.1:${port}/`,
      'bash get.sh http://evil.test/',
    )
    world.put(
      'get.sh',
      `exec 3<>/dev/tcp/127.0.0.1/\${http_proxy##*:}; printf 'GET %s HTTP/1.0\\r\\n\\r\\n' $1 >&3; cat <&3`,
    )
    await world.stream(ALLOWED)
    server.close()
    const [allowed, refused] = results(world)
    expect(allowed).toMatch(/200 OK[\s\S]*from the machine$/)
    expect(refused).toMatch(/403 Forbidden[\s\S]*The sandbox refused the host evil\.test/)
  })

  test.skipIf(!hasCurl())(
    'a masked credential logs in and is in nothing that is sent or kept; other hosts are asked about',
    async () => {
      using _ = startsBuiltProgram()
      const secret = 'ghp_aRealSecretThatNobodyMaySee123456789'
      const network = new SessionAuthority({ patterns: ['*'], now: Date.now })
      const seen: (string | undefined)[] = []
      const server = createTlsServer(network.certificateFor('localhost'), (request, response) => {
        seen.push(request.headers.authorization)
        response.end('answered')
      })
      await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
      const url = `https://localhost:${(server.address() as AddressInfo).port}/`
      await using world = await openSandboxed(
        {
          network: { allowedDomains: ['localhost'], tlsTerminate: true, strictAllowlist: false },
          credentials: { envVars: [{ name: 'GH_TOKEN' }] },
        },
        `curl -sSv -H "authorization: token $GH_TOKEN" ${url}; env`,
        'curl -sS https://other.example.org/ || true',
      )
      // As others write it.
      const file = join(world.config, 'settings.json')
      const written = readFileSync(file, 'utf8').replace(
        '"name":"GH_TOKEN"',
        '"name":"GH_TOKEN","mode":"mask"',
      )
      writeFileSync(file, written.replace('"tlsTerminate":true', '"tlsTerminate":{}'))
      const roots = join(world.root, 'roots.pem')
      writeFileSync(roots, network.certificate)
      const env = { GH_TOKEN: secret, SSL_CERT_FILE: roots }
      const host = hostSession(
        world,
        ['--permission-prompt-tool', 'stdio', '--allowedTools', 'Bash', '--debug'],
        env,
      )
      host.ask('go')
      const { id, request } = await host.question(1)
      expect(request).toMatchObject({
        tool_name: 'SandboxNetworkAccess',
        input: { host: 'other.example.org' },
      })
      host.reply(id, { behavior: 'deny', message: 'no' })
      await host.result(1)
      const ended = await host.finish()
      server.close()
      const [shown, refused] = results(world)
      expect([seen, shown?.includes('answered')]).toEqual([[`token ${secret}`], true])
      expect(refused).toMatch(/403[\s\S]*The sandbox refused the host other\.example\.org/)
      const kept = readdirSync(world.root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      const told = JSON.stringify(world.server.requests.map(({ body }) => body))
      expect([...kept, told, ended.stdout, ended.stderr].join('\n')).not.toContain('aRealSecret')
    },
  )

  test('background commands are held too, go on, and are ended with all they started', async () => {
    await using world = await startSandboxed(
      {},
      {
        command: 'touch /usr/x; for i in 1 2 3; do setsid sleep 301 & done; touch up; wait',
        run_in_background: true,
      },
      'while [ ! -e up ]; do sleep 0.05; done; sleep 0.1 & echo there',
    )
    const ended = await world.stream(ALLOWED)
    expect([ended.code, results(world)[1]?.split('\n')[0]]).toEqual([0, 'there'])
    const sleeping = (): readonly string[] =>
      readdirSync('/proc').filter(name => {
        try {
          return readFileSync(`/proc/${name}/mountinfo`, 'utf8').includes(`${world.project} `)
        } catch {
          // Not a process, or gone.
          return false
        }
      })
    while (sleeping().length > 0) await new Promise(done => setTimeout(done, 20))
    expect(readdirSync(world.project).sort()).toEqual(['up'])
  })

  test('what a rule forbids to read is not there for programs either, by path and by name', async () => {
    await using world = await openSandboxed({}, 'bash show.sh')
    world.put('show.sh', 'cat secret.txt deep/.env open.txt; grep -r SECRET .; true')
    world.put('secret.txt', 'SECRET one')
    world.put('deep/.env', 'SECRET two')
    world.put('open.txt', 'open')
    await world.stream(['--disallowedTools', 'Read(./secret.txt),Read(.env)', ...ALLOWED])
    const [shown] = results(world)
    expect([shown?.includes('SECRET one'), shown?.includes('SECRET two'), shown?.includes('open')]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('a time limit ends what runs inside', async () => {
    const attempt = async (timeout: number) => {
      await using world = await openSandboxed({}, { command: 'echo begun; sleep 300', timeout })
      await world.stream(ALLOWED)
      return results(world)[0]
    }
    const said = await withMoreTime(500, attempt, text => text?.includes('begun') === true)
    expect(said).toMatch(/^Timed out after \d+ ms and was ended\.\nbegun/)
  })

  test.skipIf(!hasGit())('git commits; what git would obey is left as it was, and that is said', async () => {
    await using world = await openSandboxed(
      {},
      'echo a > a; git add a; git commit -qm one; git log --format=%s; bash evil.sh',
    )
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: world.project })
    git('init', '-q')
    git('config', 'user.name', 'A')
    git('config', 'user.email', 'a@example.org')
    world.put('evil.sh', 'mkdir x; echo evil > x/.npmrc; echo evil > .git/hooks/pre-commit')
    await world.stream(ALLOWED)
    const [shown] = results(world)
    expect(shown).toMatch(/one\n[\s\S]*Read-only file system/)
    expect(shown).toContain(`renamed: ${join(world.project, 'x/.npmrc.made-in-sandbox')}.`)
    expect(existsSync(join(world.project, '.git/hooks/pre-commit'))).toBe(false)
  })
})

/** A system without bubblewrap, but with what the commands need. */
const pathWithout = (world: World): string => {
  const directory = join(world.root, 'bin')
  mkdirSync(directory)
  for (const name of ['bash', 'touch', 'cat']) symlinkSync(`/bin/${name}`, join(directory, name))
  return directory
}

test('a sandbox that is missing is said, and nothing runs because of it without a question', async () => {
  await using world = await openSandboxed({ autoAllowBashIfSandboxed: true }, 'touch made')
  const ended = await world.run(['-p', '--', 'go'], { env: { PATH: pathWithout(world) } })
  expect(results(world)[0]).toContain(
    "The sandbox is on but isn't available: bubblewrap (bwrap) is not installed",
  )
  expect([ended.stderr.includes('bubblewrap'), readdirSync(world.project)]).toEqual([true, []])
})

test('a command that a rule allows runs without it, and both sides are told', async () => {
  await using world = await openSandboxed({}, 'touch made', 'touch again')
  const ended = await world.run(['-p', ...ALLOWED], { env: { PATH: pathWithout(world) } })
  const said = /The sandbox is on but isn't available here: bubblewrap.*apt-get install bubblewrap/
  expect([ended.stderr, results(world)[0]]).toEqual([
    expect.stringMatching(said),
    expect.stringMatching(said),
  ])
  expect(results(world)[1]).toBe('(no output)')
  expect(readdirSync(world.project).sort()).toEqual(['again', 'made'])
})

test('who would rather not run without is stopped before the first request', async () => {
  await using world = await openSandboxed({ failIfUnavailable: true }, 'touch made')
  const ended = await world.run(['-p', ...ALLOWED], { env: { PATH: pathWithout(world) } })
  expect([ended.code, ended.stdout, world.server.requests.length]).toEqual([1, '', 0])
  expect(ended.stderr).toMatch(/^capstan: The sandbox isn't available here: bubblewrap .*"failIfUnavailable"/)
})
