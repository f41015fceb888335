import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDial, type Dial } from '../../src/features/remote-host/dial.ts'
import { RemoteLink } from '../../src/features/remote-host/link.ts'
import { withSum } from '../../src/features/remote-host/programs.ts'
import type { FrameFromThere } from '../../src/protocol/remote/frames.ts'
import { parseTarget, type RemoteTarget } from '../../src/protocol/remote/target.ts'
import { cuttingDial } from '../support/cutting-dial.ts'
import { hasSshd } from '../support/needs-program.ts'
import { openSshWorld, type SshWorld } from '../support/ssh-world.ts'

/** One for all of them: each leaves nothing. */
const world = hasSshd() ? await openSshWorld() : (undefined as unknown as SshWorld)
afterAll(async () => await world?.[Symbol.asyncDispose]())
beforeEach(() => world?.there('pkill -KILL -u "$(id -u)" -f "[a]gent.mjs"; rm -rf ~/* ~/.cap*'))

const PROGRAM = { file: resolve('dist/remote-agent.mjs') }

const targetIn = (directory: string): RemoteTarget => {
  const target = parseTarget(`ssh://${world.user}@127.0.0.1:${world.port}${directory}`)
  if (!target) throw new Error('no address')
  return target
}

interface Heard {
  readonly history: Readonly<Record<string, unknown>>[]
  readonly blobs: Set<string>
  readonly outputs: Map<string, Buffer>
  readonly ended: Map<string, string>
  readonly said: string[]
}

const listen = (): Heard & { take(frame: FrameFromThere): void } => {
  const heard: Heard = { history: [], blobs: new Set(), outputs: new Map(), ended: new Map(), said: [] }
  return {
    ...heard,
    take(frame) {
      if (frame.t === 'history') heard.history.push(frame.entry)
      if (frame.t === 'blob') heard.blobs.add(frame.hash)
      if (frame.t === 'ended') heard.ended.set(frame.task, frame.status)
      if (frame.t !== 'output') return
      const before = heard.outputs.get(frame.task) ?? Buffer.alloc(0)
      if (frame.from === before.length)
        heard.outputs.set(frame.task, Buffer.concat([before, Buffer.from(frame.data, 'base64')]))
    },
  }
}

const open = (directory: string, wrap: (dial: Dial) => Dial = dial => dial, lingerMs = 60_000) => {
  const heard = listen()
  const target = targetIn(directory)
  const link = new RemoteLink({
    address: target.address,
    dial: wrap(
      createDial(target, {
        env: { ...world.env, CAPSTAN_API_KEY: 'never', LC_SECRET: 'never' },
        roots: () => [],
      }),
    ),
    programs: async () => [await withSum(PROGRAM)],
    session: crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    directory,
    keepsProgram: false,
    lingerMs,
    earlier: () => [],
    outputs: () => Object.fromEntries([...heard.outputs].map(([id, { length }]) => [id, length])),
    take: heard.take,
    linked: () => undefined,
    onState: text => void heard.said.push(text.text),
    pauses: [0],
  })
  let calls = 0
  const call = async (tool: string, input: Record<string, unknown>, turn = 'm1') => {
    calls += 1
    const result = await link.call(
      { id: `call_${calls}`, tool, input, turn },
      { signal: new AbortController().signal, onProgress: () => undefined },
    )
    const text = result.blocks.map(block => (block.type === 'text' ? block.text : '')).join('')
    return { ...result, text }
  }
  return { link, heard, call }
}

