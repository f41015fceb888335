// For the native program: what a run soon needs is kept with its bytecode, which is half as large again as the code it was
// made of; the rest is kept as text, and compiled when it is used. That makes the file small enough to download.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** The folder of the rest. */
export const LATE = 'late'

/** The first request, the first key in a terminal, the first calls that look at files or run a command: these and what they import. */
const EARLY = [
  'src/cli/main.ts',
  'src/cli/tui/start.ts',
  'src/cli/tui/open-tui.ts',
  'src/engine/calls/call-runner.ts',
  'src/engine/presentations/presented-engine.ts',
  'src/engine/presentations/presenter.ts',
  'src/engine/settings/run-commands.ts',
  'src/engine/settings/run-texts.ts',
  'src/features/models/cache-report/cache-watch.ts',
  'src/features/models/other-rows.ts',
  'src/features/permissions/permissions.ts',
  'src/features/shell/foreground.ts',
  'src/features/tools/bash/bash.ts',
  'src/features/tools/grep/grep.ts',
  'src/features/tools/read/read.ts',
  'src/frontends/tui/app/program.ts',
  'src/frontends/tui/preload/ink.ts',
  'src/frontends/tui/preload/react.ts',
  'src/frontends/tui/run-tui.tsx',
  'src/host/settings/shared-watch.ts',
  'src/lib/shell/lower.ts',
  'node_modules/marked/lib/marked.esm.js',
  'node_modules/unbash/dist/parser.js',
]

/**
 * Lays the chunks of a bundle out in a folder as they will lie in the program, the late ones below LATE.
 *
 * @param outputs of the bundle's metafile; `entry` the path of its first chunk
 * @returns the names of the early ones, the entry first
 */
export const layOutChunks = ({ outputs, entry, out }) => {
  const early = earlyOf(outputs, entry)
  const placeOf = path => (early.has(path) ? [`${stem(path)}.js`] : [LATE, basename(path)]).join(sep)
  mkdirSync(join(out, LATE), { recursive: true })
  for (const [path, { imports }] of Object.entries(outputs)) {
    let text = readFileSync(path, 'utf8')
    for (const { path: to } of imports.filter(({ external }) => !external))
      text = text.replaceAll(specifier(path, to), specifier(placeOf(path), placeOf(to)))
    // An early one is compiled under its name, and found by what that is made into.
    writeFileSync(join(out, early.has(path) ? `${stem(path)}.mjs` : placeOf(path)), text)
  }
  return [...early].map(path => `${stem(path)}.mjs`)
}

const earlyOf = (outputs, entry) => {
  const early = new Set()
  const visit = path => {
    if (early.has(path)) return
    early.add(path)
    for (const { path: next, kind, external } of outputs[path].imports)
      if (kind === 'import-statement' && !external) visit(next)
  }
  visit(entry)
  for (const source of EARLY) {
    const [path] =
      Object.entries(outputs).find(
        ([, { entryPoint }]) => entryPoint === source || entryPoint === `later:${resolve(source)}`,
      ) ?? []
    if (path === undefined) throw new Error(`${source} is no chunk of its own: see EARLY in early-chunks.mjs`)
    visit(path)
  }
  return early
}

const stem = path => basename(path, '.mjs')

/** How one chunk names another. */
const specifier = (from, to) => {
  const path = relative(dirname(from), to).replaceAll(sep, '/')
  return JSON.stringify(path.startsWith('.') ? path : `./${path}`)
}
