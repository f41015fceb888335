// A tool is one place: front ends render what a call shows of itself, and know no tool by its name.

const ROWS = 'src/features/tools/index.ts'
const FRONT_ENDS = 'src/frontends/'
/** Labels that people read may happen to be the name of a tool. */
const LABELS = /^src\/frontends\/[^/]+\/text\//

const namesIn = text => [...text.matchAll(/^ {2}([A-Z]\w*): \{/gm)].map(([, name]) => name)

const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')

/** @param {ReadonlyMap<string, string>} files source files under `src/`, path → text */
export const checkToolNames = files => {
  const names = namesIn(files.get(ROWS) ?? '')
  if (names.length === 0) return []
  const any = `(${names.join('|')})`
  const literal = new RegExp(`(['"\`])${any}\\1`, 'g')
  const key = new RegExp(`^\\s*['"]?${any}['"]?:`, 'gm')
  const problems = []
  for (const [path, text] of files) {
    if (!path.startsWith(FRONT_ENDS) || /\.test\.tsx?$/.test(path)) continue
    const code = withoutComments(text)
    const found = new Set([
      ...(LABELS.test(path) ? [] : [...code.matchAll(literal)].map(([, , name]) => name)),
      ...[...code.matchAll(key)].map(([, name]) => name),
    ])
    for (const name of found)
      problems.push(`${path} knows the tool ${name} by its name: let its present.ts say what is to be shown`)
  }
  return problems
}
