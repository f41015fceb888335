// Holds the rules of ARCHITECTURE.md that no linter knows: who may import whom, cycles, sizes, names, phases, suppressions.
// `checkTree` is pure (path → text); run as a program it checks this repository.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'

const MAX_LINES = 400
/** Where everything meets it must stay readable at a glance. */
const MAX_LINES_OF = {
  'src/engine/engine.ts': 250,
  'src/engine/conversation.ts': 250,
  'src/engine/thread.ts': 250,
}
const MAX_FILES = 45
/** Folders that are a list: one file for each thing, all alike. */
const LISTS = ['src/features/commands']
/** Who sees everything a conversation is made of sees too much: only those that make it need the whole. */
const CONFIG = 'src/engine/config.ts'
const MAX_CONFIG_IMPORTERS = 15
const PARTS = 'src/engine/parts/'
/** Tells parts what happens; nobody else does. */
const SCOPE = 'src/engine/scope.ts'
/** These tell a scope what happens. */
const SCOPE_CALLERS = [
  'src/engine/engine.ts',
  'src/engine/conversation.ts',
  'src/engine/thread.ts',
  'src/engine/open-thread.ts',
  'src/engine/turn/serve-turn.ts',
  'src/engine/turn/assemble-turn.ts',
]
const FORBIDDEN_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'core',
  'base',
  'manager',
  'service',
  'v2',
  'legacy',
]
/** A library has no command line that would hand it the environment. */
const LIBRARY_ENVIRONMENT = 'src/sdk/own-environment.ts'
/** What goes to stderr is for people and may hold foreign words: `sayProblem` escapes them. */
const STDERR_WRITERS = ['src/cli/say.ts', 'src/cli/auth/ask-line.ts', 'src/host/telemetry/open-telemetry.ts']
/** May only fall. */
export const MAX_SUPPRESSIONS = 12

/** The folder table. A unit is the smallest thing that may not reach into its siblings. */
const LAYERS = {
  lib: [],
  protocol: ['lib'],
  features: ['lib', 'protocol'],
  loop: ['lib', 'protocol'],
  agents: ['lib', 'protocol'],
  engine: ['lib', 'protocol', 'features', 'loop', 'agents'],
  host: ['lib', 'protocol', 'features', 'loop', 'agents', 'engine'],
  frontends: ['lib', 'protocol'],
  sdk: ['lib', 'protocol'],
  testing: ['lib', 'protocol', 'engine', 'host', 'features/models'],
  // Whoever wants a session asks the host: only host and testing reach the engine.
  cli: ['lib', 'protocol', 'features', 'loop', 'agents', 'host', 'frontends', 'sdk', 'testing'],
}
const EXTRA = { 'src/sdk/in-process.ts': ['host', 'features/models', 'cli'] }

