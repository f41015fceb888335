import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { readLocatedYaml } from '../../lib/yaml/located-yaml.ts'
import { evalTaskText } from '../../protocol/messages/cli/eval-tasks.ts'
import { fileFieldText } from '../../protocol/messages/cli/file-fields.ts'
import { TaskFields } from './field-reader.ts'
import { isInFolder } from './inside-folder.ts'
import {
  type Check,
  type EvalTask,
  type Expected,
  isTaskName,
  type Limits,
  type Overlay,
  type ReadTasks,
  type Setup,
  type Solution,
  USUAL_LIMITS,
} from './task.ts'

const FIELDS = [
  ...['name', 'description', 'prompt', 'prompts', 'setup', 'check', 'limits', 'network', 'attempts'],
  ...['tags', 'needs', 'solution'],
]
const EXPECTED = ['contains', 'matches', 'equals']

/** From the text of `task.yaml` to a task, or to what is wrong with it. */
export const readTask = (text: string, folder: string): ReadTasks => {
  const source = join(folder, 'task.yaml')
  const yaml = readLocatedYaml(text)
  if (yaml.problems.length > 0)
    return {
      tasks: [],
      problems: yaml.problems.map(({ line, message }) => ({
        source,
        line,
        message: fileFieldText('yaml', { what: message }),
      })),
    }
  const fields = new TaskFields(yaml, source)
  const top = fields.map([], yaml.value, FIELDS)
  const name = fields.text(['name'], top['name']) ?? basename(folder)
  if (!isTaskName(name)) fields.wrong(['name'], fileFieldText('name', { most: 100 }))
  if (top['prompt'] !== undefined && top['prompts'] !== undefined)
    fields.wrong(['prompts'], evalTaskText('prompts'))
  const { checks, overlays } = readChecks(fields, top['check'], folder)
  const attempts = fields.number(['attempts'], top['attempts'], 1) ?? 1
  const solution = readSolution(fields, top['solution'], folder)
  const task: EvalTask = {
    name,
    format: 'capstan',
    source: folder,
    description: fields.text(['description'], top['description']) ?? '',
    prompts: [...fields.texts(['prompt'], top['prompt']), ...fields.texts(['prompts'], top['prompts'])],
    setup: readSetup(fields, top['setup'], folder),
    overlays,
    checks,
    limits: readLimits(fields, top['limits']),
    network: readNetwork(fields, top['network']),
    attempts: Math.floor(attempts),
    tags: fields.texts(['tags'], top['tags']),
    needs: fields.texts(['needs'], top['needs']),
    ...(solution ? { solution } : {}),
  }
  return fields.problems.length > 0
    ? { tasks: [], problems: fields.problems }
    : { tasks: [task], problems: [] }
}

const readSetup = (fields: TaskFields, value: unknown, folder: string): Setup => {
  const usual = join(folder, 'start')
  if (!isInFolder(folder, usual)) fields.wrong(['setup'], evalTaskText('outside', { path: usual }))
  if (value === undefined) return existsSync(usual) ? { directory: usual } : {}
  const setup = fields.map(['setup'], value, ['directory', 'git', 'archive', 'command'])
  const within = (name: 'directory' | 'archive'): string | undefined => {
    const path = fields.inside(['setup', name], setup[name])
    if (path === undefined) return undefined
    const full = join(folder, path)
    if (!isInFolder(folder, full))
      return fields.wrong(['setup', name], evalTaskText('outside', { path: full }))
    const kind = statSync(full, { throwIfNoEntry: false })
    const fits = name === 'directory' ? kind?.isDirectory() : kind?.isFile()
    return fits ? full : fields.wrong(['setup', name], evalTaskText('absent', { path: full }))
  }
  const sources = ['directory', 'git', 'archive'].filter(name => setup[name] !== undefined)
  if (sources.length > 1) fields.wrong(['setup'], evalTaskText('beginnings', { names: sources }))
  const [directory, archive] = [within('directory'), within('archive')]
  const command = fields.text(['setup', 'command'], setup['command'])
  const git = readGit(fields, setup['git'], folder)
  const start = sources.length === 0 && existsSync(usual) ? usual : directory
  return {
    ...(start === undefined ? {} : { directory: start }),
    ...(archive === undefined ? {} : { archive }),
    ...(git ? { git } : {}),
    ...(command === undefined ? {} : { command }),
  }
}

