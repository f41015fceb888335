import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepChanges } from '../../src/features/sandbox/try-first/keep-changes.ts'
import { differences, openCopyBench, treeOf } from '../support/copied.ts'
import { canMount, canOverlay, hasBubblewrap } from '../support/needs-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { TRIAL_COMMANDS } from '../support/trial-commands.ts'
import { tryCommand } from '../support/try-commands.ts'

const isPossible = hasBubblewrap() && canOverlay()
const LOADER = join(import.meta.dirname, '../support/load-sources.mjs')
const support = (name: string): string => join(import.meta.dirname, '../support', name)

/** Always the same ones, from all of the table. */
const SAMPLE = TRIAL_COMMANDS.filter((_, at) => at % 17 === 6)

test.skipIf(!isPossible)(
  'of some commands of every kind, what was shown is what was kept, and nothing else changed',
  async () => {
    const wrong: string[] = []
    for (const command of SAMPLE) wrong.push(...(await tryCommand(command)))
    expect([SAMPLE.length, wrong]).toEqual([6, []])
  },
)

test.skipIf(!isPossible)('a program that is killed leaves no process, no mount and no copy', async () => {
  const child = spawn(process.execPath, ['--import', LOADER, support('hold-copy.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>(resolve => child.stdout.once('data', data => resolve(String(data))))
  const { base, root, pid } = JSON.parse(line) as { base: string; root: string; pid: number }
  await expect.poll(() => existsSync(join(base, 'u0/log'))).toBe(true)
  const before = treeOf(join(root, 'project'), { times: true })
  child.kill('SIGKILL')
  await expect.poll(() => existsSync(base)).toBe(false)
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  expect(readdirSync(join(base, '..'))).toEqual([])
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(base)
  expect(differences(before, treeOf(join(root, 'project'), { times: true }))).toEqual([])
})

test.skipIf(!isPossible)(
  'copies of a program that is gone are removed by the next, those of one that runs are not',
  async () => {
    await using bench = await openCopyBench()
    const copies = join(bench.root, 'config/copies')
    for (const [name, owner] of [
      ['capstan-copy-gone', '4194301'],
      ['capstan-copy-here', String(process.pid)],
    ]) {
      mkdirSync(join(copies, name as string, 'u0'), { recursive: true })
      writeFileSync(join(copies, name as string, 'owner'), owner as string)
    }
    await using _tried = await bench.run('true')
    expect(
      readdirSync(copies)
        .toSorted()
        .filter(name => /gone|here/.test(name)),
    ).toEqual(['capstan-copy-here'])
  },
)

test.skipIf(!canMount())('where there is no room for all of it, nothing of it is kept', async () => {
  await using tmp = tmpDir()
  const [copies, disk] = ['copies', 'disk'].map(name => join(tmp.path, name)) as [string, string]
  for (const path of [copies, disk]) mkdirSync(path)
  const script = 'mount -t tmpfs -o size=64k tmpfs "$1" && shift && exec "$@"'
  const program = [process.execPath, '--import', LOADER, support('keep-on-full-disk.ts'), copies, disk]
  const { stdout } = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', disk, ...program], {
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toEqual({
    kept: { done: false, failed: expect.stringContaining('ENOSPC'), left: [] },
    same: true,
  })
})

test.skipIf(!isPossible)(
  'programs that listen in the project cannot be reached from a copy, and a link leads to no file outside',
  async () => {
    await using bench = await openCopyBench()
    const path = join(bench.project, 's.sock')
    const heard: string[] = []
    await using server = createServer(socket => socket.on('data', data => heard.push(String(data))))
    await new Promise<void>(resolve => server.listen(path, resolve))
    writeFileSync(join(bench.root, 'home/mine'), 'mine\n')
    symlinkSync(join(bench.root, 'home/mine'), join(bench.project, 'to-mine'))
    const says = `require("net").connect("s.sock").on("connect", function () { this.end("bad"); console.log("reached") }).on("error", e => console.log(e.code))`
    await using tried = await bench.run(`node -e '${says}'; echo bad > to-mine`)
    expect(tried.output).not.toContain('reached')
    expect([heard, readFileSync(join(bench.root, 'home/mine'), 'utf8'), tried.seen.changes]).toEqual([
      [],
      'mine\n',
      [],
    ])
  },
)

test.skipIf(!isPossible)(
  'what is no file is not kept, and neither is anything on top of what somebody put there meanwhile',
  async () => {
    await using bench = await openCopyBench()
    await using tried = await bench.run('mkfifo pipe; mkdir new; echo n > new/n; rm -r dir')
    expect(tried.seen.left).toEqual([join(bench.project, 'pipe')])
    writeFileSync(join(bench.project, 'dir/mine'), 'mine\n')
    expect(keepChanges(tried.seen.changes)).toEqual({ done: false, meanwhile: [join(bench.project, 'dir')] })
    expect(existsSync(join(bench.project, 'new'))).toBe(false)
  },
)

test.skipIf(!isPossible)(
  'a file that changed while the command ran makes it a trial that cannot be kept',
  async () => {
    await using bench = await openCopyBench()
    const { copied, ended } = await bench.start(
      'touch began; until grep -q mine a.txt; do sleep 0.01; done; echo two >> a.txt',
    )
    await expect.poll(() => existsSync(join(copied.room.base, 'u0/began'))).toBe(true)
    writeFileSync(join(bench.project, 'a.txt'), 'mine\n')
    await using tried = await ended()
    expect(tried.seen.unfit).toEqual({ why: 'meanwhile', paths: [join(bench.project, 'a.txt')] })
  },
)
