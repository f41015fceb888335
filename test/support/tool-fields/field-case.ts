import { join } from 'node:path'
import type { EngineConfig } from '../../../src/engine/config.ts'
import type { ScriptedReply } from '../../../src/features/models/scripted/scenario.ts'
import { renderTool } from '../../../src/frontends/tui/transcript/render-tool.ts'
import { createToolbox, readToolSpecs } from '../../../src/host/tools/toolbox.ts'
import { isObject } from '../../../src/lib/is-object.ts'
import type { PermissionAnswer, PermissionRequest } from '../../../src/protocol/permission.ts'
import { createWorld, type World, type WorldOptions } from '../engine-bench.ts'
import { bare, fakeView } from '../fake-look.ts'
import { commitFiles } from '../git-repository.ts'
import type { Call } from '../play-calls.ts'
import { presented } from '../presented.ts'
import { toolResults } from '../tool-results.ts'

export interface FieldWorld extends Omit<WorldOptions, 'scenario'> {
  /** Makes what `files` cannot. */
  readonly prepare?: (world: World) => unknown
  /** What others than the conversation are answered: agents, side questions. */
  readonly replies?: readonly ScriptedReply[]
}

const FILES = { 'a.txt': 'a\n' }
/** Its directory is a repository with one commit. */
export const REPOSITORY: FieldWorld = { files: FILES, prepare: ({ dir }) => commitFiles(dir, FILES) }

/** Two calls of a tool that differ in one field, and the words that are seen with the first one alone. */
export interface FieldCase {
  readonly with: object
  readonly without: object
  readonly shows: RegExp
  /** Where they are seen; absent: in what the model reads. */
  readonly on?: 'question' | 'person' | 'screen' | ((world: World) => unknown)
  /** Calls before it, and behind it: what these show counts. */
  readonly before?: readonly Call[]
  readonly after?: readonly Call[]
  readonly world?: FieldWorld
}

/** All that the last request says. */
export const told = ({ model }: World): string => JSON.stringify(model.requests.at(-1)?.messages)

const NOWHERE: FieldWorld = {}

/** What is seen of these calls of a tool, each behind the one before, in one session. */
const played = async (tool: string, inputs: readonly object[], one: Omit<FieldCase, 'with' | 'without'>) => {
  const { before = [], after = [], world: place = NOWHERE, on } = one
  const { prepare, replies = [], config, ...options } = place
  const calls: readonly Call[] = [...before, ...inputs.map(input => [tool, input] as const), ...after]
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true })
  await using world = await createWorld({
    ...options,
    scenario: {
      replies: [
        ...replies,
        ...calls.map(([name, input]) => ({ tool: { name, input } })),
        { text: 'Done.', repeat: true },
      ],
    },
    config: base => ({ ...withEverything(base), tools, ...config?.(base) }),
  })
  await prepare?.(world)
  const answering = answerAll(world)
  await world.ask('GO')
  await world.engine.idle()
  const results = toolResults(world.model.requests).map(
    ({ text, isError }) => `${isError ? '! ' : ''}${text}`,
  )
  const own = results.slice(before.length)
  if (on === undefined) return after.length > 0 ? [own.join('\n')] : own
  return [await seenOn(on, world, { tool, input: inputs[0] ?? {}, questions: answering })]
}

const seenOn = async (
  on: NonNullable<FieldCase['on']>,
  world: World,
  {
    tool,
    input,
    questions,
  }: { readonly tool: string; readonly input: object; readonly questions: readonly string[] },
): Promise<string> => {
  if (typeof on === 'function') return String(await on(world))
  if (on === 'question') return questions.join('\n')
  if (on === 'person')
    return world.events
      .flatMap(event => (event.type === 'to_person' || event.type === 'notice' ? [event.text] : []))
      .join('\n')
  const item = presented({ kind: 'tool', id: 'c', name: tool, input, state: 'done' } as const)
  return bare(renderTool(item, await fakeView())).join('\n')
}

/** Says yes to whatever is asked, and tells what was. */
const answerAll = (world: World): readonly string[] => {
  const asked: string[] = []
  void (async () => {
    for await (const event of world.engine.events()) {
      if (event.type !== 'permission_request') continue
      const { request } = event
      asked.push(JSON.stringify([request.details, request.decision]))
      await world.engine.send({ type: 'answer_permission', id: request.id, answer: yes(request) })
    }
  })()
  return asked
}

const yes = ({ input }: PermissionRequest): PermissionAnswer => {
  const questions = isObject(input) && Array.isArray(input['questions']) ? input['questions'] : undefined
  if (!questions) return { behavior: 'allow' }
  const answers = Object.fromEntries(questions.map(one => [one.question, one.options[0].label]))
  return { behavior: 'allow', updatedInput: { questions, answers } }
}

const withEverything = ({ permissions, place, session }: EngineConfig): Partial<EngineConfig> => ({
  permissions: { ...permissions, canAsk: true },
  teams: { backend: 'files', directory: join(place.taskListDir ?? '', '..', '..', 'teams'), on: true },
  schedules: {
    root: place.cwd,
    files: [join(place.cwd, '.capstan', 'scheduled_tasks.json')],
    state: join(session.path?.split('/projects/')[0] ?? '', 'schedules', 'p'),
    loopFiles: [],
  },
})

/** The fields whose two calls do not differ as their case says. */
export const withoutEffect = async (
  tool: string,
  cases: Readonly<Record<string, FieldCase>>,
): Promise<readonly string[]> => {
  const wrong: string[] = []
  const check = (field: string, { shows }: FieldCase, [one = '', other = '']: readonly string[]): void => {
    if (!shows.test(one)) wrong.push(`${tool}.${field}: ${shows} is not seen with it:\n${one}`)
    else if (shows.test(other)) wrong.push(`${tool}.${field}: ${shows} is seen without it too:\n${other}`)
  }
  const plain = new Map<FieldWorld, [string, FieldCase][]>()
  for (const [field, one] of Object.entries(cases)) {
    if (!one.before && !one.after && one.on === undefined) {
      const world = one.world ?? NOWHERE
      plain.set(world, [...(plain.get(world) ?? []), [field, one]])
      continue
    }
    const sides = [await played(tool, [one.with], one), await played(tool, [one.without], one)]
    check(
      field,
      one,
      sides.map(side => side.join('\n')),
    )
  }
  // Calls that leave nothing behind share a session, and each is made once.
  for (const [world, rows] of plain) {
    const inputs = new Map(
      rows.flatMap(([, one]) => [one.with, one.without]).map(input => [JSON.stringify(input), input]),
    )
    const seen = await played(tool, [...inputs.values()], { shows: /./, world })
    const texts = new Map([...inputs.keys()].map((key, at) => [key, seen[at] ?? '']))
    for (const [field, one] of rows)
      check(
        field,
        one,
        [one.with, one.without].map(input => texts.get(JSON.stringify(input)) ?? ''),
      )
  }
  return wrong
}