test.skipIf(!hasSshd())(
  'a link that is cut at twenty points loses nothing, does nothing twice and leaves nothing',
  async () => {
    const work = `${world.home}/work`
    world.there(`mkdir ${work} && cd ${work} && git init -q && echo one > a.txt && mkfifo ${world.home}/go`)
    const point = fc.record({
      side: fc.constantFrom('there' as const, 'here' as const),
      bytes: fc.integer({ min: 1, max: 900 }),
    })
    const points = fc.sample(point, { numRuns: 40, seed: 37 })
    let cuts = () => 0
    const { link, heard, call } = open(work, dial => {
      const cutting = cuttingDial(dial, points, 20)
      cuts = cutting.cuts
      return cutting.dial
    })
    const background = await call('Bash', {
      command: `for i in $(seq 400); do echo line $i; done; read x < ${world.home}/go; echo over`,
      run_in_background: true,
    })
    const task = /\br[0-9a-f]{10}\b/.exec(background.text)?.[0] ?? ''
    for (let n = 1; n <= 14; n += 1) await call('Bash', { command: `echo ${n} >> log.txt; cat log.txt` })
    await call('Read', { file_path: 'a.txt' })
    expect((await call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' })).failed).toBe(
      false,
    )
    while (cuts() < 20) await call('Bash', { command: 'head -c 3000 /dev/zero | tr "\\0" x' })
    world.there(`timeout 20 bash -c 'echo > ${world.home}/go'`)
    await expect.poll(() => heard.ended.get(task)).toBe('completed')
    expect(cuts()).toBe(20)
    expect(world.there(`cat ${work}/log.txt ${work}/a.txt`)).toBe(
      `${Array.from({ length: 14 }, (_, n) => `${n + 1}\n`).join('')}two\n`,
    )
    expect(heard.outputs.get(task)?.toString()).toBe(
      `${Array.from({ length: 400 }, (_, n) => `line ${n + 1}\n`).join('')}over\n`,
    )
    const back = await link.ask('rewind', { messageUuid: 'm1' })
    expect(back['report']).toMatchObject({ canRewind: true })
    expect(world.there(`cd ${work} && ls && cat a.txt`)).toBe('a.txt\none\n')
    await link[Symbol.asyncDispose]()
    await expect.poll(() => world.left()).toEqual([])
  },
)

test.skipIf(!hasSshd())(
  'nothing of this environment goes there, and files outside the directory are not touched',
  async () => {
    const work = `${world.home}/work`
    world.there(
      `mkdir ${work} && echo secret > ${world.home}/other.txt && ln -s ${world.home}/other.txt ${work}/link.txt`,
    )
    const { link, call } = open(work)
    const { text } = await call('Bash', { command: 'env' })
    expect(text).not.toContain('never')
    for (const file_path of ['../other.txt', 'link.txt', '/etc/passwd'])
      expect(await call('Read', { file_path })).toMatchObject({
        failed: true,
        text: expect.stringContaining('outside the directory'),
      })
    expect(await call('Write', { file_path: '../new.txt', content: 'x' })).toMatchObject({ failed: true })
    expect(world.there('ls')).toBe('other.txt\nwork\n')
    await link[Symbol.asyncDispose]()
    await expect.poll(() => world.left()).toEqual([])
  },
)

test.skipIf(!hasSshd())(
  'without a link for too long the agent ends what it started and goes, and who waits is told',
  async () => {
    let down = false
    const { link, call, heard } = open(world.home, dial => script => (down ? undefined : dial(script)), 1000)
    await call('Bash', { command: 'sleep 1000', run_in_background: true })
    const waits = call('Bash', { command: 'sleep 1000' })
    await expect.poll(() => world.there('pgrep -c -u "$(id -u)" sleep')).toBe('2\n')
    down = true
    link.cut()
    await expect(waits).rejects.toThrow("Couldn't reconnect")
    await expect.poll(() => world.left()).toEqual([])
    expect(heard.said.at(0)).toContain('Copying the agent program')
    await link[Symbol.asyncDispose]()
  },
)

test.skipIf(!hasSshd())('a host whose key nobody knows is refused, and nothing is copied to it', async () => {
  writeFileSync(`${world.bin}/../known_hosts`, '')
  const { link } = open(world.home)
  await expect(link.ready()).rejects.toThrow('Host key verification failed')
  expect(world.left()).toEqual([])
  await link[Symbol.asyncDispose]()
})
