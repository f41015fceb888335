import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { processMark } from './process-mark.ts'
import { killGroupLeftovers, killMarked, killTree, type ProcessTable } from './process-tree.ts'

const linux = process.platform === 'linux'
const alive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

const start = async (script: string, mark: string) => {
  const dir = mkdtempSync(join(tmpdir(), 'capstan-tree-'))
  const child = spawn('bash', ['-c', `ulimit -S -x ${processMark('MARK', mark).lockLimit}; ${script}`], {
    cwd: dir,
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], MARK: mark },
  })
  while (!existsSync(join(dir, 'ready'))) await new Promise(resolve => setTimeout(resolve, 10))
  const pids = readdirSync(dir)
    .filter(name => name.startsWith('pid.'))
    .map(name => Number(name.slice(4)))
  return { child, leader: child.pid!, pids }
}

/** The pid of a subshell; bash 3.2 has no `$BASHPID`. */
const SELF = '$(exec sh -c "echo \\$PPID")'

test.runIf(linux)(
  'grandchildren in sessions of their own, deaf to TERM or without environment, all end',
  async () => {
    const keep = `touch pid.${SELF}; trap "" TERM; while :; do sleep 0.05; done`
    const script = `
    for i in 1 2 3 4 5; do setsid bash -c '${keep}' & done
    setsid env -i PATH="$PATH" bash -c '${keep}' &
    (setsid bash -c '(${keep}) & wait' &)
    ( ${keep} ) &
    while [ $(ls pid.* | wc -l) -lt 8 ]; do sleep 0.02; done
    touch ready; wait`
    const { child, leader, pids } = await start(script, 'tree-a')
    const exit = once(child, 'exit')
    await killTree({ leader, mark: processMark('MARK', 'tree-a') }, 100)
    await exit
    expect([pids.length, pids.filter(alive)]).toEqual([8, []])
  },
)

test.runIf(linux)('a process that starts others while it is being killed leaves none', async () => {
  const script = `
    for i in $(seq 20); do (trap 'setsid sleep 61.25 & sleep 60' TERM; touch pid.${SELF}; sleep 60 & wait; wait) & done
    while [ $(ls pid.* | wc -l) -lt 20 ]; do sleep 0.02; done
    touch ready; wait`
  const { child, leader } = await start(script, 'tree-b')
  const exit = once(child, 'exit')
  await killTree({ leader, mark: processMark('MARK', 'tree-b') }, 100)
  await exit
  const left = readdirSync('/proc').filter(
    pid => /^\d+$/.test(pid) && alive(Number(pid)) && environ(pid).includes('MARK=tree-b'),
  )
  expect(left).toEqual([])
})

/** Two hundred processes in the long tests. */
const [TREES, ESCAPED] = [sampleSize({ usual: 33, full: 100 }), sampleSize({ usual: 16, full: 50 })]

test.runIf(linux)(
  `${2 * TREES} children and grandchildren, a third in sessions of their own, leave none`,
  async () => {
    const script = `
    for i in $(seq ${TREES}); do
      case $((i % 3)) in
        0) setsid bash -c 'touch pid.$$; sleep 60 & touch pid.$!; wait' & ;;
        1) (touch pid.${SELF}; trap "" TERM; sleep 60 & touch pid.$!; wait; sleep 60) & ;;
        2) (touch pid.${SELF}; (touch pid.${SELF}; exec sleep 60) & wait) & ;;
      esac
    done
    while [ $(ls | grep -c pid.) -lt ${2 * TREES} ]; do sleep 0.05; done
    touch ready; wait`
    const { child, leader, pids } = await start(script, 'tree-200')
    const exit = once(child, 'exit')
    await killTree({ leader, mark: processMark('MARK', 'tree-200') }, 200)
    await exit
    expect([pids.length, pids.filter(alive)]).toEqual([2 * TREES, []])
  },
)

/** Leaves parents, session, environment and output behind; nothing but the limit tells where it comes from. */
const ESCAPE = `escape() { (env -i "$(type -P setsid)" "$(type -P bash)" -c "$1" >/dev/null 2>&1 </dev/null &); }`

