// Holds the rules of ARCHITECTURE.md that no linter knows: who may import whom, cycles, sizes, names, phases, suppressions,
// and what was written but never registered.
// `checkTree` is pure (path → text); run as a program it checks this repository.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkRegistrations } from './registrations.mjs'
import { checkToolNames } from './tool-names.mjs'

const MAX_LINES = 400
/** Where everything meets it must stay readable at a glance. */
const MAX_LINES_OF = {
  'src/engine/engine.ts': 250,
  'src/engine/session.ts': 250,
  'src/engine/conversation.ts': 250,
  'src/engine/thread.ts': 250,
}
const MAX_FILES = 40
/** Who sees everything a conversation is made of sees too much: only those that make it need the whole. */
const CONFIG = 'src/engine/config.ts'
const MAX_CONFIG_IMPORTERS = 15
/** What every topic of the engine stands on; a folder beside these is a topic. */
const FLOOR = ['calls', 'files', 'live', 'options', 'session-file', 'turn']
/** Folders of the engine that import each other. May only fall. */
const MAX_MUTUAL = 3
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
const LIBRARY_ENVIRONMENT = 'src/sdk/open-host.ts'
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

const PHASE_NAME = /\.(?:recorded|restarted|turnStarts|requesting|requested|turnEnded)\b/

/** Asked for the same text by every rule. */
const bare = new Map()

const withoutComments = text => {
  const known = bare.get(text)
  if (known !== undefined) return known
  const made = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
  bare.set(text, made)
  return made
}

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

/** The folder of the engine that a file is in; undefined: none, as for the lists that topics meet in. */
const engineFolder = path => /^src\/engine\/([^/]+)\//.exec(path)?.[1]

/** Topics meet in `session.ts`, `thread.ts` and `conversation.ts`; parts hear of their life from their scope alone. */
const checkTopics = (path, text) => {
  if (isTest(path) || path === SCOPE) return []
  const problems = []
  const topic = engineFolder(path)
  if (topic)
    for (const target of valueImportsOf(path, text)) {
      const other = engineFolder(target)
      if (other && other !== topic && !FLOOR.includes(other))
        problems.push(
          `${path} imports values of ${target}: a topic gets another one as an option, where both are listed`,
        )
    }
  // Looked for by name first: the whole form is tried at every word of a file.
  for (const [, receiver, phase] of PHASE_NAME.test(text) ? withoutComments(text).matchAll(PHASE_CALL) : [])
    if (receiver !== 'scope' || !SCOPE_CALLERS.includes(path))
      problems.push(`${path} calls ${receiver}.${phase}: phases are called in ${SCOPE} only`)
  return problems
}

/** Git of our own starts no program that a repository names: that is made sure of in one file. */
const START_GIT = 'src/lib/git/start-git.ts'
const GIT_NAME = String.raw`(['"\`])(?:[^'"\`\n]*\/)?git(?:\.exe)?(?:\1|\s)`
const GIT_STARTED = [
  new RegExp(String.raw`\b(?:spawn\w*|exec\w*|fork|run\w*|start\w*)\(\s*${GIT_NAME}`),
  new RegExp(String.raw`\b(?:program|file|executable)\s*:\s*${GIT_NAME}`),
]

const checkGit = (path, text) => {
  if (isTest(path) || path === START_GIT) return []
  return GIT_STARTED.some(form => form.test(withoutComments(text)))
    ? [`${path} starts git by itself: start it with ${START_GIT}`]
    : []
}

/**
 * Files that start processes, each with who decides about that. What runs on behalf of a model, a prompt, a schedule, a
 * goal, a workflow, a skill or a client is decided in engine/calls/authorize.ts before it gets to one of these.
 */