/** The repository may lie anywhere: it is the person's own, and only read. */
const readGit = (fields: TaskFields, value: unknown, folder: string): Setup['git'] => {
  if (value === undefined) return undefined
  const git = fields.map(['setup', 'git'], value, ['repository', 'ref'])
  const repository = fields.text(['setup', 'git', 'repository'], git['repository']) ?? '.'
  const ref = fields.text(['setup', 'git', 'ref'], git['ref'])
  if (ref === undefined || ref.startsWith('-')) return fields.wrong(['setup', 'git'], evalTaskText('no_ref'))
  return { repository: isAbsolute(repository) ? repository : resolve(folder, repository), ref }
}

const readChecks = (
  fields: TaskFields,
  value: unknown,
  folder: string,
): { readonly checks: readonly Check[]; readonly overlays: readonly Overlay[] } => {
  if (value === undefined) {
    fields.wrong([], evalTaskText('no_check'))
    return { checks: [], overlays: [] }
  }
  const checks: Check[] = []
  const overlays: Overlay[] = []
  const list = typeof value === 'string' ? [{ command: value }] : Array.isArray(value) ? value : [value]
  list.forEach((item, index) => {
    const path = Array.isArray(value) ? ['check', index] : ['check']
    const check = fields.map(path, item, ['command', 'file', 'answer', 'rubric', 'overlay'])
    const command = fields.text([...path, 'command'], check['command'])
    if (command !== undefined) checks.push({ kind: 'command', command })
    if (check['file'] !== undefined) checks.push(...readFile(fields, [...path, 'file'], check['file']))
    if (check['answer'] !== undefined)
      checks.push({ kind: 'answer', ...readExpected(fields, [...path, 'answer'], check['answer']) })
    if (check['rubric'] !== undefined)
      checks.push(...readRubric(fields, [...path, 'rubric'], check['rubric']))
    for (const from of fields.texts([...path, 'overlay'], check['overlay'])) {
      const inside = fields.inside([...path, 'overlay'], from)
      if (inside !== undefined) overlays.push({ from: join(folder, inside), to: '.' })
    }
  })
  for (const { from } of overlays)
    if (!isInFolder(folder, from)) fields.wrong(['check'], evalTaskText('outside', { path: from }))
    else if (!existsSync(from)) fields.wrong(['check'], evalTaskText('no_overlay', { path: from }))
  if (checks.length === 0 && fields.problems.length === 0)
    fields.wrong(['check'], evalTaskText('nothing_checked'))
  return { checks, overlays }
}

const readFile = (
  fields: TaskFields,
  path: readonly (string | number)[],
  value: unknown,
): readonly Check[] => {
  const file = typeof value === 'string' ? { path: value } : value
  const read = fields.map(path, file, ['path', 'absent', ...EXPECTED])
  const name = fields.inside([...path, 'path'], read['path'])
  if (name === undefined) return []
  const absent = fields.flag([...path, 'absent'], read['absent'])
  const { path: _, absent: __, ...expected } = read
  return [
    {
      kind: 'file',
      path: name,
      ...(absent ? { absent } : {}),
      ...(Object.keys(expected).length > 0 ? readExpected(fields, path, expected) : {}),
    },
  ]
}