test.runIf(linux)(
  `${4 * ESCAPED} that left parents, session, environment and output, some deaf to TERM, leave none`,
  async () => {
    const script = `${ESCAPE}
    for i in $(seq ${ESCAPED}); do
      escape 'echo > pid.$$; PATH=/usr/bin:/bin; sleep 60 & echo > pid.$!; wait'
      escape 'echo > pid.$$; PATH=/usr/bin:/bin; trap "" TERM; (exec setsid sleep 60) & echo > pid.$!; wait; sleep 60'
    done
    while [ $(ls | grep -c pid.) -lt ${4 * ESCAPED} ]; do sleep 0.05; done
    touch ready; wait`
    const { child, leader, pids } = await start(script, 'tree-escaped')
    if (child.exitCode === null) await once(child, 'exit')
    const before = pids.filter(alive).length
    await killTree({ leader, mark: processMark('MARK', 'tree-escaped') }, 100)
    expect([pids.length, before, pids.filter(alive)]).toEqual([4 * ESCAPED, 4 * ESCAPED, []])
  },
)

test.runIf(linux)('what escaped from a finished command is found by its mark, and no other is', async () => {
  const script = `${ESCAPE}
    escape 'echo > pid.$$; exec /bin/sleep 60'
    while [ $(ls | grep -c pid.) -lt 1 ]; do sleep 0.05; done
    touch ready`
  const [one, bystander] = await Promise.all([start(script, 'escaped-a'), start(script, 'escaped-b')])
  await killMarked([processMark('MARK', 'escaped-a')], 100)
  expect([one.pids.filter(alive), bystander.pids.filter(alive)]).toEqual([[], bystander.pids])
  await killMarked([processMark('MARK', 'escaped-b')], 100)
  expect(bystander.pids.filter(alive)).toEqual([])
})

test.runIf(linux)('what carries one of the marks ends with its children, and nothing else does', async () => {
  const script = 'setsid sleep 60 & touch pid.$!; setsid env -i sleep 60 & touch pid.$!; touch ready; wait'
  const [one, other, bystander] = await Promise.all([
    start(script, 'sweep-a'),
    start(script, 'sweep-b'),
    start(script, 'sweep-c'),
  ])
  await killMarked(
    ['sweep-a', 'sweep-b', 'sweep'].map(value => processMark('MARK', value)),
    100,
  )
  expect([...one.pids, ...other.pids].filter(alive)).toEqual([])
  expect(bystander.pids.filter(alive)).toEqual(bystander.pids)
  await killTree({ leader: bystander.leader, mark: processMark('MARK', 'sweep-c') }, 100)
})

test('a group without leftovers is said to have none', async () => {
  const child = spawn('true', { detached: true, stdio: 'ignore' })
  await once(child, 'exit')
  expect(await killGroupLeftovers(child.pid!, 100)).toBe(false)
})

test('a background child of a finished leader ends', async () => {
  const { child, leader, pids } = await start('sleep 60 & touch pid.$!; touch ready', 'tree-c')
  if (child.exitCode === null) await once(child, 'exit')
  expect(await killGroupLeftovers(leader, 500)).toBe(true)
  expect(pids.filter(alive)).toEqual([])
})

const environ = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

/** Processes that nobody can ask for marks: there are none of these numbers. */
const tableOf = (...listings: readonly (readonly number[])[]) => {
  const asked: number[] = []
  let at = 0
  const table: ProcessTable = {
    numbers: () => listings[Math.min(at++, listings.length - 1)] ?? [],
    stat(pid) {
      asked.push(pid)
      return { pid, parent: 1, group: pid, started: '1' }
    },
  }
  return { table, asked: () => asked.filter(pid => pid !== process.pid) }
}

test.runIf(linux)('where nothing is left, every process is looked at once', async () => {
  const { table, asked } = tableOf([4_194_301, 4_194_302])
  await killMarked([processMark('MARK', 'none')], 100, table)
  expect(asked()).toEqual([4_194_301, 4_194_302])
})

test.runIf(linux)('what came while the others were looked at is looked at too', async () => {
  const { table, asked } = tableOf([4_194_301], [4_194_301, 4_194_303])
  await killMarked([processMark('MARK', 'none')], 100, table)
  expect(new Set(asked())).toEqual(new Set([4_194_301, 4_194_303]))
})
