import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** Code in pieces: a text, or pieces of one kind. */
export type Piece = string | { readonly scope?: string; readonly children: readonly Piece[] }

const LONGEST = 60_000
/** In one word of a line a grammar may begin anew at every letter. */
const LONG_LINE = /.{2000}/
/** Grammars look for an end behind every beginning, over all lines: the work is the square of what they get at once. */
const AT_ONCE = 3_000

/** Undefined: the language is not known, or it is too much. */
export const highlight = (text: string, language: string): Piece | undefined => {
  if (text.length > LONGEST || LONG_LINE.test(text) || !hljs.getLanguage(language)) return undefined
  return { children: partsOf(text).map(part => highlightPart(part, language)) }
}

const highlightPart = (text: string, language: string): Piece => {
  const made = hljs.highlight(text, { language, ignoreIllegals: true })
  // The pieces themselves, so that no text ever has to become markup.
  return (made as unknown as { readonly _emitter: { readonly rootNode: Piece } })._emitter.rootNode
}

/** Whole lines; behind an empty one where there is one, as there is seldom anything open. */
const partsOf = (text: string): readonly string[] => {
  const parts: string[] = []
  let from = 0
  while (text.length - from > AT_ONCE) {
    const limit = from + AT_ONCE
    const empty = text.lastIndexOf('\n\n', limit - 2)
    const end = empty > from + AT_ONCE / 2 ? empty + 2 : text.lastIndexOf('\n', limit - 1) + 1
    parts.push(text.slice(from, end))
    from = end
  }
  return [...parts, text.slice(from)]
}
