import { expect, test } from 'vitest'
import type { SandboxPlan } from './plan.ts'
import { seatbeltProfile } from './seatbelt.ts'

const plan: SandboxPlan = {
  mounts: [
    { kind: 'tmp', path: '/private/tmp', of: 'directory' },
    { kind: 'write', path: '/Users/a/my "own" project', of: 'directory' },
    { kind: 'hide', path: '/Users/a/.ssh', of: 'directory' },
    { kind: 'hide', path: '/Users/a/.netrc', of: 'file' },
    { kind: 'keep', path: '/Users/a/my "own" project/.git', of: 'directory' },
    { kind: 'guard', path: '/Users/a/my "own" project/.git/config', of: 'file' },
    { kind: 'read', path: '/Users/a/.capstan/results', of: 'directory' },
  ],
  network: 'none',
  files: 'held',
  openSockets: [],
  localBinding: false,
  problems: [],
}
const place = { tmp: '/private/var/own/tmp', protectedNames: ['.git', '.vscode', '.pnp.cjs'] }

test('the profile denies everything, then opens what the plan opens', () => {
  expect(seatbeltProfile(plan, place)).toMatchInlineSnapshot(`
    "(version 1)
    (deny default)
    (allow process-exec process-fork)
    (allow signal (target same-sandbox))
    (allow sysctl-read)
    (allow file-ioctl (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/ttys[0-9]*$"))
    (allow mach-lookup (global-name "com.apple.system.logger") (global-name "com.apple.system.notification_center") (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.opendirectoryd.membership") (global-name "com.apple.bsd.dirhelper") (global-name "com.apple.CoreServices.coreservicesd") (global-name "com.apple.logd") (global-name "com.apple.diagnosticd"))
    (allow file-read* (subpath "/"))
    (allow file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper"))
    (allow file-write* (subpath "/private/var/own/tmp"))
    (allow file-read* file-write* (subpath "/Users/a/my \\"own\\" project"))
    (deny file-read* file-write* (subpath "/Users/a/.ssh"))
    (deny file-read* file-write* (literal "/Users/a/.netrc"))
    (allow file-read* file-write* (subpath "/Users/a/my \\"own\\" project/.git"))
    (deny file-write* (literal "/Users/a/my \\"own\\" project/.git/config"))
    (allow file-read* (subpath "/Users/a/.capstan/results"))
    (deny file-write* (subpath "/Users/a/.capstan/results"))
    (deny file-write* (regex #"/[.][vV][sS][cC][oO][dD][eE](/|$)"))
    (deny file-write* (regex #"/[.][pP][nN][pP][.][cC][jJ][sS](/|$)"))
    (deny file-write* (regex #"/[.][gG][iI][tT]/(hooks|config|config[.]worktree|commondir|gitdir|modules|worktrees)(/|$)"))
    "
  `)
})

test('without a proxy nothing is said about the network, so nothing is allowed', () => {
  expect(seatbeltProfile(plan, place)).not.toContain('network')
})

test('the proxy, listening and sockets are opened one by one', () => {
  const profile = seatbeltProfile(
    { ...plan, openSockets: ['/srv/a.sock'], localBinding: true },
    { ...place, proxyPorts: [4711] },
  )
  expect(profile.split('\n').filter(line => line.includes('network'))).toEqual([
    '(allow network-bind network-inbound (local ip "localhost:*"))',
    '(allow network-outbound (remote ip "localhost:*"))',
    '(allow network-outbound (remote ip "localhost:4711"))',
    '(allow network-outbound (literal "/srv/a.sock"))',
  ])
})

test('all sockets, the service for certificates and files left alone are opened where settings say so', () => {
  const free: SandboxPlan = {
    ...plan,
    mounts: [{ kind: 'write', path: '/', of: 'directory' }],
    files: 'free',
    openSockets: 'all',
  }
  const profile = seatbeltProfile(free, { ...place, trustService: true, proxyPorts: [1, 2] })
  expect(profile).toContain('(allow network-outbound (subpath "/"))')
  expect(profile).toContain('(global-name "com.apple.trustd.agent")')
  expect(profile).toContain('(remote ip "localhost:2")')
  expect(profile).not.toContain('vscode')
  expect(seatbeltProfile(plan, place)).not.toContain('trustd')
})
