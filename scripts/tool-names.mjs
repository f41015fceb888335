// A tool is one place: nothing outside its folder knows it by its name. Rules, groups, accesses and what a call shows of
// itself stand for it.

const ROWS = 'src/features/tools/index.ts'
const TOOLS = 'src/features/tools/'
/** Tools of ours that come only where there is something for them name themselves in a constant. */
const LATE_TOOLS = /^src\/features\/skills\/[\w-]+-spec\.ts$/
/** Labels that people read may happen to be the name of a tool. */
const LABELS = /^src\/frontends\/[^/]+\/text\//

/** Where a name may stand, and why. One that is no longer needed is an error. */
const ALLOWED = new Map([
  ['src/protocol/tools/rule-names.ts', "the names that people's permission rules have for effects"],
  ['src/features/agents/built-in/built-in-agents.ts', 'definitions of agents, as people write them in files'],
  [
    'src/features/sessions/ledger/effect.ts',
    'session files of any age and program: names where the shape of a call misleads',
  ],
  ['src/cli/demo/demo-scenario.ts', 'the script of a model that calls tools'],
  ['src/features/telemetry/tool-facts.ts', 'a programming language'],
  ['src/lib/shell/line-values.ts', 'a kind of node of the shell reader'],
  ['src/lib/shell/lower.ts', 'a kind of node of the shell reader'],
  ['src/lib/shell/word.ts', 'a kind of node of the shell reader'],
  ['src/protocol/messages/tools.ts', 'labels that people read'],
])

const namesIn = files => [
  ...[...(files.get(ROWS) ?? '').matchAll(/^ {2}([A-Z]\w*): \{/gm)].map(([, name]) => name),
  ...[...files]
    .filter(([path]) => LATE_TOOLS.test(path))
    .flatMap(([, text]) => [...text.matchAll(/^export const \w+_TOOL = '(\w+)'/gm)].map(([, name]) => name)),
]

/** Comments become blanks, so that lines stay where they are. */
const withoutComments = text =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, comment => comment.replace(/[^\n]/g, ' '))

/** @returns {readonly { name: string, line: number }[]} */
const found = (text, any) => {
  if (!new RegExp(any).test(text)) return []
  const lines = withoutComments(text).split('\n')
  const literal = new RegExp(`(['"\`])${any}\\1`, 'g')
  const key = new RegExp(`^\\s*${any}:`)
  return lines.flatMap((code, at) => {
    const names = [...code.matchAll(literal)].map(([, , name]) => name)
    const [, named] = key.exec(code) ?? []
    return [...new Set(named === undefined ? names : [...names, named])].map(name => ({ name, line: at + 1 }))
  })
}

/** @param {ReadonlyMap<string, string>} files source files under `src/`, path → text */
export const checkToolNames = files => {
  const names = namesIn(files)
  if (names.length === 0) return []
  const any = `(${names.join('|')})`
  const problems = []
  for (const [path, text] of files) {
    if (/\.test\.tsx?$/.test(path) || path.startsWith(TOOLS) || LATE_TOOLS.test(path) || LABELS.test(path))
      continue
    const hits = found(text, any)
    if (ALLOWED.has(path)) {
      if (hits.length === 0)
        problems.push(`${path} names no tool any more: take it off the list in scripts/tool-names.mjs`)
      continue
    }
    for (const { name, line } of hits)
      problems.push(
        `${path}:${line} knows the tool ${name} by its name: ask its groups, its accesses or its present.ts instead`,
      )
  }
  return problems
}
