import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seatbeltRules } from '../../../test/support/seatbelt-rules.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { SandboxPlan } from './plan.ts'
import { openedOnMac, seatbeltProfile } from './seatbelt.ts'
import { findUserTemp } from './user-temp.ts'

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
  roots: ['/Users/a/my "own" project'],
  repositories: [],
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
    (allow process-info* (target same-sandbox))
    (allow signal (target same-sandbox))
    (allow ipc-posix-sem)
    (allow mach-host*)
    (allow sysctl-read (sysctl-name "kern.argmax") (sysctl-name "kern.boottime") (sysctl-name "kern.clockrate") (sysctl-name "kern.hostname") (sysctl-name "kern.iossupportversion") (sysctl-name "kern.maxfiles") (sysctl-name "kern.maxfilesperproc") (sysctl-name "kern.maxproc") (sysctl-name "kern.maxprocperuid") (sysctl-name "kern.ngroups") (sysctl-name "kern.osproductversion") (sysctl-name "kern.osproductversioncompat") (sysctl-name "kern.osrelease") (sysctl-name "kern.osrevision") (sysctl-name "kern.ostype") (sysctl-name "kern.osvariant_status") (sysctl-name "kern.osversion") (sysctl-name "kern.saved_ids") (sysctl-name "kern.secure_kernel") (sysctl-name "kern.usrstack64") (sysctl-name "kern.version") (sysctl-name "security.mac.lockdown_mode_state") (sysctl-name "vm.loadavg") (sysctl-name "vm.swapusage") (sysctl-name-prefix "hw.") (sysctl-name-prefix "machdep.cpu.") (sysctl-name-prefix "net.routetable.") (sysctl-name-prefix "sysctl.") (sysctl-name-prefix "user.") (sysctl-name-prefix "kern.proc.pgrp.") (sysctl-name-prefix "kern.proc.pid."))
    (allow mach-lookup (global-name "com.apple.system.logger") (global-name "com.apple.system.notification_center") (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.opendirectoryd.membership") (global-name "com.apple.bsd.dirhelper") (global-name "com.apple.CoreServices.coreservicesd") (global-name "com.apple.logd") (global-name "com.apple.diagnosticd"))
    (allow file-read* (subpath "/"))
    (deny file-read* file-write* (subpath "/private/tmp"))
    (allow file-read-metadata (literal "/private/tmp"))
    (allow file-read* file-write* (require-all (subpath "/private/tmp") (regex #"^/private/tmp/sh-thd[-.][0-9A-Za-z]+$")))
    (allow file-read* file-write* (subpath "/Users/a/my \\"own\\" project"))
    (deny file-read* file-write* (subpath "/Users/a/.ssh"))
    (allow file-read-metadata (literal "/Users/a/.ssh"))
    (deny file-read* file-write* (literal "/Users/a/.netrc"))
    (allow file-read* file-write* (subpath "/Users/a/my \\"own\\" project/.git"))
    (deny file-write* (literal "/Users/a/my \\"own\\" project/.git/config"))
    (allow file-read* (subpath "/Users/a/.capstan/results"))
    (deny file-write* (subpath "/Users/a/.capstan/results"))
    (allow file-read* file-write* (subpath "/private/var/own/tmp"))
    (deny file-write* (require-all (subpath "/Users/a/my \\"own\\" project") (require-any (regex #"^/Users/a/my .own. project/(.*/)?[.][vV][sS][cC][oO][dD][eE](/|$)") (regex #"^/Users/a/my .own. project/(.*/)?[.][pP][nN][pP][.][cC][jJ][sS](/|$)") (regex #"^/Users/a/my .own. project/(.*/)?[.][gG][iI][tT]/([cC][oO][nN][fF][iI][gG]|[cC][oO][nN][fF][iI][gG][.][wW][oO][rR][kK][tT][rR][eE][eE]|[hH][oO][oO][kK][sS]|[cC][oO][mM][mM][oO][nN][dD][iI][rR]|[gG][iI][tT][dD][iI][rR]|[mM][oO][dD][uU][lL][eE][sS]|[wW][oO][rR][kK][tT][rR][eE][eE][sS]|[iI][nN][fF][oO]/[aA][tT][tT][rR][iI][bB][uU][tT][eE][sS])(/|$)"))))
    (deny file-write-unlink (literal "/private/var/own/tmp") (literal "/Users/a/my \\"own\\" project") (literal "/Users/a/my \\"own\\" project/.git"))
    (deny file-read-data file-write* file-ioctl (require-all (subpath "/dev") (require-not (literal "/dev"))))
    (allow file-read-data file-write-data file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom") (literal "/dev/tty") (literal "/dev/ptmx") (literal "/dev/stdin") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/dtracehelper") (subpath "/dev/fd"))
    (allow file-read-data file-write-data file-ioctl (require-all (regex #"^/dev/ttys[0-9]+$") (extension "com.apple.sandbox.pty")))
    (allow pseudo-tty)
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

test('applications and further services are opened only where settings name them', () => {
  const opened = (settings: Parameters<typeof openedOnMac>[0]) =>
    seatbeltProfile(plan, { ...place, ...openedOnMac(settings) })
  const services = opened({ network: { allowMachLookup: ['com.apple.one', 'com.apple.sim.*'] } })
  expect(services).toContain(
    '(allow mach-lookup (global-name "com.apple.one") (global-name-regex #"^com[.]apple[.]sim[.]"))',
  )
  expect(services).not.toContain('appleevent')
  const events = opened({ allowAppleEvents: true })
  expect(events).toContain('(allow appleevent-send)\n(allow lsopen)\n')
  expect(events).toContain('(global-name "com.apple.coreservices.appleevents")')
  expect(opened({})).toBe(seatbeltProfile(plan, place))
})

test.each([
  ['/dev/null', true, true],
  ['/dev/fd/1', true, true],
  ['/dev/stdout', true, true],
  ['/dev/urandom', true, true],
  ['/dev/ttys003', false, false],
  ['/dev/disk0', false, false],
  ['/private/tmp/of-another-program', false, false],
  ['/private/tmp/sh-thd-1195387', true, true],
  ['/private/tmp/sh-thd.kQ4bV2', true, true],
  ['/private/tmp/deeper/sh-thd-1195387', false, false],
  ['/private/tmp/sh-thd-1/x', false, false],
  ['/etc/passwd', true, false],
])('%s can be read: %s, written: %s', (path, read, write) => {
  const free: SandboxPlan = {
    ...plan,
    files: 'free',
    mounts: [{ kind: 'write', path: '/', of: 'directory' }],
  }
  const rules = seatbeltRules(seatbeltProfile(plan, place))
  expect([rules.allows('file-read-data', path), rules.allows('file-write-data', path)]).toEqual([read, write])
  if (path.startsWith('/dev/'))
    expect(seatbeltRules(seatbeltProfile(free, place)).allows('file-write-data', path)).toBe(write)
})

test('programs learn about the machine, not what others were started with', () => {
  const { allowsFact } = seatbeltRules(seatbeltProfile(plan, place))
  const facts = [
    'hw.ncpu',
    'hw.memsize',
    'kern.osrelease',
    'kern.boottime',
    'machdep.cpu.brand_string',
    'vm.loadavg',
  ]
  expect(facts.filter(name => !allowsFact(name))).toEqual([])
  const closed = [
    'kern.procargs2',
    'kern.procargs',
    'kern.proc.all',
    'kern.proc.uid.501',
    'net.inet.tcp.pcblist',
  ]
  expect(closed.filter(allowsFact)).toEqual([])
})

test('a profile that says what nobody knows here is not taken for one', () => {
  const read = (rule: string) => () => seatbeltRules(`(version 1)(deny default)${rule}`)
  expect(read('(allow file-read* (path-ish "/x"))')).toThrow('not known')
  expect(read('(allow file-read* (subpath "/x")')).toThrow('missing')
  expect(() => seatbeltRules('(version 1)(allow default)')).toThrow('beginning')
  expect(
    seatbeltRules('(version 1)(deny default)(allow file*)(deny file-read*)').allows('file-read-data', '/'),
  ).toBe(false)
})

test("the directory of the system for temporary files is the one that is the person's own", async () => {
  await using tmp = tmpDir()
  for (const name of ['zz/00/T', 'ab/cd12/T', 'ab/cd12/C', 'xy/none/C'])
    mkdirSync(join(tmp.path, name), { recursive: true })
  const user = process.getuid?.() ?? 0
  expect(findUserTemp(join(tmp.path, 'nowhere'), user)).toBe(undefined)
  expect(findUserTemp(tmp.path, user + 1)).toBe(undefined)
  expect(findUserTemp(tmp.path, user)).toBe(undefined)
  await using one = tmpDir()
  mkdirSync(join(one.path, 'ab/cd12/T'), { recursive: true })
  expect(findUserTemp(one.path, user)).toBe(join(one.path, 'ab/cd12/T'))
})
