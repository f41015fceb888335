import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap, hasCurl } from '../../../../test/support/needs-program.ts'
import { holdProject } from '../../../../test/support/sandboxed.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { SandboxSettings } from '../../../protocol/settings.ts'
import { CredentialVault } from './credential-vault.ts'
import { maskProblems } from './mask-problems.ts'
import { SessionAuthority } from './session-authority.ts'

const SECRET = 'ghp_aRealSecretThatNobodyMaySee123456789'
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const HOSTS: SandboxSettings['network'] = { allowedDomains: ['localhost'], tlsTerminate: true }

/** An https server of a world that this machine trusts. */
const serve = async () => {
  const world = new SessionAuthority({ patterns: ['*'], now: Date.now })
  const seen: (string | undefined)[] = []
  const server = createServer(world.certificateFor('localhost'), (request, response) => {
    seen.push(request.headers.authorization)
    response.end('answered')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const tmp = tmpDir()
  const roots = join(tmp.path, 'world.pem')
  writeFileSync(roots, world.certificate)
  return {
    seen,
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    env: { SSL_CERT_FILE: roots },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await tmp[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(!hasBubblewrap())('masked credentials, with the real bubblewrap', () => {
  test.skipIf(!hasCurl())(
    'curl logs in with what it never sees, from a variable and from a file in a hidden directory',
    async () => {
      await using server = await serve()
      const settings: SandboxSettings = {
        network: HOSTS,
        credentials: {
          envVars: [{ name: 'TOKEN' }],
          files: [
            { path: '~/.config/gh/hosts.yml', extract: 'oauth_token: (\\S+)' },
            { path: '~/.netrc', extract: 'password (\\S+)' },
          ],
        },
      }
      await using held = holdProject(settings, { env: server.env })
      put(join(held.home, '.config/gh/hosts.yml'), `github.com:\n  user: me\n  oauth_token: ${SECRET}file\n`)
      put(join(held.home, '.netrc'), `machine localhost login me password ${SECRET}netrc\n`)
      put(join(held.home, '.config/gh/other.yml'), 'hidden')
      const { output, notes } = await held.run(
        `cat ~/.config/gh/hosts.yml ~/.netrc; ls -a ~/.config/gh; env; cat /proc/1/environ /proc/self/environ | tr '\\0' '\\n'; ` +
          `curl -sS ${server.url} -H "Authorization: Bearer $TOKEN"; curl -sS --netrc ${server.url}; ` +
          `curl -sS ${server.url} -H "Authorization: token $(sed -n 's/.*oauth_token: //p' ~/.config/gh/hosts.yml)"`,
        { TOKEN: SECRET, SAME: `url?t=${SECRET}` },
      )
      expect(output).not.toContain(SECRET)
      expect(output).toMatch(/user: me\n {2}oauth_token: ghp_[A-Za-z0-9]{40}\n/)
      expect(output).toContain('answeredansweredanswered')
      expect(output).not.toContain('other.yml')
      expect(server.seen).toEqual([
        `Bearer ${SECRET}`,
        `Basic ${Buffer.from(`me:${SECRET}netrc`).toString('base64')}`,
        `token ${SECRET}file`,
      ])
      expect(notes).toEqual([])
    },
  )

  test('a masked file follows what becomes of the real one, can not be written, and is hidden where it can not be masked', async () => {
    const files = ['token', 'directory', 'binary', 'no-match', 'left', 'missing', 'both'].map(name => ({
      path: `~/${name}`,
      ...(name === 'no-match' || name === 'left' ? { extract: 'password=(\\S+)' } : {}),
      ...(name === 'left' ? { onExtractNoMatch: 'warn' as const } : {}),
    }))
    await using held = holdProject({ network: HOSTS, credentials: { files: [...files, '~/both'] } })
    for (const name of ['token', 'no-match', 'left', 'both', 'directory/x'])
      put(join(held.home, name), `${SECRET}\n`)
    writeFileSync(join(held.home, 'binary'), Buffer.from([0xff, 0xfe, 0x80]))
    const show =
      'cd ~; for f in token directory/x binary no-match both left; do echo "$f: $(cat $f)"; done; echo x > token'
    const entered = await held.start(show)
    const notices = entered.entered.notices.map(({ text }) => text).join('\n')
    const { output } = await entered.ended
    const shown = (name: string, text = output) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]
    expect(shown('token')).toMatch(/^ghp_[A-Za-z0-9]{36}$/)
    expect(['directory/x', 'binary', 'no-match', 'both'].map(name => shown(name))).toEqual(['', '', '', ''])
    expect([shown('left'), output.split(SECRET).length]).toEqual([SECRET, 2])
    expect(notices).toMatch(
      /~\/directory cannot be masked[\s\S]*~\/no-match[\s\S]*hidden[\s\S]*~\/left[\s\S]*see all of it/,
    )
    expect(output).toContain('Read-only file system')
    const again = (await held.run('cat ~/token')).output.trim()
    writeFileSync(join(held.home, 'token'), `${SECRET}new\n`)
    const changed = (await held.run('cat ~/token')).output.trim()
    expect([again === shown('token'), changed === again, changed.includes(SECRET)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each([
    ['the project', {}, ''],
    ['a directory that may be written', { allowWrite: ['~/work'] }, '../home/work/'],
    ['a home in which files are left alone', { disabled: true }, '../home/work/'],
  ])(
    'what runs inside can not move the directories above a credential away: in %s',
    async (_where, filesystem, place) => {
      const at = `${place}deploy/keys`
      const credentials = { files: [`${at}/a`, { path: `${at}/b` }] }
      await using held = holdProject({ credentials, filesystem })
      put(join(held.project, at, 'a'), SECRET)
      put(join(held.project, at, 'b'), SECRET)
      const to = `${place}elsewhere`
      await held.run(
        `mv ${place}deploy ${to}; mv ${at} ${to}; test -z "${place}" || mv ../home/work ../home/moved`,
      )
      const { output } = await held.run(`cat ${at}/* ${to}/* ${to}/keys/* ../home/moved/deploy/keys/*`)
      expect(output).not.toContain(SECRET)
      expect(existsSync(join(held.project, at, 'a'))).toBe(true)
    },
  )

  test('a pattern that must match and does not stops every command', async () => {
    const envVars = [{ name: 'TOKEN', extract: 'x(y)', onExtractNoMatch: 'error' as const }]
    await using held = holdProject({ credentials: { envVars } })
    await expect(held.run('true', { TOKEN: SECRET })).rejects.toThrow(/onExtractNoMatch is "error"/)
    expect((await held.run('echo ran')).output).toBe('ran\n')
  })

  test('nothing that the sandbox writes down holds the credential, and others may not look', async () => {
    const settings: SandboxSettings = {
      network: HOSTS,
      credentials: { files: [{ path: '~/token' }], envVars: [{ name: 'TOKEN' }] },
    }
    await using tmp = tmpDir()
    await using held = holdProject(settings, { tmpDir: tmp.path })
    put(join(held.home, 'token'), SECRET)
    const running = await held.start('cat ~/token; read -r line < never; true', { TOKEN: SECRET })
    expect(JSON.stringify([running.entered.args, running.entered.env])).not.toContain(SECRET)
    await running.ended
    const all = readdirSync(tmp.path, { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isFile(),
    )
    const texts = all.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    expect(texts.join('\n')).not.toMatch(/aRealSecret|PRIVATE KEY/)
    expect(texts.join('\n')).toContain('BEGIN CERTIFICATE')
    chmodSync(tmp.path, 0o700)
  })

  test('what is put in nowhere is a placeholder all the same, and that is said once', async () => {
    const network = { allowedDomains: ['localhost'] }
    await using held = holdProject({ network, credentials: { envVars: [{ name: 'TOKEN' }] } })
    const { entered, ended } = await held.start('echo "[$TOKEN]"', { TOKEN: SECRET })
    expect((await ended).output).toMatch(/^\[ghp_[A-Za-z0-9]{36}\]\n$/)
    const again = await held.start('true', { TOKEN: SECRET })
    await again.ended
    expect([entered.notices.map(({ text }) => text), again.entered.notices]).toEqual([
      [expect.stringMatching(/Set sandbox.network.tlsTerminate to \{\}/)],
      [],
    ])
  })
})

test('hosts of masked credentials that no list lets commands reach are named', () => {
  const said = (network: SandboxSettings['network']) => {
    const envVars = [{ name: 'TOKEN', injectHosts: ['api.test', 'other.test', '*.far.test'] }]
    const settings: SandboxSettings = {
      network: { tlsTerminate: true, ...network },
      credentials: { envVars },
    }
    return maskProblems(settings, new CredentialVault(settings, { canMaskFiles: true })).map(
      ({ text }) => text,
    )
  }
  expect(said({ allowedDomains: ['api.test'] })).toEqual([
    expect.stringMatching(/ are for other\.test, which /),
  ])
  expect([said({ allowedDomains: ['*.test', '*'] }), said({ strictAllowlist: false })]).toEqual([[], []])
})

test.each([
  [undefined, /have no network/],
  [{ allowedDomains: ['localhost'] }, /Set sandbox.network.tlsTerminate to \{\}/],
  [{ allowedDomains: ['*'], tlsTerminate: true }, /put in nowhere/],
  [{ strictAllowlist: false, tlsTerminate: true }, /put in nowhere/],
  [{ httpProxyPort: 1, tlsTerminate: true }, /names another proxy/],
  [HOSTS, undefined],
])('with the network %j it is said why a masked credential is put in nowhere', (network, why) => {
  const settings: SandboxSettings = {
    ...(network ? { network } : {}),
    credentials: { envVars: [{ name: 'TOKEN' }] },
  }
  const said = maskProblems(settings, new CredentialVault(settings, { canMaskFiles: true }))
  expect(said.map(({ text }) => text)).toEqual(why ? [expect.stringMatching(why)] : [])
})
