import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CheckOutcome } from '../../features/evals/result.ts'
import { type ContainerEnd, NotHereError, type SessionWish } from '../../features/evals/run/ports.ts'
import type { Container } from '../../features/evals/task.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { isCredential } from '../../features/shell/child-environment.ts'
import { findProgram } from '../../lib/find-program.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { thisProgram } from '../this-program.ts'
import { type ChildEnd, runChild } from './run-child.ts'
import { holdSession, type SessionWorkspace } from './session-child.ts'

const ENGINES = ['docker', 'podman']
const BUILD_SECONDS = 1800
const SHORT_SECONDS = 60
const MAX_OUTPUT = 4000

interface Scene {
  readonly engine: string
  /** Of the container. */
  readonly name: string
  readonly wish: SessionWish
  readonly container: Container
  readonly place: SessionWorkspace
  readonly signal: AbortSignal
}

/**
 * A task that brings an image: this program is put into its container and holds the session there. A container that is
 * still there from before is gone on with; at the end it is removed.
 */
export const holdInContainer = async (
  wish: SessionWish,
  place: SessionWorkspace,
  signal: AbortSignal,
): Promise<ContainerEnd> => {
  const { container } = wish.task
  if (!container) throw new Error(`${wish.task.name} has no container.`)
  if (container.unsupported !== undefined)
    throw new NotHereError(evalText('several_containers', { names: container.unsupported }))
  const engine = await findEngine(place.env, signal)
  const digits = createHash('sha256').update(wish.session).digest('hex').slice(0, 12)
  const scene: Scene = { engine, name: `capstan-eval-${digits}`, wish, container, place, signal }
  const home = join(dirname(place.store.fileOf(wish.key, 'x')), 'home')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  try {
    if ((await tell(scene, ['inspect', scene.name])).code !== 0) await start(scene)
    const cwd = container.workdir ?? (await workdirOf(scene))
    const program = [
      engine,
      'exec',
      '-i',
      '-w',
      cwd,
      ...variables(place.env, home),
      scene.name,
      ...INSIDE,
    ] as const
    const end = await holdSession(
      { ...wish, cwd },
      { ...place, configHome: home, program, from: '/' },
      signal,
    )
    return { end, checks: [await judge(scene)], cwd, home }
  } finally {
    if (!signal.aborted)
      await tell({ ...scene, signal: new AbortController().signal }, ['rm', '-f', scene.name])
  }
}

const findEngine = async (env: SessionWorkspace['env'], signal: AbortSignal): Promise<string> => {
  let why = ''
  for (const name of ENGINES) {
    const file = findProgram(name, env['PATH'] ?? '')
    if (file === undefined) continue
    const { code, output } = await runChild(
      { file, args: ['info'], cwd: '/', env, seconds: SHORT_SECONDS },
      signal,
    )
    if (code === 0) return file
    why = output.trim().split('\n').at(-1) ?? ''
  }
  throw new NotHereError(evalText('no_container', { name: 'Docker / Podman', why }))
}

const tell = async (
  { engine, place, signal }: Scene,
  args: readonly string[],
  seconds = SHORT_SECONDS,
): Promise<ChildEnd> => await runChild({ file: engine, args, cwd: '/', env: place.env, seconds }, signal)

const mustTell = async (scene: Scene, args: readonly string[], seconds?: number): Promise<string> => {
  const { code, output } = await tell(scene, args, seconds)
  if (code === 0) return output.trim()
  throw new Error(`${args.slice(0, 2).join(' ')}: ${output.trim().slice(-1000)}`)
}

const NODE = '/opt/capstan/node'
const PROGRAM = '/opt/capstan/program'

const INSIDE: readonly string[] = [NODE, `${PROGRAM}/cli.mjs`]

