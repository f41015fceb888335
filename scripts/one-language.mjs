// Splits the catalogue of messages by language. A row stands in one file with both; what says it needs only the English,
// what shows Chinese only the Chinese.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const STRING = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const PLURAL = String.raw`\{\s*one:\s*${STRING},\s*other:\s*${STRING},?\s*\}`
const CHINESE = new RegExp(String.raw`,\s*zh:\s*${STRING}`, 'g')
const ENGLISH = new RegExp(String.raw`\ben:\s*(?:${STRING}|${PLURAL}),`, 'g')
const ROW = new RegExp(String.raw`(\w+):\s*\{\s*en:\s*(${STRING}|${PLURAL}),\s*zh:\s*${STRING},?\s*\},?`, 'g')
const AREAS = /\/protocol\/messages\/(?:[a-z]+\/)?[^/]+\.ts$/

const module = (path, contents) => ({
  contents,
  loader: 'ts',
  resolveDir: path.slice(0, path.lastIndexOf('/')),
})

/** What shows Chinese has that alone; `load` makes a module of the source of an area without its English. */
export const chineseAlone = (build, load = ({ path, source }) => module(path, source)) => {
  build.onResolve({ filter: /^\.\/(?:[a-z]+\/)?[^/]+\.ts$/ }, ({ path, importer, resolveDir }) =>
    importer.endsWith('/protocol/messages/chinese.ts') && path !== './area.ts'
      ? { path: `${resolveDir}/${path.slice(2)}`, namespace: 'chinese' }
      : undefined,
  )
  build.onLoad({ filter: AREAS, namespace: 'chinese' }, ({ path }) =>
    load({ path, source: readFileSync(path, 'utf8').replace(ENGLISH, '') }),
  )
}

/** The source of a module: of an area of the catalogue only what English needs. */
export const withoutChinese = path => {
  const source = readFileSync(path, 'utf8')
  return AREAS.test(path) && !/\/(?:area|chinese)\.ts$/.test(path) ? source.replace(CHINESE, '') : source
}

export const oneLanguage = {
  name: 'one-language',
  setup(build) {
    chineseAlone(build)
    build.onLoad({ filter: AREAS, namespace: 'file' }, ({ path }) => module(path, withoutChinese(path)))
  },
}

/** A run says few sentences, and none before its first request: they are read with the first of them. */
const READER = (file, row) => `
import { readFileSync } from 'node:fs'
let all
const read = () => {
  try {
    const folder = import.meta.url.includes('/chunk/') ? './' : './chunk/'
    return JSON.parse(readFileSync(new URL(folder + '${file}', import.meta.url), 'utf8'))
  } catch {
    // The program was replaced while it runs: its sentences are gone, and their names have to do.
    return {}
  }
}
const rowIn = found => ${row}
export const rowsOf = area => new Proxy({}, { get: (_, row) => rowIn((all ??= read())[area]?.[row]) })
`

const fileOf = (name, areas) => {
  const text = JSON.stringify(areas)
  return { text, name: `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json` }
}

/**
 * As {@link oneLanguage}, with the English of the program in a file of its own, and in another one what the model is told
 * (`modelTexts`, in both languages). `write` puts them into the folder of the chunks.
 */
export const englishOnDemand = folder => {
  const english = fileOf(
    'english',
    Object.fromEntries(readAreas(folder).map(({ area, rows }) => [area, Object.fromEntries(rows)])),
  )
  const model = fileOf(
    'model-texts',
    Object.fromEntries(readModelAreas('src').map(({ path, rows }) => [path, Object.fromEntries(rows)])),
  )
  return {
    write: chunks => {
      for (const { name, text } of [english, model]) writeFileSync(join(chunks, name), text)
    },
    plugin: {
      name: 'english-on-demand',
      setup(build) {
        chineseAlone(build)
        build.onResolve({ filter: /^english-rows$/ }, () => ({ path: 'rows', namespace: 'english' }))
        build.onLoad({ filter: /^rows$/, namespace: 'english' }, () => ({
          contents: READER(english.name, '({ en: found })'),
        }))
        build.onResolve({ filter: /^model-rows$/ }, () => ({ path: 'rows', namespace: 'model' }))
        build.onLoad({ filter: /^rows$/, namespace: 'model' }, () => ({
          contents: READER(model.name, 'found'),
        }))
        build.onLoad({ filter: MODEL, namespace: 'file' }, ({ path }) => {
          const area = modelAreaIn(path)
          return area && module(path, area.contents)
        })
        build.onLoad({ filter: AREAS, namespace: 'file' }, ({ path }) => {
          const area = areaIn(path)
          return area && module(path, area.contents)
        })
      },
    },
  }
}

/** Every area of the catalogue that the build takes apart. */
export const readAreas = folder =>
  readdirSync(folder, { recursive: true })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap(name => areaIn(join(folder, name)) ?? [])

/** The rows of an area, and its module without them; undefined for what is none, and for the few that are always said. */
const areaIn = path => {
  const source = readFileSync(path, 'utf8')
  const [, area] = /= area\('([a-z_-]+)', \{/.exec(source) ?? []
  if (area === undefined || area === 'layout') return undefined
  const rows = []
  const bare = source.replace(ROW, (_, row, literal) => {
    rows.push([row, new Function(`return (${literal})`)()])
    return ''
  })
  // Between rows a comment may say what those below are.
  const contents = bare.replace(
    /= area\('[a-z_-]+', \{(?:\s|\/\/[^\n]*)*\}\)/,
    `= area('${area}', rowsOf('${area}'))`,
  )
  if (contents === bare) throw new Error(`${path}: every row is a name with 'en' and 'zh', in quotes`)
  return { area, rows, contents: `import { rowsOf } from 'english-rows'\n${contents}` }
}

/** Where the model is spoken to; the rows stand beside the code. */
const MODEL = /\/src\/(?:agents|engine|features|loop|protocol\/agents)\/.*\.ts$/

/** Said in almost every first request: no file is read for them. */
const FIRST = ['instruction_files', 'skill_listing']

const readModelAreas = folder =>
  readdirSync(folder, { recursive: true })
    .map(name => resolve(folder, name))
    .flatMap(path => (MODEL.test(path) && !path.endsWith('.test.ts') ? (modelAreaIn(path) ?? []) : []))

/** The rows of a file that speaks to the model, and its module without them; undefined where there are none. */
const modelAreaIn = path => {
  const source = readFileSync(path, 'utf8')
  const [head, name] = /= modelTexts\('(\w+)', \{/.exec(source) ?? []
  if (head === undefined || FIRST.includes(name)) return undefined
  const key = relative(resolve('src'), path)
  const rows = []
  const from = source.indexOf(head)
  const to = source.indexOf('\n})', from)
  const bare = source.slice(from, to + 3).replace(ROW, (_, row, literal) => {
    rows.push([row, literal])
    return ''
  })
  // One that is written in another way stays where it is.
  if (to < 0 || !/^= modelTexts\('\w+', \{(?:\s|\/\/[^\n]*)*\}\)$/.test(bare)) return undefined
  const both = new Function(`return {${source.slice(from + head.length, to)}}`)()
  const contents = `import { rowsOf } from 'model-rows'\n${source.slice(0, from)}= modelTexts('${name}', rowsOf('${key}'))${source.slice(to + 3)}`
  return { path: key, rows: rows.map(([row]) => [row, both[row]]), contents }
}
