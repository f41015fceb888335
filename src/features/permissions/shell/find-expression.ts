import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import { list } from './word-list.ts'

const ALONE = new Set(
  list(
    '-print -print0 -ls -prune -depth -mount -xdev -empty -true -false -not -a -and -o -or ( ) ! , -readable -writable -executable -nouser -nogroup -daystart -noleaf -nowarn -warn -quit',
  ),
)
const WITH_TEXT = new Set(
  list(
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -perm -user -group -uid -gid -maxdepth -mindepth -links -inum -printf -fstype -used -newermt -newerat -newerct',
  ),
)
const WITH_PATH = new Set(list('-newer -anewer -cnewer -samefile'))

/** All of them but the signs that join them, with whether they take a word. */
export const FIND_TESTS: readonly { readonly word: string; readonly takes: boolean }[] = [
  ...[...ALONE].filter(word => /^-[a-z]/.test(word)).map(word => ({ word, takes: false })),
  ...[...WITH_TEXT, ...WITH_PATH].map(word => ({ word, takes: true })),
]

/** What may begin with a dash: a number, or the bits of a mode. Any other such word is a test or an action to somebody. */
const DASHED = /^-(?:\d[\w.]*|[ugoa]*[=+-][rwxstugoa,=+-]*)$/

export type FindReading =
  | { readonly ok: true; readonly paths: readonly ShellWord[] }
  | { readonly ok: false; readonly why: LocalizedText; readonly piece: string }

const whyNotTest = (text: string, program: string | undefined): LocalizedText => {
  const why = lookText('find_test', { test: text })
  return /^-exec(?:dir)?$/.test(text) && SHOWN.has(program ?? '')
    ? lookText('find_exec', { why, line: `find … -type f -exec ${program} {} +` })
    : why
}
/** Programs that may be fed with names instead. */
const SHOWN = new Set(list('wc ls stat file du md5sum sha1sum sha256sum cksum grep head tail cat'))

/** The words behind `find`: the paths they name, or which of them is more than a test. */
export const readFind = (words: readonly ShellWord[]): FindReading => {
  const dynamic = words.find(word => !isStatic(word))
  if (dynamic) return { ok: false, why: lookText('word_unknown', { word: dynamic.raw }), piece: dynamic.raw }
  const start = words.findIndex(word => /^(?:-.|[(!,]$)/.test(word.text))
  const paths = start < 0 ? [...words] : words.slice(0, start)
  const expression = start < 0 ? [] : words.slice(start)
  for (let at = 0; at < expression.length; at += 1) {
    const text = expression[at]?.text ?? ''
    if (ALONE.has(text)) continue
    const value = expression[at + 1]
    if (
      !(WITH_TEXT.has(text) || WITH_PATH.has(text)) ||
      !value ||
      (/^-./.test(value.text) && !DASHED.test(value.text))
    )
      return { ok: false, why: whyNotTest(text, value?.text), piece: text }
    if (WITH_PATH.has(text)) paths.push(value)
    at += 1
  }
  return { ok: true, paths }
}
