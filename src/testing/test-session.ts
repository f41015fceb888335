import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseCassette } from '../features/models/recorder/cassette.ts'
import type { RunFacts } from '../features/models/recorder/normalise.ts'
import { recordModel } from '../features/models/recorder/record.ts'
import { replayModel } from '../features/models/recorder/replay.ts'
import type { Scenario } from '../features/models/scripted/scenario.ts'
import { createScriptedModel } from '../features/models/scripted/scripted-model.ts'
import { openLibraryHost } from '../host/library/open-host.ts'
import type { Engine } from '../protocol/engine.ts'
import type { MessageEntry } from '../protocol/entry.ts'
import type { OpenRequest } from '../protocol/host.ts'
import type { Model, ModelRequest } from '../protocol/model.ts'
import type { PermissionAnswer, PermissionRequest } from '../protocol/permission.ts'
import type { Terminal } from '../protocol/transition.ts'
import { type Call, callsOf, textOf } from './read-entries.ts'

export interface TestSessionOptions {
  /** What the model says. Give this, `model` or `replay`. */
  readonly scenario?: Scenario
  /** A model of your own, such as a scripted one that you share between sessions. */
  readonly model?: Model
  /** A recording that answers instead. `strict` (default): only equal requests; `nearest`: the most similar one left. */
  readonly replay?: string | { readonly file: string; readonly match: 'strict' | 'nearest' }
  /** File that every exchange with the model is written to. */
  readonly record?: string
  /** The project; absent: an empty folder that is removed in the end. */
  readonly cwd?: string
  /** Further variables; your own environment, settings and keys are not seen. */
  readonly env?: Readonly<Record<string, string>>
  /** Answers permission questions; absent: every one is denied. */
  readonly permission?: (request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>
  /** Anything else a session is opened with. */
  readonly open?: Partial<Omit<OpenRequest, 'env' | 'cwd' | 'model'>>
}

/** What came of one prompt. */
export interface TestTurn {
  /** What the model said, all of it. */
  readonly text: string
  /** Tool calls with their results, in order. */
  readonly calls: readonly Call[]
  readonly ended: Terminal
  readonly entries: readonly MessageEntry[]
}

/** A real session with a scripted model: no account, no network, nothing of yours is touched. */
export interface TestSession extends AsyncDisposable {
  readonly engine: Engine
  /** Real path of the project. */
  readonly cwd: string
  /** What the model was asked so far. */
  readonly requests: readonly ModelRequest[]
  /** Says it and waits for the end of the turn. */
  ask(prompt: string): Promise<TestTurn>
}

const NO: PermissionAnswer = { behavior: 'deny', message: 'The test answers no questions.' }

export const openTestSession = async (options: TestSessionOptions): Promise<TestSession> => {
  const { permission = () => NO } = options
  if ([options.scenario, options.model, options.replay].filter(given => given !== undefined).length !== 1)
    throw new TypeError('A test session needs exactly one of scenario, model and replay.')
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-test-')))
  const host = openLibraryHost(environmentIn(root, options.env))
  const end = async (): Promise<void> => {
    await host[Symbol.asyncDispose]()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    const cwd = options.cwd ?? join(root, 'project')
    const { model, requests } = modelFor(options, root)
    const engine = await host.open({ ...options.open, cwd, model })
    return {
      engine,
      cwd: realpathSync(cwd),
      requests,
      ask: prompt => askOnce(engine, prompt, permission),
      [Symbol.asyncDispose]: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

const environmentIn = (root: string, more: TestSessionOptions['env'] = {}): Record<string, string> => {
  for (const name of ['project', 'home']) mkdirSync(join(root, name))
  return {
    PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    HOME: join(root, 'home'),
    CAPSTAN_CONFIG_DIR: join(root, 'config'),
    ...more,
  }
}

/** The model of the session, and a list that grows with what it is asked. */
const modelFor = (
  options: TestSessionOptions,
  root: string,
): { readonly model: Model; readonly requests: readonly ModelRequest[] } => {
  const requests: ModelRequest[] = []
  const chosen = chosenModel(options, root)
  const kept = options.record === undefined ? chosen : recordToFile(chosen, options.record, root)
  return {
    requests,
    model: {
      ...kept,
      stream(request, signal) {
        requests.push(request)
        return kept.stream(request, signal)
      },
    },
  }
}

const chosenModel = ({ scenario, model, replay }: TestSessionOptions, root: string): Model => {
  if (model) return model
  if (scenario) return createScriptedModel(scenario)
  const { file, match } =
    typeof replay === 'object' ? replay : { file: replay ?? '', match: 'strict' as const }
  return replayFromFile(file, match, root)
}

const askOnce = async (
  engine: Engine,
  prompt: string,
  permission: NonNullable<TestSessionOptions['permission']>,
): Promise<TestTurn> => {
  const entries: MessageEntry[] = []
  await using events = engine.events()
  await engine.send({ type: 'submit', content: prompt })
  for await (const event of events) {
    if (event.type === 'permission_request') {
      const answer = await permission(event.request)
      await engine.send({ type: 'answer_permission', id: event.request.id, answer })
    }
    if (event.agent) continue
    if (event.type === 'entry') entries.push(event.entry)
    if (event.type === 'turn_ended')
      return { text: textOf(entries), calls: callsOf(entries), ended: event.terminal, entries }
  }
  throw new Error('The session ended before the turn did.')
}

/** The folder of one test is called otherwise each time, as a path and as the name of a folder made of that path. */
const factsOf = (root: string): RunFacts => ({ cwd: root, home: root.replace(/[^A-Za-z0-9]/g, '-') })

/** Writes every exchange with the model to a file; credentials of known formats are left out. The file begins anew. */
const recordToFile = (model: Model, file: string, root: string): Model => {
  writeFileSync(file, '', { mode: 0o600 })
  return recordModel(model, line => appendFileSync(file, `${line}\n`), factsOf(root))
}

const replayFromFile = (file: string, match: 'strict' | 'nearest', root: string): Model =>
  replayModel(parseCassette(readFileSync(file, 'utf8'), file), {
    match,
    speed: 'instant',
    ...factsOf(root),
  })
