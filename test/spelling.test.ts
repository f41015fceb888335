import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { REPOSITORY } from './support/run-program.ts'

const OUR = '(?:behavi|col|fav|flav|hon|hum|lab|neighb|rig|endeav)our'
const ISE =
  '(?:anonym|apolog|author|capital|categor|character|custom|emphas|final|general|initial|local|maxim|memor|minim|modern|neutral|normal|optim|organ|penal|pessim|prior|random|real|recogn|sanit|serial|special|stabil|standard|summar|symbol|synchron|token|util|visual)is(?:e|ed|es|er|ers|ing|ation|ations)'
const DOUBLED = '(?:cancel|channel|fuel|label|level|model|signal|total|travel|tunnel)l(?:ed|ing)'
const OTHERS =
  'analys(?:e|ed|es|ing)|licen[c]e[sd]?|grey(?:ed|ish|s)?|catalogue[sd]?|dialogues?|cent(?:re|res|red)|defence|offence|judgements?|acknowledgements?|whilst|amongst|artefacts?|learnt|spelt|fulfil|practis(?:e|ed|ing)|programmes?|towards|afterwards|sceptical'
const BRITISH = new RegExp(`\\b(?:un|de|re)?(?:${OUR}\\w*|${ISE}|${DOUBLED}|${OTHERS})\\b`, 'gi')

/** Names that others have given: fields, values and addresses stand in code marks or in URLs. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`|https?:\S+|\]\([^)]*\)/g, '')

const british = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(BRITISH)].map(([word]) => word)

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name) && !name.includes('node_modules'))
    .map(name => join(folder, name))

const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8')

test('British spellings are found, names in code are not', () => {
  expect(
    british('Cancelled: the colours of its neighbour, a licence, summarising towards the centre'),
  ).toEqual(['Cancelled', 'colours', 'neighbour', 'licence', 'summarising', 'towards', 'centre'])
  expect(
    british('canceled colors, license, toward; `cancelled`, [x](licence.md), exercise, promise'),
  ).toEqual([])
})

test('the documentation is spelled the American way', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTEXT.md',
    'CONTRIBUTING.md',
    'AGENTS.md',
    'action.yml',
    ...filesIn('docs', /\.(?:md|json)$/),
    ...filesIn('examples', /\.(?:md|json|mjs)$/),
    ...filesIn('packaging', /\.(?:md|ya?ml)$/),
  ]
  const found = pages.flatMap(file => british(read(file)).map(word => `${file}: ${word}`))
  expect(found).toEqual([])
})

// The Chinese of a sentence with a gap is found by a pattern from its beginning.
const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\^(?:[^/\\\n]|\\.)+\//g

/** Texts of a source file: literals with a blank in them, for one word may be a value that others have given. */
const sentencesOf = (file: string): readonly string[] => {
  // Comments are gone, and templates are strings between which something is put.
  const { code } = transformSync(read(file), {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    target: 'esnext',
    supported: { 'template-literal': false },
  })
  return [...code.matchAll(LITERAL)]
    .map(([text]) => text.slice(1, -1).replaceAll(/\\[nt]/g, ' '))
    .filter(text => text.includes(' '))
}

test('what the program says is spelled the American way', () => {
  const sources = filesIn('src', /\.tsx?$/).filter(file => !/\.test\.tsx?$/.test(file))
  const found = sources
    .filter(file => read(file).search(BRITISH) >= 0)
    .flatMap(file =>
      sentencesOf(file).flatMap(text => british(text).map(word => `${file}: ${word}: ${text.slice(0, 80)}`)),
    )
  expect(found).toEqual([])
})
