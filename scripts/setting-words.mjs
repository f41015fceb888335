// Takes what settings do, in words, out of their rows: every start reads the rows, and few runs show the words. Who shows
// them loads `setting-words.ts`, which is data in the built program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROWS = /\/src\/features\/settings\/rows\/[\w-]+\.ts$/
const WORDS = 'src/features/settings/rows/setting-words.ts'

const STRING = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const DOC = new RegExp(String.raw`\bdoc:\s*\{\s*en:\s*${STRING},\s*zh:\s*${STRING},?\s*\},?`, 'g')
/** A name stands for a text that several rows share; without them nobody uses it. */
const LIMIT = new RegExp(String.raw`\bprojectLimit:\s*(?:${STRING}|[A-Z_]+),?`, 'g')

/** The rows of a file without their words. */
export const withoutWords = source => {
  const bare = source.replace(DOC, '').replace(LIMIT, '')
  const left = /\b(?:doc|projectLimit):[^\n]*/.exec(bare)?.[0]
  if (left === undefined || !/satisfies readonly DescribedRow/.test(source)) return bare
  throw new Error(`the words of a setting are strings in quotes, { en, zh }, and not ${left}`)
}

/**
 * @param options of the build, `staging` a directory for what is needed on the way
 * @returns what stands for a module with rows, by its path; undefined for every other
 */
export const settingSources = async ({ options, staging }) => {
  const script = join(staging, 'setting-words.mjs')
  await build({ ...options, banner: {}, entryPoints: [WORDS], outfile: script })
  const { SETTING_WORDS } = await import(script)
  return path => {
    if (!ROWS.test(path)) return undefined
    return path.endsWith(WORDS)
      ? `export const SETTING_WORDS = ${JSON.stringify(SETTING_WORDS)}`
      : withoutWords(readFileSync(path, 'utf8'))
  }
}

export const settingWords = async given => {
  const sourceOf = await settingSources(given)
  return {
    name: 'setting-words',
    setup(builder) {
      builder.onLoad({ filter: ROWS, namespace: 'file' }, ({ path }) => ({
        contents: sourceOf(path),
        loader: 'ts',
        resolveDir: path.slice(0, path.lastIndexOf('/')),
      }))
    },
  }
}