const layerOf = path => path.split('/')[1]
/** `features/tools` and `frontends/tui` stand for themselves; other layers are one unit. */
const unitOf = path => {
  const [, layer, name] = path.split('/')
  return layer === 'features' || layer === 'frontends' ? `${layer}/${name}` : layer
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*{][^'"`;]*?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** An import of types alone leaves nothing in the program; one without names is for its effect. */
const VALUE_IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?!type\s)(?:([\w*{][^'"`;]*?)\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const PHASE_CALL =
  /([\w#$]+)[)\]!]*\??\.(recorded|restarted|turnStarts|requesting|requested|turnEnded)(?:\?\.)?\(/g

const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')

const importsOf = (path, text) => {
  const found = []
  for (const match of withoutComments(text).matchAll(IMPORT)) {
    const target = match[1] ?? match[2]
    // Only sources count: sample programs in strings import other things.
    if (/^\..*\.tsx?$/.test(target)) found.push(normalize(join(dirname(path), target)))
  }
  return found
}

const valueImportsOf = (path, text) => {
  const found = []
  for (const [, names, from, lazy] of withoutComments(text).matchAll(VALUE_IMPORT)) {
    const inner = /^\{([^}]*)\}$/.exec(names ?? '')?.[1]
    const typesOnly = inner
      ?.split(',')
      .filter(name => name.trim() !== '')
      .every(name => /^\s*type\s/.test(name))
    const target = from ?? lazy
    if (!typesOnly && target.startsWith('.')) found.push(normalize(join(dirname(path), target)))
  }
  return found
}

const isTest = path => /\.test\.tsx?$/.test(path)

const checkImport = (from, to) => {
  if (to.startsWith('test/support/') && isTest(from)) return undefined
  if (!to.startsWith('src/')) return `${from} imports ${to}, which is outside src`
  const layer = layerOf(from)
  const allowed = LAYERS[layer]
  if (!allowed) return `${from} is in an unknown layer '${layer}'`
  if (unitOf(from) === unitOf(to)) return undefined
  const permitted = [...allowed, ...(EXTRA[from] ?? [])]
  if (permitted.some(entry => entry === layerOf(to) || entry === unitOf(to))) return undefined
  return `${from} may not import ${to}: ${unitOf(from)} may import ${allowed.join(', ') || 'nothing of ours'}`
}

const findCycles = graph => {
  const state = new Map()
  const cycles = []
  const visit = (node, trail) => {
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 'open') cycles.push([...trail.slice(trail.indexOf(next)), next].join(' → '))
      else if (!state.has(next) && graph.has(next)) visit(next, [...trail, next])
    }
    state.set(node, 'done')
  }
  for (const node of graph.keys()) if (!state.has(node)) visit(node, [node])
  return cycles.map(cycle => `import cycle: ${cycle}`)
}

const checkFile = (path, text) => {
  const problems = []
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const limit = MAX_LINES_OF[path] ?? MAX_LINES
  if (lines > limit && !isTest(path))
    problems.push(`${path} has ${lines} lines; ${limit} is the limit: split it by noun`)
  for (const word of path.replace(/\.(test\.)?tsx?$/, '').split(/[/-]/))
    if (FORBIDDEN_NAMES.includes(word))
      problems.push(`${path}: '${word}' says nothing; name it for the one thing inside`)
  const code = withoutComments(text)
  if (/^\s*export\s+default\b/m.test(code)) problems.push(`${path} has a default export`)
  if (/\bvi\.(mock|doMock)\(/.test(code)) problems.push(`${path} mocks a module: pass the dependency instead`)
  if (isTest(path)) return problems
  if (/^(export\s+)?(let|var)\s/m.test(code)) problems.push(`${path} has mutable state at module level`)
  if (/^export\s+\*/m.test(code)) problems.push(`${path} is a barrel`)
  if (!path.startsWith('src/cli/') && path !== LIBRARY_ENVIRONMENT && /\bprocess\.(exit|env)\b/.test(code))
    problems.push(`${path} uses process.exit or process.env outside src/cli`)
  if (!STDERR_WRITERS.includes(path) && /\bprocess\.stderr\.write\b/.test(code))
    problems.push(`${path} writes to stderr by itself: use sayProblem, which escapes foreign words`)
  if (/\b(TODO|FIXME|XXX)\b/.test(text)) problems.push(`${path} carries a to-do; open an issue instead`)
  return problems
}

/** Parts meet in `session.ts`, `thread.ts` and `conversation.ts`, and hear of their life from their scope alone. */
const checkParts = (path, text) => {
  if (isTest(path) || path === SCOPE) return []
  const problems = []
  if (path.startsWith(PARTS))
    for (const target of valueImportsOf(path, text))
      if (target.startsWith(PARTS))
        problems.push(`${path} imports values of ${target}: a part gets another one as an option`)
  for (const [, receiver, phase] of withoutComments(text).matchAll(PHASE_CALL))
    if (receiver !== 'scope' || !SCOPE_CALLERS.includes(path))
      problems.push(`${path} calls ${receiver}.${phase}: phases are called in ${SCOPE} only`)
  return problems
}

const checkFolders = files => {
  const counts = new Map()
  for (const path of files.keys())
    if (!isTest(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !LISTS.includes(folder))
    .map(([folder, count]) => `${folder} has ${count} files; ${MAX_FILES} is the limit: split it by noun`)
}

const checkConfigImporters = files => {
  const importers = [...files].filter(([path, text]) => importsOf(path, text).includes(CONFIG))
  if (importers.length <= MAX_CONFIG_IMPORTERS) return []
  return [
    `${importers.length} files import ${CONFIG}; at most ${MAX_CONFIG_IMPORTERS}: take the types you need from engine/options`,
  ]
}

const SUPPRESSION = /(biome-ignore|@ts-expect-error|@ts-ignore|@ts-nocheck)([^\n]*)/g

const checkSuppressions = files => {
  const problems = []
  let count = 0
  for (const [path, text] of files)
    for (const [, kind, rest] of text.matchAll(SUPPRESSION)) {
      count += 1
      const reason = kind === 'biome-ignore' ? rest.split(': ')[1] : rest
      if (!reason || reason.trim().length < 10) problems.push(`${path}: a ${kind} without a reason`)
    }
  if (count > MAX_SUPPRESSIONS)
    problems.push(`${count} suppressions; at most ${MAX_SUPPRESSIONS}, and the number may only fall`)
  return problems
}

/** @param {ReadonlyMap<string, string>} files source files under `src/`, path → text */
export const checkTree = files => {
  const problems = []
  const graph = new Map()
  for (const [path, text] of files) {
    problems.push(...checkFile(path, text), ...checkParts(path, text))
    const imports = importsOf(path, text)
    for (const target of imports) {
      const problem = checkImport(path, target)
      if (problem) problems.push(problem)
      else if (target.startsWith('src/') && !files.has(target))
        problems.push(`${path} imports ${target}, which does not exist`)
    }
    if (!isTest(path))
      graph.set(
        path,
        imports.filter(target => files.has(target)),
      )
  }
  return [
    ...problems,
    ...findCycles(graph),
    ...checkFolders(files),
    ...checkConfigImporters(files),
    ...checkSuppressions(files),
  ]
}

export const readTree = root => {
  const files = new Map()
  const visit = path => {
    for (const name of readdirSync(join(root, path)).sort()) {
      const child = `${path}/${name}`
      if (statSync(join(root, child)).isDirectory()) visit(child)
      else if (/\.tsx?$/.test(name)) files.set(child, readFileSync(join(root, child), 'utf8'))
    }
  }
  visit('src')
  return files
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = readTree('.')
  const problems = checkTree(files)
  for (const problem of problems) console.error(problem)
  console.log(`architecture: ${files.size} files, ${problems.length} problems`)
  process.exit(problems.length === 0 && files.size > 0 ? 0 : 1)
}
