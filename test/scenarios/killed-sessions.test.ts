import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { bundleProgram, COMPILED } from '../support/bundle-program.ts'
import { seededRandom } from '../support/crash-run.ts'
import { canMount, UNSHARE } from '../support/needs-program.ts'
import { sampleSize } from '../support/sample-size.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { AGENTS, openSessions, SESSIONS, type Shown, TALK } from '../support/writing-sessions.ts'

let program = ''
beforeAll(async () => {
  program = await bundleProgram('writing-sessions')
})

const KILLS = sampleSize({ usual: 1, full: 20 })
/** All sessions have begun by then, and none is near the end of the script. */
const MOST_LINES = 60

interface Ended {
  readonly code: number | null
  readonly stderr: string
  readonly lines: readonly Record<string, unknown>[]
}

/** Runs the program to its end, or until it has printed so many lines. */
const run = async (
  [file, ...args]: readonly [string, ...string[]],
  { env, killAfter = Number.POSITIVE_INFINITY }: { env: NodeJS.ProcessEnv; killAfter?: number },
): Promise<Ended> => {
  const child = spawn(file, args, {
    env: { ...process.env, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes
    if (stdout.split('\n').length > killAfter) child.kill('SIGKILL')
  })
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes
  })
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  const lines = stdout.split('\n').slice(0, -1)
  return { code, stderr, lines: lines.map(line => JSON.parse(line) as Record<string, unknown>) }
}

/** By name, the transcripts anywhere below. */
const transcriptsIn = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.jsonl'))
      .map(name => [/([^/]+)\.jsonl$/.exec(name)?.[1] ?? '', join(directory, name)]),
  )

const shownIn = (lines: Ended['lines']): readonly Shown[] =>
  lines.filter((line): line is Record<string, unknown> & Shown => 'uuid' in line)

/** A strict reader finds what was shown; only the last line may be torn. */
const expectStored = (paths: ReadonlyMap<string, string>, shown: readonly Shown[]): void => {
  for (const of of new Set(shown.map(each => each.of))) {
    const text = readFileSync(paths.get(of) ?? '', 'utf8')
    const stored = new Map(
      text
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as Record<string, unknown>)
        .map(line => [line['uuid'], line['message']]),
    )
    for (const { uuid, message } of shown.filter(each => each.of === of))
      expect(stored.get(uuid), `${of} ${uuid}`).toEqual(message)
  }
}

/** Every entry of a chain hangs on one before it: nothing between two of them is missing. */
const expectUnbroken = (path: string): void => {
  const known = new Set<unknown>([null])
  for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    const { uuid, parentUuid } = JSON.parse(line) as Record<string, unknown>
    if (uuid === undefined) continue
    expect(known).toContain(parentUuid)
    known.add(uuid)
  }
  expect(known.size).toBeGreaterThan(1)
}

/** Texts and calls, as they stand in a request. */
const wordsOf = (message: unknown): readonly string[] =>
  JSON.stringify(message ?? null).match(/question \d+ of [\w-]+|reply \d+ |"id":"call-\d+"/g) ?? []

/** All of them in one host again: each goes on, and what was shown is in its request. */
const expectToGoOn = async (root: string, config: string, shown: readonly Shown[]): Promise<void> => {
  const server = await serveScenario({ replies: [{ text: 'here I am', repeat: true }] })
  try {
    const begun = new Set(shown.map(each => each.of))
    expect([...begun].sort()).toEqual(SESSIONS)
    await using host = await openSessions({ url: server.url, root, config }, false)
    for (const [id, engine] of host.engines) {
      await engine.send({ type: 'submit', content: 'are you there?' })
      await engine.idle()
      const sent = JSON.stringify(server.requests.at(-1)?.body?.['messages'])
      for (const words of shown.filter(each => each.of === id).flatMap(each => wordsOf(each.message)))
        expect(sent).toContain(words)
    }
    expect(host.sessions().map(({ id }) => id)).toEqual(SESSIONS)
  } finally {
    await server.close()
  }
}

test('sessions of one host that is killed at any moment all open again with what was shown', async () => {
  const random = seededRandom(20_261_115)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using tmp = tmpDir()
    const server = await serveScenario(TALK)
    const env = { CAPSTAN_CONFIG_DIR: join(tmp.path, 'config') }
    // Behind the first entries of all three.
    const killAfter = 12 + Math.floor(random() * MOST_LINES)
    try {
      const command = [process.execPath, program, 'host', server.url, tmp.path] as const
      const { lines, stderr } = await run(command, { env, killAfter })
      expect(stderr).toBe('')
      const shown = shownIn(lines)
      expectStored(transcriptsIn(env.CAPSTAN_CONFIG_DIR), shown)
      await expectToGoOn(tmp.path, env.CAPSTAN_CONFIG_DIR, shown)
    } finally {
      await server.close()
    }
  }
})

test('two threads that write when their program is killed have kept what was shown, in unbroken chains', async () => {
  const random = seededRandom(7)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using tmp = tmpDir()
    const killAfter = 8 + Math.floor(random() * MOST_LINES)
    const command = [process.execPath, program, 'threads'] as const
    const { lines, stderr } = await run(command, { env: { TMPDIR: tmp.path }, killAfter })
    expect(stderr).toBe('')
    const found = transcriptsIn(String(lines[0]?.['config']))
    const paths = new Map(AGENTS.map(id => [id, found.get(`agent-${id}`) ?? '']))
    const shown = shownIn(lines)
    expect(new Set(shown.map(each => each.of)).size).toBe(AGENTS.length)
    expectStored(paths, shown)
    for (const path of paths.values()) expectUnbroken(path)
  }
})

/** All sessions' together are about twice what there is room for. */
const ROUNDS = 14

test.runIf(canMount())('a full disk takes nothing from the sessions of a host, and ends none', async () => {
  await using tmp = tmpDir()
  const config = join(tmp.path, 'config')
  const copy = join(tmp.path, 'copy')
  mkdirSync(config)
  const script =
    'mount -t tmpfs -o size=160k tmpfs "$CAPSTAN_CONFIG_DIR" && { "$@"; code=$?; cp -r "$CAPSTAN_CONFIG_DIR" "$0"; exit $code; }'
  const server = await serveScenario(TALK)
  try {
    const command = [process.execPath, program, 'host', server.url, tmp.path, String(ROUNDS)]
    const { code, stderr, lines } = await run([UNSHARE, '--mount', 'sh', '-c', script, copy, ...command], {
      env: { CAPSTAN_CONFIG_DIR: config },
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const shown = shownIn(lines)
    expectStored(transcriptsIn(copy), shown)
    // It did fill up: not everything could be said, whichever session came first.
    const said = shown.flatMap(({ message }) =>
      wordsOf(message).filter(words => words.startsWith('question')),
    )
    expect(new Set(said).size).toBeLessThan(ROUNDS * SESSIONS.length)
    await expectToGoOn(tmp.path, copy, shown)
  } finally {
    await server.close()
  }
})
