// What was written and never made known: a file nobody imports, a sentence nobody says, a hook event nobody fires, a
// setting, a section of the prompt, an op, a query or a flag nobody acts on. Each problem names the file that has it and the step that is missing.
import { dirname, join, normalize } from 'node:path'

/** Without it a tree has nothing in which something could be registered. */
const PROGRAM = 'src/cli/main.ts'
/** Where the build, a script or a test begins to read. */
const ENTRIES = [
  PROGRAM,
  'src/cli/remote-host/agent-file.ts',
  'src/sdk/capstan-sdk.ts',
  'src/testing/capstan-testing.ts',
  'src/frontends/web/main.tsx',
  'src/frontends/web/worker/offline-worker.ts',
  'src/features/settings/rows/publish.ts',
  'src/features/compatibility/publish.ts',
  'src/frontends/serve/openapi.ts',
  'src/protocol/session/entry-schema.ts',
]
const SMALL = 25
/** Small on purpose: texts, rows, and what a topic always calls the same. */
const SMALL_ON_PURPOSE =
  /\/(?:messages|locales|rows|text|palettes|input\/completion)\/|^src\/(?:engine|host)\/[^/]+\/(?:part|options)\.ts$/
/** A list, in which one line makes a file below it known. */
const LIST = /\/index\.ts$/
/** Small with one user all the same, each with its reason. May only shrink. */
const SMALL_WITH_REASON = {
  'src/cli/process-environment.ts': 'a test runs it without the program',
  'src/engine/context/lazy-world.ts': 'stands for a module that is loaded late, beside a part that is full',
  'src/lib/script-engine/engine-bytes.ts': 'a bundle puts another module in its place',
  'src/features/mcp/connection/required-pages.ts': 'reads an error of the standard',
}

const MESSAGES = 'src/protocol/messages/'
const CHINESE = `${MESSAGES}chinese.ts`
const HOOK_EVENTS = 'src/features/hooks/events.ts'
const SETTING_ROWS = 'src/features/settings/rows/'
const PROMPT = 'src/features/prompt/content.ts'
const LOCALES = 'src/features/prompt/locales/'
const OVERRIDES = 'src/protocol/host.ts'
const OPS = 'src/protocol/op.ts'
const QUERIES = 'src/protocol/query.ts'
const FLAGS = 'src/cli/args/'

const joined = code => code.map(([, text]) => text).join('\n')
const isTest = path => /\.test\.tsx?$/.test(path)
const lineCount = text => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
const below =
  (...folders) =>
  ([path]) =>
    folders.some(folder => path.startsWith(folder))

const IMPORTED =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*{][^'"`;]*?\s+from\s+)?['"](\.[^'"]+\.tsx?)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g

/** Path → who imports it; `lazy`: somebody loads it when it is needed. */
const readImporters = code => {
  const importers = new Map()
  const lazy = new Set()
  for (const [path, text] of code)
    for (const [, target, loaded] of text.matchAll(IMPORTED)) {
      const to = normalize(join(dirname(path), target ?? loaded))
      if (loaded !== undefined) lazy.add(to)
      importers.set(to, (importers.get(to) ?? new Set()).add(path))
    }
  return { importers, lazy }
}

const hasValues = text => /^(?:export\s+)?(?:async\s+)?(?:const|function|class|enum)\b/m.test(text)

/** `features/tools` and `frontends/tui` stand for themselves; other layers are one unit. */
const unitOf = path => /^src\/(?:(?:features|frontends)\/)?[^/]+/.exec(path)?.[0]

/** A helper lives with its only user, where that may hold it. */
const isTooSmall = (path, text, user) =>
  lineCount(text) <= SMALL &&
  hasValues(text) &&
  unitOf(path) === unitOf(user) &&
  !SMALL_ON_PURPOSE.test(path) &&
  !(LIST.test(user) && path.startsWith(`${dirname(user)}/`)) &&
  !Object.hasOwn(SMALL_WITH_REASON, path)

const checkFiles = (code, { importers, lazy }) => {
  const problems = []
  for (const [path, text] of code) {
    // Types of a library that brings none are found by the compiler.
    if (ENTRIES.includes(path) || path.endsWith('.d.ts')) continue
    const [user, ...others] = importers.get(path) ?? []
    if (user === undefined)
      problems.push(`${path} is imported by nobody: add the line that registers it, or delete it`)
    else if (others.length === 0 && !lazy.has(path) && isTooSmall(path, text, user))
      problems.push(`${path} has ${lineCount(text)} lines and one user: put it into ${user}`)
  }
  return problems
}

