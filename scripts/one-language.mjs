// Splits the catalogue of messages by language. A row stands in one file with both; what says it needs only the English,
// what shows Chinese only the Chinese.
import { readFileSync, writeFileSync } from 'node:fs'

const STRING = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const CHINESE = new RegExp(String.raw`,\s*zh:\s*${STRING}`, 'g')
const ENGLISH = new RegExp(
  String.raw`\ben:\s*(?:${STRING}|\{\s*one:\s*${STRING},\s*other:\s*${STRING},?\s*\}),`,
  'g',
)
const AREAS = /\/protocol\/messages\/[^/]+\.ts$/
const ROWS = /\barea\((?<name>'[a-z-]+'), (?<rows>\{\n[\s\S]*?\n\})\)/

const moduleOf = (path, contents) => ({
  contents,
  loader: 'ts',
  resolveDir: path.slice(0, path.lastIndexOf('/')),
})

const without = (path, pattern) => moduleOf(path, readFileSync(path, 'utf8').replace(pattern, ''))

const split = (build, english) => {
  build.onResolve({ filter: /^\.\/[^/]+\.ts$/ }, ({ path, importer, resolveDir }) =>
    importer.endsWith('/protocol/messages/chinese.ts') && path !== './area.ts'
      ? { path: `${resolveDir}/${path.slice(2)}`, namespace: 'chinese' }
      : undefined,
  )
  build.onLoad({ filter: AREAS, namespace: 'file' }, ({ path }) =>
    /\/(?:area|chinese)\.ts$/.test(path) ? undefined : english(path),
  )
  build.onLoad({ filter: AREAS, namespace: 'chinese' }, ({ path }) => without(path, ENGLISH))
}

export const oneLanguage = {
  name: 'one-language',
  setup: build => split(build, path => without(path, CHINESE)),
}

/** Reads the English when the first sentence is said: a run that goes well says none before its first request. */
const READER = `
let all
const load = () => {
  const file = /\\/chunk\\/[^/]*$/.test(import.meta.url) ? '../messages.json' : './messages.json'
  try {
    all ??= JSON.parse(process.getBuiltinModule('node:fs').readFileSync(new URL(file, import.meta.url), 'utf8'))
  } catch {
    // No file descriptor is left, or the program was removed while it ran: the name of a sentence says something, too.
    return undefined
  }
  return all
}
export const englishRows = name => new Proxy({}, { get: (_, row) => load()?.[name][row] })
`

/** The same, with the English of all areas in one file beside the program. */
export const englishApart = () => {
  const areas = new Map()
  return {
    plugin: {
      name: 'english-apart',
      setup(build) {
        build.onResolve({ filter: /^english-rows$/ }, () => ({ path: 'english-rows', namespace: 'english' }))
        build.onLoad({ filter: /./, namespace: 'english' }, () => ({ contents: READER, loader: 'js' }))
        split(build, path => {
          const source = readFileSync(path, 'utf8').replace(CHINESE, '')
          const found = ROWS.exec(source)
          if (!found) return moduleOf(path, source)
          const { name, rows } = found.groups
          areas.set(name.slice(1, -1), new Function(`return ${rows}`)())
          const moved = source.replace(ROWS, () => `area(${name}, englishRows(${name}) as never)`)
          return moduleOf(path, `import { englishRows } from 'english-rows'\n${moved}`)
        })
      },
    },
    write: file => writeFileSync(file, JSON.stringify(Object.fromEntries([...areas].sort()))),
  }
}
