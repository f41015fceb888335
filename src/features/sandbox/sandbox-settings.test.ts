import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createRawServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap } from '../../../test/support/needs-program.ts'
import { holdProject } from '../../../test/support/sandboxed.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { idleSettings } from './idle-settings.ts'
import { networkOf } from './network-of.ts'
import { openWayOut } from './way-out.ts'

const put = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** A proxy of the person's own: answers every request itself, and says for which it was asked. */
const ownProxy = async () => {
  const server = createServer((request, response) => response.end(`own proxy: ${request.url}`))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
/** Bash speaks to whatever listens behind a variable, without another program. */
const ask = (variable: string, url: string): string =>
  `p=\${${variable}##*:}; exec 3<>/dev/tcp/127.0.0.1/$p; printf 'GET ${url} HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`

describe.skipIf(!hasBubblewrap())('settings of the sandbox, with the real bubblewrap', () => {
  test('credentials named in settings are neither read nor in the environment, whatever else is opened', async () => {
    await using held = holdProject({
      credentials: { files: ['~/token', './deploy.key'], envVars: ['DEPLOY_TOKEN'] },
      filesystem: { allowRead: ['~/token'] },
    })
    put(join(held.home, 'token'), 'SECRET')
    put(join(held.project, 'deploy.key'), 'SECRET')
    const { output } = await held.run(
      `cat ~/token deploy.key; echo "[\${DEPLOY_TOKEN-unset}] [\${KEPT-unset}]"`,
      { DEPLOY_TOKEN: 'SECRET', KEPT: 'kept' },
    )
    expect(output).not.toContain('SECRET')
    expect(output).toContain('[unset] [kept]')
  })

  test('with files left alone only the network, own settings and what is denied by name are held', async () => {
    await using held = holdProject({
      filesystem: { disabled: true, denyRead: ['~/hidden'], denyWrite: ['~/kept'] },
    })
    put(join(held.home, 'hidden'), 'SECRET')
    put(join(held.home, 'kept'), 'before')
    put(join(held.home, '.npmrc'), 'registry')
    put(join(held.root, 'config/.credentials.json'), 'SECRET')
    await using server = await ownProxy()
    const { output } = await held.run(
      `cat ~/hidden ../config/.credentials.json ~/.npmrc; echo out > ~/out; mkdir .vscode && echo x > .vscode/tasks.json; echo x > ~/kept; (exec 3<>/dev/tcp/127.0.0.1/${server.port}) && echo connected; true`,
    )
    expect(output).not.toMatch(/SECRET|connected/)
    expect(output).toContain('registry')
    expect([
      existsSync(join(held.home, 'out')),
      existsSync(join(held.project, '.vscode/tasks.json')),
      readFileSync(join(held.home, 'kept'), 'utf8'),
    ]).toEqual([true, true, 'before'])
  })

  test('all sockets are reached when all are allowed, and what leads to them stays', async () => {
    const tools = holdProject()
    const path = join(tools.home, 'agent.sock')
    const daemon = createRawServer(socket => socket.end('reached'))
    await new Promise<void>(done => daemon.listen(path, done))
    const program = `${realpathSync(process.execPath)} -e 'require("net").connect(process.env.SSH_AUTH_SOCK || "${path}").on("data", d => console.log(String(d))).on("error", e => console.log(e.code))'`
    const open = async (network: object) => {
      await using held = holdProject({ network }, { env: { SSH_AUTH_SOCK: path }, home: tools.home })
      return (await held.run(`echo "[$SSH_AUTH_SOCK]"; ${program}`, { SSH_AUTH_SOCK: path })).output
    }
    const outputs = [await open({}), await open({ allowAllUnixSockets: true })]
    daemon.close()
    await tools[Symbol.asyncDispose]()
    expect(outputs).toEqual([expect.stringMatching(/^\[\]\nE\w+\n$/), `[${path}]\nreached\n`])
  })

  test('a socket that is gone before the command starts keeps it from nothing', async () => {
    await using held = holdProject({ network: { allowAllUnixSockets: true } })
    const path = join(held.home, 'short-lived.sock')
    const daemon = createRawServer()
    await new Promise<void>(done => daemon.listen(path, done))
    const entered = await held.sandbox.enter({
      file: '/bin/echo',
      args: ['ran'],
      cwd: held.project,
      env: {},
      writable: held.project,
      run: { command: 'echo ran' },
    })
    expect(entered.args).toContain(path)
    await new Promise(done => daemon.close(done))
    const { stdout } = await promisify(execFile)(entered.file, entered.args, { env: entered.env })
    entered.leave({ code: 0, output: stdout })
    expect(stdout).toBe('ran\n')
  })

  test('proxies of the person on a port take the place of ours', async () => {
    await using http = await ownProxy()
    await using socks = await ownProxy()
    await using held = holdProject({
      network: { httpProxyPort: http.port, socksProxyPort: socks.port },
    })
    const url = 'http://anything.test/x'
    const { output } = await held.run(
      `(${ask('http_proxy', url)}); echo; (${ask('ALL_PROXY', '/socks')}); echo; echo \${ALL_PROXY%%:*}; (exec 3<>/dev/tcp/127.0.0.1/${http.port}) && echo connected; true`,
    )
    expect(output).toContain(`own proxy: ${url}`)
    expect(output).toContain('own proxy: /socks')
    expect(output).toContain('\nsocks5h\n')
    expect(output).not.toContain('connected')
  })

  test('in the repository of a linked worktree, what git would obey gets another name when the command ends', async () => {
    await using held = holdProject()
    const common = join(held.root, 'main/.git')
    const own = join(common, 'worktrees/tree')
    mkdirSync(own, { recursive: true })
    mkdirSync(join(common, 'objects'))
    writeFileSync(join(held.project, '.git'), `gitdir: ${own}\n`)
    writeFileSync(join(own, 'gitdir'), `${join(held.project, '.git')}\n`)
    writeFileSync(join(own, 'commondir'), '../..\n')
    const { notes, output } = await held.run(
      `mkdir ${common}/hooks; echo evil > ${common}/hooks/post-commit; echo ../x > ${common}/commondir; echo x > ${own}/config.worktree; echo blob > ${common}/objects/a; true`,
    )
    const obeyed = ['hooks', 'commondir', 'worktrees/tree/config.worktree'].map(name => join(common, name))
    expect(obeyed.map(path => existsSync(path))).toEqual([false, false, false])
    expect(existsSync(join(common, 'objects/a'))).toBe(true)
    // Nobody has to be there at the end for hooks: they can't be made at all.
    expect(output).toMatch(/post-commit: Read-only file system/)
    expect(notes.join()).toMatch(/commondir\.made-in-sandbox/)
    // Nor does something outside wait for the end of a command in the background.
    const entered = await held.sandbox.enter({
      ...{ file: '/bin/true', args: [], cwd: held.project, env: {}, writable: held.project },
      run: { command: 'true' },
    })
    writeFileSync(join(common, 'commondir'), '../y\n')
    expect(
      held.sandbox
        .checkOutside()
        .map(({ text }) => text)
        .join(),
    ).toMatch(/commondir\.made-in-sandbox-2/)
    expect(existsSync(join(common, 'commondir'))).toBe(false)
    expect(entered.leave({ code: 0, output: '' })).toEqual([])
  })

  test('the weaker sandbox of a container still keeps files and other processes', async () => {
    await using held = holdProject({}, { nested: true })
    const { output } = await held.run(
      `cat /proc/self/comm; cat /proc/${process.pid}/environ >/dev/null && echo environment; ls /proc/${process.pid}/root/ && echo root; kill -0 ${process.pid} && echo signal; echo x > ../out; echo in > in.txt; true`,
    )
    expect(output).toMatch(/^cat\n/)
    expect(output).not.toMatch(/^(?:environment|root|signal)$/m)
    expect([existsSync(join(held.root, 'out')), existsSync(join(held.project, 'in.txt'))]).toEqual([
      false,
      true,
    ])
  })

  test('violations that are ignored are not told, for the commands they are ignored for', async () => {
    await using held = holdProject({ ignoreViolations: { 'npm test': ['/etc/cache'] } })
    const told = async (command: string) => (await held.run(command)).notes.length
    expect([
      await told('echo x > /etc/cache; exit 1 # npm test'),
      await told('echo x > /etc/cache; exit 1 # npm ci'),
    ]).toEqual([0, 1])
  })
})

test.each([
  [{}, 'linux', []],
  [{ network: { strictAllowlist: true, httpProxyPort: 1 } }, 'linux', []],
  [{ network: { strictAllowlist: false } }, 'linux', []],
  [{ network: { strictAllowlist: false, allowManagedDomainsOnly: true } }, 'darwin', ['strictAllowlist']],
  [{ enableWeakerNetworkIsolation: true }, 'linux', ['enableWeakerNetworkIsolation']],
  [{ enableWeakerNetworkIsolation: true, network: { allowLocalBinding: true } }, 'darwin', []],
  [
    { allowAppleEvents: true, network: { allowMachLookup: ['a'] } },
    'linux',
    ['allowAppleEvents', 'allowMachLookup'],
  ],
  [{ allowAppleEvents: true, network: { allowMachLookup: ['a'] } }, 'darwin', []],
  [{ allowAppleEvents: true, autoAllowBashIfSandboxed: true }, 'darwin', ['autoAllowBashIfSandboxed']],
  [{ network: { allowLocalBinding: true } }, 'linux', ['allowLocalBinding']],
  [{ network: { httpProxyPort: 1, deniedDomains: ['a'] } }, 'linux', ['httpProxyPort']],
  [{ network: { httpProxyPort: 1, allowedDomains: ['a'] } }, 'linux', ['allowedDomains']],
  [{ filesystem: { disabled: true }, autoAllowBashIfSandboxed: true }, 'linux', ['autoAllowBashIfSandboxed']],
] as const)('settings without an effect here are said: %j on %s', (settings, platform, keys) => {
  const said = idleSettings(settings, platform)
  expect(said.map(({ text }) => keys.find(key => text.split(' ')[0]?.endsWith(key)))).toEqual(keys)
})

test('a proxy of the person does not get past denied domains, which only ours knows', () => {
  const network = { httpProxyPort: 1, allowedDomains: ['*'] }
  expect([{ network }, { network: { ...network, deniedDomains: ['a.test'] } }, {}].map(networkOf)).toEqual([
    'own proxies',
    'hosts',
    'none',
  ])
})

test('a proxy of the person that does not run is named', async () => {
  await using tmp = tmpDir()
  const gone = await ownProxy()
  await gone[Symbol.asyncDispose]()
  await using way = await openWayOut(
    { network: { httpProxyPort: gone.port } },
    { directory: tmp.path, newToken: () => 'token' },
  )
  const refusals = way?.watch()
  const client = connect(way?.sockets.http ?? '')
  await new Promise(done => client.once('close', done))
  expect(refusals?.()).toEqual([
    {
      host: `localhost:${gone.port}`,
      why: expect.objectContaining({
        text: 'no proxy listens there, and sandbox.network.httpProxyPort names it as the only way out',
      }),
    },
  ])
  expect(way?.watch()()).toEqual([])
})
