import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import type { Behavior, Decision, Policy, Rule } from '../../src/protocol/permission.ts'

export type Rules = Partial<Record<Behavior, readonly string[]>>

/** A project on disk with links, secrets and a nested repository, and somebody who judges commands in it. */
export interface PermissionContext {
  readonly home: string
  readonly cwd: string
  policy(rules?: Rules, more?: Partial<Policy>): Policy
  bash(command: string, policy?: Policy): Promise<Decision>
  verdict(command: string, rules?: Rules, more?: Partial<Policy>): Promise<Behavior>
  remove(): void
}

const FILES = [
  'README.md package.json package-lock.json tsconfig.json src/index.js src/index.ts src/app.ts src/utils.ts',
  'src/components/Button.tsx docs/guide.md docs/api.md test/a.test.ts lib/x.py config/app.yaml private/cfg',
  'web/a.css server.log table.txt data.csv data.json a.txt b.txt .env .env.local .gitignore Makefile go.mod',
  'requirements.txt .github/workflows/ci.yml logs/app.log sub/x.txt sub/.git/HEAD archive.zip archive.tar.gz',
  'certs/server.key certs/readme.txt secrets/credentials.json list a b .vscode/x .git/config',
].flatMap(line => line.split(' '))
const LINKS: readonly (readonly [string, string])[] = [
  ['link.md', '../secret.md'],
  ['out', '../other'],
  ['dangling', '/nonexistent/zz'],
  ['envlink', '.env'],
  ['srclink', 'src'],
  ['here', '.'],
  ['up', '..'],
  ['gitlink', '.git'],
  ['rootlink', '/'],
]

const put = (path: string, text = '\n'): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A repository without a commit, as git takes it for one. */
const plantRepository = (git: string): void => {
  put(join(git, 'HEAD'), 'ref: refs/heads/main\n')
  for (const name of ['objects', 'refs']) mkdirSync(join(git, name))
}

/** So much later than the files were made that git need not be asked about them for every command. */
const LATER_MS = 60_000

export const createPermissionPlace = (): PermissionContext => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'permission-place-')))
  const cwd = join(home, 'project')
  for (const file of [...FILES, 'dir with space/f.txt']) put(join(cwd, file))
  for (const file of ['secret.md', 'project2/x', 'other/x', '.netrc', '.ssh/id_rsa']) put(join(home, file))
  plantRepository(join(cwd, '.git'))
  for (const [name, target] of LINKS) symlinkSync(target, join(cwd, name))
  const permissions = createPermissions({ now: () => Date.now() + LATER_MS })
  const policy = (rules: Rules = {}, more: Partial<Policy> = {}): Policy => ({
    mode: 'default',
    rules: (['allow', 'ask', 'deny'] as const).flatMap(behavior =>
      (rules[behavior] ?? []).map((text): Rule => ({ text, behavior, source: 'local', anchor: cwd })),
    ),
    roots: [cwd],
    cwd,
    home,
    caseSensitive: true,
    ...more,
  })
  const bash = async (command: string, given: Policy = policy()): Promise<Decision> =>
    permissions.judge({ toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] }, given)
  return {
    home,
    cwd,
    policy,
    bash,
    verdict: async (command, rules, more) => (await bash(command, policy(rules, more))).verdict,
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Commands written one a line, or several with ` ¦ ` between; `⏎` is a new line. */
export const commandsIn = (text: string): readonly string[] =>
  text
    .split(/\n| ¦ /)
    .filter(line => line.trim() !== '')
    .map(line => line.replaceAll('⏎', '\n'))