const start = async (scene: Scene): Promise<void> => {
  const { container, wish, place, name } = scene
  const { runtime, script } = thisProgram()
  const image =
    container.image ??
    `capstan-eval-${createHash('sha256')
      .update(container.build ?? '')
      .digest('hex')
      .slice(0, 12)}`
  if (container.build !== undefined)
    await mustTell(scene, ['build', '-q', '-t', image, container.build], BUILD_SECONDS)
  const state = dirname(place.store.fileOf(wish.key, 'x'))
  const mounts = [`${runtime}:${NODE}:ro`, `${dirname(script ?? runtime)}:${PROGRAM}:ro`, `${state}:${state}`]
  await mustTell(withOwn(scene, container.env), [
    ...['run', '-d', '--name', name, ...mounts.flatMap(mount => ['-v', mount])],
    ...flagsFor(container.env),
    ...['--entrypoint', 'sleep', image, 'infinity'],
  ])
}

const workdirOf = async (scene: Scene): Promise<string> => {
  const said = await mustTell(scene, ['inspect', '-f', '{{.Config.WorkingDir}}', scene.name])
  return said === '' ? '/' : said
}

/** Keys by their names alone: no value is on a command line. */
const variables = (env: SessionWorkspace['env'], home: string): readonly string[] => [
  ...Object.keys(env)
    .filter(name => isCredential(name) || PROVIDER_SECRETS.includes(name) || name.endsWith('_BASE_URL'))
    .flatMap(name => ['-e', name]),
  ...['-e', `CAPSTAN_CONFIG_DIR=${home}`],
]

const judge = async (scene: Scene): Promise<CheckOutcome> => {
  const { container, name, wish } = scene
  const { tests, command, rewards, testEnv } = container
  await mustTell(scene, ['exec', name, 'mkdir', '-p', tests.to, '/logs/verifier', '/logs/agent'])
  await mustTell(scene, ['cp', `${tests.from}/.`, `${name}:${tests.to}`])
  const ran = await tell(
    withOwn(scene, testEnv),
    ['exec', ...flagsFor(testEnv), name, 'bash', '-c', command],
    wish.task.limits.checkSeconds,
  )
  const output = ran.output.slice(-MAX_OUTPUT)
  if (rewards.length === 0) return { name: 'tests', passed: ran.code === 0, output }
  for (const reward of rewards) {
    const { code, output: said } = await tell(scene, ['exec', name, 'cat', reward])
    if (code === 0)
      return { name: 'tests', passed: isPassed(said), output: `${output}\nreward: ${said.trim()}` }
  }
  return { name: 'tests', passed: false, output: `${output}\nreward: –` }
}

/** A number, or names with numbers: all of them count. */
const isPassed = (said: string): boolean => {
  if (!said.trimStart().startsWith('{')) return Number.parseFloat(said) >= 1
  try {
    const values = Object.values(JSON.parse(said) as object)
    return values.length > 0 && values.every(value => typeof value === 'number' && value >= 1)
  } catch {
    // Cut off while it was written: no reward.
    return false
  }
}

/** As the task gives them; a `${NAME}` in one, or `${NAME:-usual}`, stands for a variable of the person's own. */
const flagsFor = (env: Container['env']): readonly string[] =>
  Object.entries(env).flatMap(([name, text]) => ['-e', REFERENCE.test(text) ? name : `${name}=${text}`])

/** What may be a key comes to the engine as a variable: others see a command line. */
const withOwn = (scene: Scene, env: Container['env']): Scene => {
  const { place } = scene
  const own = Object.entries(env)
    .filter(([, text]) => REFERENCE.test(text))
    .map(([name, text]) => [
      name,
      text.replaceAll(REFERENCES, (_, from: string, usual = '') => place.env[from] ?? String(usual)),
    ])
  return { ...scene, place: { ...place, env: { ...place.env, ...Object.fromEntries(own) } } }
}

const REFERENCE = /\$\{\w+(?::-[^}]*)?\}/
const REFERENCES = /\$\{(\w+)(?::-([^}]*))?\}/g
