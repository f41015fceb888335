import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { probeSandbox } from './availability.ts'

const probe = async (more: Partial<Parameters<typeof probeSandbox>[0]>) => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'bwrap'), '')
  chmodSync(join(tmp.path, 'bwrap'), 0o755)
  return await probeSandbox({
    platform: 'linux',
    path: `relative:${tmp.path}`,
    run: async () => ({ code: 0, stderr: '' }),
    readText: () => undefined,
    ...more,
  })
}
const failing = (stderr: string, kernel: Readonly<Record<string, string>> = {}) =>
  probe({
    run: async () => ({ code: 1, stderr }),
    readText: path => kernel[path],
  })

test('a sandbox that held a command is available', async () => {
  const found = await probe({})
  expect(found).toEqual({ available: true, program: expect.stringMatching(/^\/.*\/bwrap$/) })
})

test('a program that is not there is said, with how to get it', async () => {
  const found = await probe({ path: '/nowhere:relative' })
  expect(found).toEqual({
    available: false,
    why: { id: 'sandbox.no_bwrap', text: 'bubblewrap (bwrap) is not installed' },
    hint: expect.objectContaining({
      text: 'Install it: apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora), pacman -S bubblewrap (Arch).',
    }),
  })
})

test.each([
  [
    'a container that masks /proc',
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    {},
    'systempaths=unconfined',
  ],
  [
    'AppArmor',
    'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
    { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' },
    'apparmor_restrict_unprivileged_userns=0',
  ],
  [
    'a Debian kernel',
    'bwrap: No permissions to create new namespace, likely because …',
    { '/proc/sys/kernel/unprivileged_userns_clone': '0\n' },
    'unprivileged_userns_clone=1',
  ],
  [
    'no namespaces left',
    'bwrap: Creating new namespace failed: No space left on device',
    { '/proc/sys/user/max_user_namespaces': '0\n' },
    'max_user_namespaces=15000',
  ],
  ['seccomp', 'bwrap: Creating new namespace failed: Operation not permitted', {}, 'seccomp=unconfined'],
  ['anything else', 'bwrap: Unknown option --cap-drop', {}, 'yourself'],
])('%s is told apart, and what helps', async (_name, stderr, kernel, hint) => {
  const found = await failing(stderr, kernel)
  expect(found).toMatchObject({ available: false, hint: { text: expect.stringContaining(hint) } })
  expect(found.available ? '' : found.why.text).toContain(stderr.slice(0, 40))
})

test('other systems have none, and macOS has its own', async () => {
  const ran: string[] = []
  const run = async (file: string) => {
    ran.push(file)
    return { code: 0, stderr: '' }
  }
  expect(await probe({ platform: 'win32', run })).toMatchObject({ available: false })
  expect(await probe({ platform: 'darwin', run })).toEqual({
    available: true,
    program: '/usr/bin/sandbox-exec',
  })
  expect(ran).toEqual(['/usr/bin/sandbox-exec'])
})

test('where only the weaker sandbox works it is used if settings accept it', async () => {
  const run = async (_file: string, args: readonly string[]) =>
    args.includes('--proc') ? { code: 1, stderr: "bwrap: Can't mount proc" } : { code: 0, stderr: '' }
  expect(await probe({ run, acceptNested: true })).toMatchObject({ available: true, nested: true })
  expect(await probe({ run })).toMatchObject({
    available: false,
    hint: { text: expect.stringContaining('enableWeakerNestedSandbox') },
  })
  expect(await probe({ acceptNested: true })).not.toHaveProperty('nested')
})
