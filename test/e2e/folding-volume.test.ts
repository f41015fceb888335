import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canMountOwn, UNSHARE } from '../support/needs-program.ts'
import { openWorld, PROGRAM_COMMAND, REPOSITORY } from '../support/run-program.ts'

const VOLUME = join(REPOSITORY, 'test/support/folding-volume.mjs')

test.runIf(process.platform === 'linux' && canMountOwn())(
  'in a directory whose names ignore case, rules, protected names and what was read count for the file',
  async () => {
    const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ tool: { name, input } })
    const replies: object[] = []
    await using world = await openWorld({ replies: replies as never })
    const [files, mount] = [join(world.root, 'volume/files'), join(world.root, 'volume/mount')]
    for (const directory of [mount, join(files, 'secrets'), join(files, '.git/hooks')])
      mkdirSync(directory, { recursive: true })
    writeFileSync(join(files, 'secrets/key'), 'SECRET-1')
    writeFileSync(join(files, 'a.ts'), 'one\n')
    const at = (name: string): string => join(mount, name)
    replies.push(
      call('Read', { file_path: at('SECRETS/Key') }),
      call('Bash', { command: 'cat Secrets/key' }),
      call('Bash', { command: 'cat A.ts' }),
      call('Write', { file_path: at('.GIT/hooks/pre-commit'), content: 'x' }),
      call('Read', { file_path: at('a.ts') }),
      call('Edit', { file_path: at('A.TS'), old_string: 'one', new_string: 'two' }),
      { text: 'done' },
    )
    const inside = [process.execPath, VOLUME, files, mount, 'sh', '-c', 'cd "$0" && exec "$@"', mount]
    const command = [UNSHARE, '--user', '--map-root-user', '--mount', ...inside, ...PROGRAM_COMMAND]
    const settings = {
      permissions: { deny: ['Read(secrets/**)'], allow: ['Bash(cat *)', 'Edit'] },
      sandbox: { enabled: true },
    }
    const ended = await world.stream(['go', '--settings', JSON.stringify(settings)], {
      command: command as [string, ...string[]],
    })
    expect(ended.stdout).toContain('file names ignore case')
    expect(ended.stdout).not.toContain('SECRET-1')
    expect(readdirSync(join(files, '.git/hooks'))).toEqual([])
    expect(existsSync(join(files, 'A.TS'))).toBe(false)
    expect(readFileSync(join(files, 'a.ts'), 'utf8')).toBe('two\n')
    expect(ended.code).toBe(0)
  },
)
