// Splits the catalogue of messages by language. A row stands in one file with both; what says it needs only the English,
// what shows Chinese only the Chinese.
import { readFileSync } from 'node:fs'

const STRING = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const CHINESE = new RegExp(String.raw`,\s*zh:\s*${STRING}`, 'g')
const ENGLISH = new RegExp(
  String.raw`\ben:\s*(?:${STRING}|\{\s*one:\s*${STRING},\s*other:\s*${STRING},?\s*\}),`,
  'g',
)
const AREAS = /\/protocol\/messages\/[^/]+\.ts$/

const without = (path, pattern) => ({
  contents: readFileSync(path, 'utf8').replace(pattern, ''),
  loader: 'ts',
  resolveDir: path.slice(0, path.lastIndexOf('/')),
})

export const oneLanguage = {
  name: 'one-language',
  setup(build) {
    build.onResolve({ filter: /^\.\/[^/]+\.ts$/ }, ({ path, importer, resolveDir }) =>
      importer.endsWith('/protocol/messages/chinese.ts') && path !== './area.ts'
        ? { path: `${resolveDir}/${path.slice(2)}`, namespace: 'chinese' }
        : undefined,
    )
    build.onLoad({ filter: AREAS, namespace: 'file' }, ({ path }) =>
      /\/(?:area|chinese)\.ts$/.test(path) ? undefined : without(path, CHINESE),
    )
    build.onLoad({ filter: AREAS, namespace: 'chinese' }, ({ path }) => without(path, ENGLISH))
  },
}