const SPAWNERS = {
  'src/lib/process/spawn-group.ts': 'the primitive itself',
  'src/lib/process/spawn-detached.ts': 'the primitive itself',
  'src/lib/pty/open-pty.ts': 'the primitive itself, with a terminal',
  'src/features/shell/in-terminal.ts':
    "commands of the Processes port that the person's terminal was given to: decided before",
  'src/features/shell/terminal-child.ts': 'tells the guard of what in-terminal.ts opened',
  'src/lib/process/running-command.ts': 'runs what features/shell was handed',
  'src/lib/process/group-guard.ts': 'our own watcher, with fixed words',
  'src/lib/git/start-git.ts': 'git of our own, which starts no program that a setting names',
  'src/features/shell/foreground.ts':
    'commands of the Processes port: decided before, by the caller of the port',
  'src/features/browser/launch.ts':
    'the browser that the person switched on, with fixed words; where it goes is decided for each document',
  'src/features/remote-host/dial.ts':
    "the person's own ssh or container program, for a machine that was asked about or named on the command line",
  'src/cli/remote-host/bridge.ts': 'the agent on the other machine: this program again',
  'src/features/shell/task-work.ts': 'background commands of the Processes port: decided before',
  'src/features/shell/shell-process.ts': 'commands of the Processes port: decided before',
  'src/features/shell/shell-snapshot.ts': "the person's own shell start-up, read once",
  'src/features/shell/run-program.ts': 'our own helper programs, by absolute path',
  'src/features/sandbox/bridge.ts': 'our own helper inside the sandbox',
  'src/features/sandbox/try-first/room.ts':
    'our own helper with fixed words: removes the copy when this program is killed',
  'src/features/voice/record.ts': 'the recorder of the person: a program of the system, or their own setting',
  'src/features/hooks/runners/command.ts': 'hooks of settings that count: trusted or the person’s own',
  'src/features/language-servers/language-client.ts':
    'language servers that are installed, in folders that are trusted',
  'src/features/mcp/connection/stdio-transport.ts': 'MCP servers that were approved',
  'src/features/mcp/connection/open-transport.ts': 'header helpers of MCP servers that were approved',
  'src/features/plugins/fetch/run-to-end.ts': 'git and npm for a plugin the person installs',
  'src/agents/team/member-process.ts': 'this program again, as a member of the team',
  'src/agents/team/member-pane.ts': 'this program again, in a pane of tmux',
  'src/cli/demo/demo.ts': 'the fixed tests of the demo, in its own copy of a project',
  'src/cli/eval/run-child.ts':
    'sessions of this program, and commands of tasks that the person runs, in the sandbox',
  'src/cli/fleet/worker.ts': 'this program again, as a slot that jobs of the fleet are held in',
  'src/cli/fleet/job-bounds.ts': 'ps, where no file says how much memory a process has',
  'src/cli/background/run-shell.ts': 'a command the person typed on the command line',
  'src/features/sessions/bisect/run-in-copy.ts': 'a command the person typed on the command line',
  'src/cli/background/start-background.ts': 'this program again, in the background',
  'src/cli/background/start-in-tmux.ts': 'this program again, in tmux',
  'src/cli/tui/external-editor.ts': "the person's editor, opened by a key of theirs",
  'src/features/settings/policy/ask-program.ts': "the administrator's own program, by absolute path",
  'src/lib/process/system-processes.ts': 'ps of macOS, to know a process by when it began',
  'src/host/credentials/ask-for-key.ts': "the person's own credential helpers",
  'src/host/servers/open-url.ts': "the person's browser, to sign in",
  'src/sdk/start-program.ts': 'this program, started by whoever uses the library',
}
const PROCESS_IMPORT =
  /(?:import|export)\s+(?!type\b)[^'"`;]*?from\s+['"](?:node:child_process|child_process|[^'"]*\/(?:spawn-group|spawn-detached|running-command|open-pty)\.ts)['"]|import\(\s*['"](?:(?:node:)?child_process|@lydell\/node-pty)['"]\s*\)|getBuiltinModule\(['"](?:node:)?child_process/

/** Nothing else starts a process: what wants one goes through the tool that is decided about. */
const checkSpawns = (path, text) => {
  if (isTest(path) || Object.hasOwn(SPAWNERS, path)) return []
  return PROCESS_IMPORT.test(withoutComments(text))
    ? [`${path} starts processes: let engine/calls/authorize decide, or name it in SPAWNERS with a reason`]
    : []
}

const TOOLS = ['src/features/tools/', 'src/features/mcp/tools/']
const ACCESS = /\n( *)access(?:: |\()([\s\S]*?)\n\1[a-zA-Z}]/g

/** What is added to other accesses may be nothing. */
const SPREAD = /\.\.\.\((?:[^()]|\([^()]*\))*\)/g

/** A tool that touches nothing says why: the rules see no more of it than its name. */
const checkAccesses = (path, text) => {
  if (isTest(path) || !TOOLS.some(folder => path.startsWith(folder))) return []
  const empty = [...text.matchAll(ACCESS)].filter(([, , body]) => /\[\]/.test(body.replace(SPREAD, '')))
  const reasons = [...text.matchAll(/\bnoAccess:\s*(?:'[^'\n]{10,}'|"[^"\n]{10,}")/g)]
  return empty.length > reasons.length ? [`${path} has calls without an access: say why in noAccess`] : []
}

const SLASH_COMMANDS = 'src/features/commands/'

/** Commands act through their host, which knows how far whoever gave them may go. */
const checkCommandEffects = (path, text) => {
  if (isTest(path) || !path.startsWith(SLASH_COMMANDS)) return []
  const code = withoutComments(text)
  const acts = /['"]node:(?:fs|fs\/promises|child_process|net|http|https|v8|dgram)['"]|\bfetch\(/.test(code)
  // Which command of a file acts cannot be seen from here: each of them asks.
  const commands = code.split(/^(?=export const )/m).filter(each => /^export const \w+Command\b/.test(each))
  const asks = (commands.length === 0 ? [code] : commands).every(each => /\bownerOnly\(\)/.test(each))
  return acts && !asks
    ? [`${path} reaches beyond its host: call ownerOnly first, or add a function to CommandHost`]
    : []
}

const checkFolders = files => {
  const counts = new Map()
  for (const path of files.keys())
    if (!isTest(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} has ${count} files; ${MAX_FILES} is the limit: split it by noun`)
}

const checkMutual = files => {
  const arrows = new Map()
  for (const [path, text] of files) {
    const from = engineFolder(path)
    if (!from || isTest(path)) continue
    for (const target of importsOf(path, text)) {
      const to = engineFolder(target)
      if (to && to !== from) arrows.set(`${from} ${to}`, path)
    }
  }
  const mutual = [...arrows.keys()].filter(arrow => {
    const [from, to] = arrow.split(' ')
    return from < to && arrows.has(`${to} ${from}`)
  })
  if (mutual.length <= MAX_MUTUAL) return []
  return [
    `${mutual.length} pairs of folders in src/engine import each other (${mutual.join(', ')}); at most ${MAX_MUTUAL}`,
  ]
}

const checkConfigImporters = files => {
  const importers = [...files].filter(([path, text]) => importsOf(path, text).includes(CONFIG))
  if (importers.length <= MAX_CONFIG_IMPORTERS) return []
  return [
    `${importers.length} files import ${CONFIG}; at most ${MAX_CONFIG_IMPORTERS}: take the types you need from the options.ts of their topics`,
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
    problems.push(
      ...checkFile(path, text),
      ...checkTopics(path, text),
      ...checkGit(path, text),
      ...checkSpawns(path, text),
      ...checkAccesses(path, text),
      ...checkCommandEffects(path, text),
    )
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
    ...checkMutual(files),
    ...checkConfigImporters(files),
    ...checkToolNames(files),
    ...checkRegistrations(files),
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
