import { expect, test } from 'vitest'
import { bwrapArgv } from './bubblewrap.ts'
import type { Mount } from './mounts.ts'
import { type SandboxContext, sandboxPlan } from './plan.ts'

const THERE: Readonly<Record<string, 'file' | 'directory'>> = {
  '/tmp': 'directory',
  '/run': 'directory',
  '/p': 'directory',
  '/p/.git': 'directory',
  '/p/.git/config': 'file',
  '/p/.git/hooks': 'directory',
  '/p/.npmrc': 'file',
  '/p/secrets': 'directory',
  '/h/.ssh': 'directory',
  '/h/.netrc': 'file',
  '/h/.cache': 'directory',
  '/h/.capstan': 'directory',
  '/h/.capstan/results': 'directory',
  '/h/.capstan/results/1.cwd': 'file',
  '/srv/db.sock': 'file',
}
const context: SandboxContext = {
  roots: ['/p'],
  cwd: '/p',
  home: '/h',
  configHomes: ['/h/.capstan'],
  readable: ['/h/.capstan/results'],
  writable: ['/h/.capstan/results/1.cwd'],
  guarded: [
    { path: '/p/.git', kind: 'repository' },
    { path: '/p/.npmrc', kind: 'file' },
  ],
  denied: [],
  sockets: ['/srv/db.sock'],
  look: path => ({ real: path.replace(/^\/var\/run$/, '/run'), kind: THERE[path] ?? 'missing' }),
}
const shown = (mounts: readonly Mount[]): readonly string[] => mounts.map(one => `${one.kind} ${one.path}`)
const USUAL = [
  'write /p',
  'hide /run',
  'tmp /tmp',
  'hide /h/.capstan',
  'hide /h/.netrc',
  'hide /h/.ssh',
  'keep /p/.git',
  'guard /p/.npmrc',
  'hide /srv/db.sock',
  'read /h/.capstan/results',
  'guard /p/.git/config',
  'guard /p/.git/hooks',
  'write /h/.capstan/results/1.cwd',
]

test('only the working directories and a private /tmp can be written, secrets and sockets are hidden', () => {
  const plan = sandboxPlan({}, context)
  expect(shown(plan.mounts)).toEqual(USUAL)
  expect(plan).toMatchObject({ network: 'none', openSockets: [], localBinding: false, problems: [] })
})

test('settings open, close and hide what they name', () => {
  const plan = sandboxPlan(
    {
      filesystem: {
        allowWrite: ['~/.cache', '//p/**'],
        allowRead: ['~/.netrc'],
        denyRead: ['./secrets/'],
        denyWrite: ['/p/missing'],
      },
      network: {
        allowedDomains: ['example.org'],
        allowUnixSockets: ['/srv/db.sock'],
        allowLocalBinding: true,
      },
    },
    context,
  )
  const changed = new Set([...USUAL, 'write /h/.cache', 'hide /p/secrets', 'write /srv/db.sock'])
  changed.delete('hide /h/.netrc')
  changed.delete('hide /srv/db.sock')
  expect(new Set(shown(plan.mounts))).toEqual(changed)
  expect(plan).toMatchObject({
    network: 'proxy',
    openSockets: ['/srv/db.sock'],
    localBinding: true,
    problems: [],
  })
})

test('what a rule forbids to read is hidden although it is in a working directory', () => {
  expect(shown(sandboxPlan({}, { ...context, denied: ['/p/secrets'] }).mounts)).toContain('hide /p/secrets')
})

test('a pattern, and all of the system, are left out and said', () => {
  const filesystem = { allowWrite: ['~/*.log', '/'], denyRead: ['**/*.key'] }
  expect(sandboxPlan({ filesystem }, context).problems.map(({ text }) => text)).toEqual([
    'sandbox.filesystem.denyRead: "**/*.key" is a pattern, but only plain paths work there. It was ignored.',
    'sandbox.filesystem.allowWrite: "~/*.log" is a pattern, but only plain paths work there. It was ignored.',
    'sandbox.filesystem.allowWrite: / would be everything. It was ignored.',
  ])
  expect(sandboxPlan({}, { ...context, roots: ['/'] }).problems.map(({ text }) => text)).toEqual([
    'The working directory is /: nothing in it can be written in the sandbox.',
  ])
})

test('somebody who works in a directory that is hidden elsewhere sees it, the home of this program never', () => {
  const mounts = (root: string) => shown(sandboxPlan({}, { ...context, roots: [root] }).mounts)
  expect(mounts('/h/.ssh')).toContain('write /h/.ssh')
  expect(mounts('/h/.capstan')).toContain('hide /h/.capstan')
})

test('who has a terminal of its own keeps it, and nothing else is another', () => {
  const command = { file: '/bin/bash', args: [], cwd: '/p', tmp: '/own/tmp' }
  const plan = sandboxPlan({}, context)
  expect(bwrapArgv(plan, { ...command, atTerminal: true })).toEqual(
    bwrapArgv(plan, command).filter(each => each !== '--new-session'),
  )
  expect(bwrapArgv(plan, command)).toContain('--new-session')
})

test('the arguments of bubblewrap say the same, in the same order', () => {
  const command = { file: '/bin/bash', args: ['-c', 'true'], cwd: '/p', tmp: '/own/tmp' }
  expect(bwrapArgv(sandboxPlan({}, context), command).join(' ')).toMatchInlineSnapshot(
    `"--ro-bind / / --dev /dev --proc /proc --ro-bind-try /proc/sys /proc/sys --ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger --bind /p /p --tmpfs /run --bind /own/tmp /tmp --tmpfs /h/.capstan --ro-bind /dev/null /h/.netrc --tmpfs /h/.ssh --bind /p/.git /p/.git --ro-bind /p/.npmrc /p/.npmrc --ro-bind /dev/null /srv/db.sock --ro-bind /h/.capstan/results /h/.capstan/results --ro-bind /p/.git/config /p/.git/config --ro-bind /p/.git/hooks /p/.git/hooks --bind /h/.capstan/results/1.cwd /h/.capstan/results/1.cwd --remount-ro /run --remount-ro /h/.capstan --remount-ro /h/.ssh --unshare-pid --unshare-ipc --unshare-uts --unshare-net --unshare-cgroup-try --die-with-parent --new-session --cap-drop ALL --chdir /p -- /bin/bash -c true"`,
  )
})