const readExpected = (fields: TaskFields, path: readonly (string | number)[], value: unknown): Expected => {
  const read = fields.map(path, typeof value === 'string' ? { contains: value } : value, EXPECTED)
  const matches = fields.text([...path, 'matches'], read['matches'])
  const contains = fields.text([...path, 'contains'], read['contains'])
  const equals = fields.text([...path, 'equals'], read['equals'])
  if (matches === undefined && contains === undefined && equals === undefined)
    fields.wrong(path, evalTaskText('no_expected'))
  if (matches !== undefined && !isPattern(matches))
    fields.wrong(path, evalTaskText('no_pattern', { text: matches }))
  return {
    ...(contains === undefined ? {} : { contains }),
    ...(matches === undefined ? {} : { matches }),
    ...(equals === undefined ? {} : { equals }),
  }
}

const isPattern = (text: string): boolean => {
  try {
    new RegExp(text, 'm')
    return true
  } catch {
    // Said by who asked.
    return false
  }
}

const readRubric = (
  fields: TaskFields,
  path: readonly (string | number)[],
  value: unknown,
): readonly Check[] => {
  const read = fields.map(path, typeof value === 'string' ? { text: value } : value, ['text', 'model'])
  const rubric = fields.text([...path, 'text'], read['text'])
  const model = fields.text([...path, 'model'], read['model'])
  if (rubric === undefined) {
    fields.wrong(path, evalTaskText('no_rubric'))
    return []
  }
  return [{ kind: 'rubric', rubric, ...(model === undefined ? {} : { model }) }]
}

const readLimits = (fields: TaskFields, value: unknown): Limits => {
  const read = fields.map(['limits'], value, ['seconds', 'checkSeconds', 'turns', 'usd'])
  const amount = (name: string, least: number) => fields.number(['limits', name], read[name], least)
  const turns = amount('turns', 1)
  const usd = amount('usd', 0.0001)
  return {
    seconds: amount('seconds', 1) ?? USUAL_LIMITS.seconds,
    checkSeconds: amount('checkSeconds', 1) ?? USUAL_LIMITS.checkSeconds,
    ...(turns === undefined ? {} : { turns }),
    ...(usd === undefined ? {} : { usd }),
  }
}

const readNetwork = (fields: TaskFields, value: unknown): EvalTask['network'] => {
  // YAML reads a bare `off` and `on` as words or as truth values, by version.
  if (value === undefined || value === 'off' || value === false) return 'off'
  if (value === 'on' || value === 'all' || value === true) return 'all'
  return Array.isArray(value)
    ? fields.texts(['network'], value)
    : (fields.wrong(['network'], evalTaskText('network')) ?? 'off')
}

const readSolution = (fields: TaskFields, value: unknown, folder: string): Solution | undefined => {
  const usual = join(folder, 'solution')
  if (!isInFolder(folder, usual)) return fields.wrong(['solution'], evalTaskText('outside', { path: usual }))
  if (value === undefined) return existsSync(usual) ? { files: [{ from: usual, to: '.' }] } : undefined
  if (!isObject(value)) return fields.wrong(['solution'], fileFieldText('map', { name: '"solution"' }))
  const read = fields.map(['solution'], value, ['directory', 'patch', 'command', 'answer'])
  const within = (name: string): string | undefined => {
    const path = fields.inside(['solution', name], read[name])
    if (path === undefined) return undefined
    const full = join(folder, path)
    if (!isInFolder(folder, full))
      return fields.wrong(['solution', name], evalTaskText('outside', { path: full }))
    return existsSync(full) ? full : fields.wrong(['solution', name], evalTaskText('absent', { path: full }))
  }
  const [directory, patch] = [within('directory'), within('patch')]
  const command = fields.text(['solution', 'command'], read['command'])
  const answer = fields.text(['solution', 'answer'], read['answer'])
  const from = directory ?? (existsSync(usual) ? usual : undefined)
  return {
    ...(from === undefined ? {} : { files: [{ from, to: '.' }] }),
    ...(patch === undefined ? {} : { patch: readFileSync(patch, 'utf8') }),
    ...(command === undefined ? {} : { command }),
    ...(answer === undefined ? {} : { answer }),
  }
}
