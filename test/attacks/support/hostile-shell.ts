import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import type { Decision, Policy } from '../../../src/protocol/permission.ts'
import type { Hardening, ShellEnd } from '../../../src/protocol/tool.ts'
import { makeToolCall } from '../../support/tool-call.ts'
import { settled } from './settled.ts'

const IMPOSTORS = ['ls', 'wc', 'sort', 'git', 'touch', 'mkdir', 'timeout', 'nice', 'head', 'cat', 'basename']

/** A project that goes off wherever its programs, hooks and filters, or the person's functions, are let in. */
export interface HostileShell {
  readonly cwd: string
  readonly policy: Policy
  judge(command: string, policy?: Partial<Policy>): Promise<Decision>
  run(command: string, hardened: Hardening): Promise<ShellEnd>
  /** What went off since the last question. */
  wentOff(): readonly string[]
  remove(): void
}

/** `nested`: with a repository inside, about which every look at the outer one is asked. */
export const createHostileShell = (options: { readonly nested?: boolean } = {}): HostileShell => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-shell-')))
  const [cwd, home, canaries] = ['project', 'home', 'canaries'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ]
  const bin = join(cwd, 'bin')
  for (const directory of [bin, home, canaries, join(cwd, 'src')]) mkdirSync(directory, { recursive: true })
  const program = (file: string, name: string): void => {
    writeFileSync(file, `#!/bin/sh\n: > ${join(canaries, name)}\n`)
    chmodSync(file, 0o755)
  }
  for (const name of IMPOSTORS) program(join(bin, name), `path-${name}`)
  writeFileSync(join(cwd, 'a.txt'), 'a\n')
  writeFileSync(join(cwd, 'package.json'), '{}')
  makeRepository(cwd, options.nested ? canaries : undefined)
  program(join(cwd, '.git/hooks/post-index-change'), 'hook')
  writeFileSync(
    join(home, '.bashrc'),
    `for name in cat wc git echo cd head; do eval "$name() { : > ${canaries}/function-$name; builtin command $name \\"\\$@\\"; }"; done
alias ls='echo > ${canaries}/alias-ls; ls'\nhello() { builtin echo "hello from the person's own function"; }\n`,
  )
  const env = {
    PATH: `${bin}:.:${process.env['PATH']}`,
    HOME: home,
    SHELL: '/bin/bash',
    GIT_EXTERNAL_DIFF: `: > ${canaries}/external-diff;`,
    LESSOPEN: 'x',
  }
  let call = makeToolCall({ cwd, env })
  const permissions = createPermissions({ now: settled })
  const policy: Policy = { mode: 'acceptEdits', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  const wentOff = (): readonly string[] => {
    const found = readdirSync(canaries).sort()
    for (const name of found) rmSync(join(canaries, name))
    return found
  }
  return {
    cwd,
    policy,
    wentOff,
    judge: async (command, more = {}) =>
      await permissions.judge(
        { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] },
        { ...policy, ...more },
      ),
    async run(command, hardened) {
      // Touched again each time: only then has git an index to refresh.
      utimesSync(join(cwd, 'a.txt'), new Date(), new Date(Date.now() - Math.random() * 1e6))
      // One session, as long as no command leaves the directory: it reads the person's functions only once.
      if (call.cwd !== cwd) call = makeToolCall({ cwd, env })
      return await call.processes.shell({ command, timeoutMs: 30_000, signal: call.signal, hardened })
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

const git = 'git -c user.name=a -c user.email=a@b -c init.defaultBranch=main'

/** The repository inside has a filter of its own, and the outer one asks to be looked into it. */
const nested = (canaries: string): string => `mkdir inner && cd inner && ${git} init -q . && echo a > f
  echo '* filter=x' > .gitattributes && ${git} add . && ${git} commit -qm x
  git config filter.x.clean ': > ${canaries}/filter; cat' && cd ..
  printf '[submodule "inner"]\\npath = inner\\nurl = x\\nignore = none\\n' > .gitmodules`

const makeRepository = (cwd: string, canaries: string | undefined): void => {
  const script = [
    `cd ${cwd} && ${git} init -q .`,
    ...(canaries === undefined ? [] : [nested(canaries)]),
    `${git} add . 2>/dev/null; ${git} commit -qm y`,
    // As long as it was, at another time: only its content, through the filter, tells that it changed.
    ...(canaries === undefined
      ? []
      : [`echo b > inner/f; touch -t 200101010000 inner/f; rm -f ${canaries}/*`]),
  ].join('\n')
  execFileSync('/bin/bash', ['-c', script])
}
