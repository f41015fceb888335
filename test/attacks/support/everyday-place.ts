import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import type { Decision, Policy } from '../../../src/protocol/permission.ts'
import { settled } from './settled.ts'

/** A small project as people have them: sources, notes, data, logs, one dependency, one secret, one commit. */
export interface EverydayPlace {
  readonly home: string
  readonly cwd: string
  judge(command: string, more?: Partial<Policy>): Promise<Decision>
  remove(): void
}

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Project\n\nfoo and more\nstart\n',
  'package.json': '{"name":"project","version":"1.2.3","scripts":{"test":"x"},"dependencies":{}}\n',
  'tsconfig.json': '{"name":"options"}\n',
  'requirements.txt': '# pinned\nrequests==2\n',
  'src/index.ts': "import './server.ts'\n",
  'src/server.ts': "import http from 'node:http'\n// TODO: listen\nexport const listen = 1\n",
  'src/useState.tsx': 'useState\n',
  'test/server.test.ts': "import '../src/server.ts'\n",
  'docs/guide.md': '# Guide v1.2\n',
  'docs/api.md': '# API v2.0\n',
  'packages/web/index.js': '\n',
  'data/list.txt': 'b\na\na\n',
  'data/other.txt': 'a\nc\n',
  'data/users.csv': 'id,name,age\n1,ann,3\n2,bob,5\n',
  'data/items.json': '[{"id":1,"name":"a"},{"id":2,"name":"b"}]\n',
  'data/blob.bin': '\u0001\u0002some text in it\u0003\n',
  'logs/app.log': '1 start ERROR a\n2 end WARN b\n',
  '.env': 'TOKEN=canary-in-environment\n',
  'certs/server.key': 'canary-in-key\n',
  'node_modules/dep/index.js': '\n',
  'node_modules/dep/bin.js': '\n',
}

const GIT = [
  '-c',
  'user.name=a',
  '-c',
  'user.email=a@b.c',
  '-c',
  'commit.gpgsign=false',
  '-c',
  'init.defaultBranch=main',
]

export const createEverydayPlace = (): EverydayPlace => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'everyday-')))
  const cwd = join(home, 'project')
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true })
  symlinkSync('../dep/bin.js', join(cwd, 'node_modules/.bin/dep'))
  writeFileSync(join(home, 'outside.txt'), 'canary-outside\n')
  const git = (...args: string[]): void => {
    execFileSync('git', [...GIT, ...args], { cwd, stdio: 'ignore' })
  }
  git('init', '-q', '--template=')
  git('add', 'README.md', 'package.json', 'src', 'docs', 'test', 'data', 'packages')
  git('commit', '-qm', 'start')
  git('branch', 'topic')
  const permissions = createPermissions({ now: settled })
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  return {
    home,
    cwd,
    judge: async (command, more = {}) =>
      permissions.judge(
        { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] },
        { ...policy, ...more },
      ),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
