import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isObject } from '../../../lib/is-object.ts'
import { parseToml } from '../../../lib/parse-toml.ts'
import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
import { parseYaml } from '../../../lib/yaml/parse-yaml.ts'
import { evalTaskText } from '../../../protocol/messages/cli/eval-tasks.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { asTaskName, type Container, type EvalTask, type ReadTasks, USUAL_LIMITS } from '../task.ts'

const IN_CONTAINER = { setup: {}, overlays: [], checks: [], network: 'all', attempts: 1, needs: [] } as const

/** A task folder of Harbor: `task.toml`, `instruction.md`, `environment/`, `tests/test.sh`. */
export const readHarborTask = (folder: string): ReadTasks => {
  const instruction = join(folder, 'instruction.md')
  const wrong = (message: Text): ReadTasks => ({ tasks: [], problems: [{ source: folder, message }] })
  if (!existsSync(instruction)) return wrong(evalTaskText('absent', { path: 'instruction.md' }))
  if (!existsSync(join(folder, 'tests', 'test.sh')))
    return wrong(evalTaskText('absent', { path: 'tests/test.sh' }))
  const toml: unknown = parseToml(readFileSync(join(folder, 'task.toml'), 'utf8'))
  const [agent, verifier, metadata] = [field(toml, 'agent'), field(toml, 'verifier'), field(toml, 'metadata')]
  const environment = field(toml, 'environment')
  const image = textField(environment, 'docker_image')
  const workdir = textField(environment, 'workdir')
  const dockerfile = join(folder, 'environment', 'Dockerfile')
  if (image === undefined && !existsSync(dockerfile)) return wrong(evalTaskText('no_image'))
  return one({
    ...IN_CONTAINER,
    name: asTaskName(textField(field(toml, 'task'), 'name') ?? basename(folder)),
    format: 'harbor',
    source: folder,
    description: textField(field(toml, 'task'), 'description') ?? textField(metadata, 'category') ?? '',
    prompts: [readFileSync(instruction, 'utf8')],
    limits: limitsOf(numberField(agent, 'timeout_sec'), numberField(verifier, 'timeout_sec')),
    tags: [
      'harbor',
      ...[...listField(metadata, 'tags'), ...listField(field(toml, 'task'), 'keywords')].map(String),
    ],
    container: {
      ...(image === undefined ? { build: join(folder, 'environment') } : { image }),
      ...(workdir === undefined ? {} : { workdir }),
      tests: { from: join(folder, 'tests'), to: '/tests' },
      command: 'bash /tests/test.sh',
      rewards: ['/logs/verifier/reward.txt', '/logs/verifier/reward.json'],
      env: textsOf(field(environment, 'env')),
      testEnv: textsOf(field(verifier, 'env')),
      ...othersOf(folder),
    },
    ...solutionOf(join(folder, 'solution'), 'solve.sh'),
  })
}

/** A task folder of Terminal-Bench: `task.yaml` with its instruction, `Dockerfile`, `run-tests.sh`, `tests/`. */
export const readTerminalBenchTask = (folder: string): ReadTasks => {
  const wrong = (message: Text): ReadTasks => ({ tasks: [], problems: [{ source: folder, message }] })
  const yaml = parseYaml(readFileSync(join(folder, 'task.yaml'), 'utf8'))
  const instruction = textField(yaml, 'instruction')
  if (instruction === undefined) return wrong(evalTaskText('no_instruction'))
  if (!existsSync(join(folder, 'Dockerfile'))) return wrong(evalTaskText('no_dockerfile'))
  if (!existsSync(join(folder, 'run-tests.sh')))
    return wrong(evalTaskText('absent', { path: 'run-tests.sh' }))
  return one({
    ...IN_CONTAINER,
    name: asTaskName(basename(folder)),
    format: 'terminal-bench',
    source: folder,
    description: textField(yaml, 'category') ?? '',
    prompts: [instruction],
    limits: limitsOf(numberField(yaml, 'max_agent_timeout_sec'), numberField(yaml, 'max_test_timeout_sec')),
    tags: ['terminal-bench', ...listField(yaml, 'tags').map(String)],
    container: terminalBenchContainer(folder),
    ...solutionOf(folder, 'solution.sh'),
  })
}

const terminalBenchContainer = (folder: string): Container => ({
  build: folder,
  tests: { from: join(folder, 'tests'), to: '/tests' },
  // Beside the tests, where its harness puts it.
  rewards: [],
  env: {},
  testEnv: {},
  command: `cat > /tests/run-tests.sh <<'END_OF_TESTS'\n${readFileSync(join(folder, 'run-tests.sh'), 'utf8')}\nEND_OF_TESTS\nTEST_DIR=/tests bash /tests/run-tests.sh`,
})

/** A set of variables. */
const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, text]) => (/^\w+$/.test(name) ? [[name, String(text)]] : [])),
      )
    : {}

/** Other containers beside the one of the task are started by Harbor alone. */
const othersOf = (folder: string): Pick<Container, 'unsupported'> => {
  const path = join(folder, 'environment', 'docker-compose.yaml')
  if (!existsSync(path)) return {}
  const services = field(parseYaml(readFileSync(path, 'utf8')), 'services')
  const others = isObject(services) ? Object.keys(services).filter(name => name !== 'main') : []
  return others.length === 0 ? {} : { unsupported: others.join(', ') }
}

const one = (task: EvalTask): ReadTasks => ({ tasks: [task], problems: [] })

const limitsOf = (seconds?: number, checkSeconds?: number): EvalTask['limits'] => ({
  seconds: seconds ?? USUAL_LIMITS.seconds,
  checkSeconds: checkSeconds ?? USUAL_LIMITS.checkSeconds,
})

const solutionOf = (folder: string, script: string): Pick<EvalTask, 'solution'> =>
  existsSync(join(folder, script))
    ? { solution: { command: readFileSync(join(folder, script), 'utf8') } }
    : {}