const escaped = word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Names made of pieces, as `state_${state}`: whatever fits one of them is said. */
const MADE = /`((?:\w*\$\{[^`{}]*\})+\w*)`/g
const madeNames = text =>
  [...text.matchAll(MADE)]
    .map(([, made]) => made.split(/\$\{[^}]*\}/))
    .filter(pieces => pieces.some(piece => piece.includes('_')))
    .map(pieces => new RegExp(`^${pieces.map(escaped).join('\\w+')}$`))

/** Every word in quotes; cells of tables are looked up by their words, with blanks. */
const quotedNames = text =>
  [...text.matchAll(/['"`]([\w -]+)(?=['"`])/g)].map(([, name]) => name.replaceAll(/[ -]/g, '_'))

const AREA = /= (?:area|modelTexts)\('[\w-]+', \{\n([\s\S]*?)\n\}\)/g
const isCatalog = text => /^export const \w+ = area\(/m.test(text)

/** Rows are found by who imports them; some of these files hand names on, so that a name said anywhere will do. */
const checkMessages = (code, importers) => {
  const problems = []
  const said = new Set(code.flatMap(([, text]) => quotedNames(text.replace(AREA, ''))))
  const texts = new Map(code)
  for (const [path, text] of code) {
    const areas = [...text.matchAll(AREA)]
    if (areas.length === 0) continue
    if (isCatalog(text) && !texts.get(CHINESE)?.includes(`./${path.slice(MESSAGES.length)}'`))
      problems.push(`${path} is an area that ${CHINESE} does not list: nobody would read its Chinese`)
    const users = [path, ...(importers.get(path) ?? [])].map(user =>
      (texts.get(user) ?? '').replace(AREA, ''),
    )
    const made = users.flatMap(madeNames)
    for (const [, row] of areas.flatMap(([, rows]) => [...rows.matchAll(/^ {2}(\w+): \{/gm)]))
      if (!said.has(row) && !made.some(form => form.test(row)) && !users.some(user => isKey(row, user)))
        problems.push(`${path}: nobody says the row ${row}: use it, or delete it`)
  }
  return problems
}

/** A name that is looked up by a value. */
const isKey = (row, text) => new RegExp(`\\b${row}: `).test(text)

const checkHookEvents = code => {
  const rows = code.find(([path]) => path === HOOK_EVENTS)?.[1] ?? ''
  const engine = joined(code.filter(below('src/engine/')))
  return [...rows.matchAll(/^ {2}([A-Z]\w*): \{/gm)]
    .filter(([, event]) => !engine.includes(`'${event}'`))
    .map(([, event]) => `${HOOK_EVENTS}: nobody fires ${event}: add hooks.fire('${event}', …) to the engine`)
}

/** What only describes, checks, limits or translates a setting does not act on it. */
const NOT_ACTING =
  /^src\/(?:features\/compatibility\/|features\/settings\/(?!hooks-of|rules-of|load\.ts|merge\.ts)|protocol\/(?:terminal-)?settings\.ts$)/

const checkSettings = code => {
  const actors = code
    .filter(([path, text]) => !NOT_ACTING.test(path) && /settings/i.test(text))
    .map(([, text]) => text)
  const problems = []
  for (const [path, text] of code.filter(below(SETTING_ROWS)))
    for (const [, key] of text.matchAll(/\bkey: '([^']+)'/g)) {
      const names = key.split('.').map(name => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`))
      if (!actors.some(actor => names.every(name => name.test(actor))))
        problems.push(`${path}: nobody acts on the setting ${key}: read it in the options.ts of its topic`)
    }
  return problems
}

const checkPrompt = code => {
  const content = code.find(([path]) => path === PROMPT)?.[1] ?? ''
  const senders = joined(
    code
      .filter(below('src/engine/', 'src/features/', 'src/agents/'))
      .filter(([path]) => path !== PROMPT && !path.startsWith(LOCALES)),
  )
  return [...content.matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gm)]
    .filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(senders))
    .map(
      ([, name]) => `${PROMPT}: nobody sends ${name}: add its line to src/engine/prompt/prompt-sections.ts`,
    )
}

const checkServed = code => {
  const engine = joined(code.filter(below('src/engine/')))
  // A key of a part's table, with its value or without.
  const isServed = name => new RegExp(`[\\s{,]${name}(?: ?[:(,}]|$)`, 'm').test(engine)
  const of = (path, names) =>
    [...(code.find(([each]) => each === path)?.[1] ?? '').matchAll(names)].map(([, name]) => name)
  return [
    ...of(OPS, /\breadonly type: '(\w+)'/g).map(name => [OPS, 'op', name]),
    ...of(QUERIES, /^ {2}readonly (\w+)[?:]/gm).map(name => [QUERIES, 'query', name]),
  ]
    .filter(([, , name]) => !isServed(name))
    .map(([path, kind, name]) => `${path}: no part of the engine serves the ${kind} ${name}`)
}

const checkFlags = code => {
  const readers = joined(code.filter(below('src/cli/')).filter(([path]) => !path.startsWith(FLAGS)))
  return code
    .filter(([path]) => /^src\/cli\/args\/(?:\w+-)?flags\.ts$/.test(path))
    .flatMap(([path, text]) => [...text.matchAll(/\bkey: '(\w+)'/g)].map(([, key]) => [path, key]))
    .filter(([, key]) => !new RegExp(`\\b${key}\\b`).test(readers))
    .map(([path, key]) => `${path}: nobody reads the flag ${key}: name it in src/cli/open-request.ts`)
}

/** What a run says before settings comes to nothing where the host does not read it. */
const checkOverrides = code => {
  const text = code.find(([path]) => path === OVERRIDES)?.[1] ?? ''
  const [, fields = ''] = /export interface Overrides \{\n([\s\S]*?)\n\}/.exec(text) ?? []
  const host = joined(code.filter(below('src/host/')))
  return [...fields.matchAll(/^ {2}readonly (\w+)[?:]/gm)]
    .filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(host))
    .map(([, name]) => `${OVERRIDES}: the host does not read the override ${name}: read it in src/host`)
}

/** @param {ReadonlyMap<string, string>} files source files under `src/`, path → text */
export const checkRegistrations = files => {
  if (!files.has(PROGRAM)) return []
  const code = [...files].filter(([path]) => !isTest(path))
  const imports = readImporters(code)
  return [
    ...checkFiles(code, imports),
    ...checkMessages(code, imports.importers),
    ...checkHookEvents(code),
    ...checkSettings(code),
    ...checkPrompt(code),
    ...checkServed(code),
    ...checkFlags(code),
    ...checkOverrides(code),
  ]
}
