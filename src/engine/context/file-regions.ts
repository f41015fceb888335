import { escapeInvisible } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { joinRanges, type LineRange, type LineRanges } from '../../lib/line-ranges.ts'
import type { Message } from '../../protocol/message.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('file_regions', {
  only: {
    en: '(Only lines {shown} of {total:number}, which you edited or read last. Read the other lines if you need them.)',
    zh: '（只有共 {total:number} 行中的第 {shown} 行，即你最近编辑或读过的。需要其他行时请读取。）',
  },
  missing: {
    en: '(Only lines {shown} of {total:number}. You had also edited or read lines {missing}, which did not fit here: read them and the rest of the file again if you need them.)',
    zh: '（只有共 {total:number} 行中的第 {shown} 行。你还编辑或读过第 {missing} 行，此处放不下：需要时请重新读取它们和文件的其余部分。）',
  },
  cut: {
    en: '(Cut at {at:number} characters: line {lines}.)',
    zh: '（在 {at:number} 个字符处截断：第 {lines} 行。）',
  },
})

/** Lines around an edit that it is read with. */
const AROUND_EDIT = 20

/** Which lines of a file the model edited or read, by path as results name it; the last at the end. */
export const regionsIn = (messages: readonly Message[]): ReadonlyMap<string, LineRanges> => {
  const regions = new Map<string, LineRange[]>()
  for (const message of messages) {
    const output = message.type === 'user' ? message.toolUseResult : undefined
    if (!isObject(output)) continue
    const { file, filePath, structuredPatch } = output
    if (isObject(file)) noteRead(regions, file)
    else if (typeof filePath === 'string' && Array.isArray(structuredPatch))
      regions.set(filePath, afterEdit(regions.get(filePath) ?? [], structuredPatch))
  }
  return regions
}

const noteRead = (regions: Map<string, LineRange[]>, file: Readonly<Record<string, unknown>>): void => {
  const { filePath, startLine, numLines } = file
  if (typeof filePath !== 'string' || typeof startLine !== 'number' || typeof numLines !== 'number') return
  if (numLines < 1) return
  const region = { from: startLine, to: startLine + numLines - 1 }
  regions.set(filePath, [...(regions.get(filePath) ?? []), region])
}

/** What stands behind a change moves with it; the change itself is what was looked at last. */
const afterEdit = (before: readonly LineRange[], hunks: readonly unknown[]): LineRange[] => {
  let moved = [...before]
  const edited: LineRange[] = []
  for (const hunk of hunks) {
    if (!isObject(hunk)) continue
    const { oldStart, oldLines, newStart, newLines } = hunk
    if (![oldStart, oldLines, newStart, newLines].every(Number.isInteger)) continue
    const by = Number(newLines) - Number(oldLines)
    const end = Number(newStart) + Number(oldLines) - 1
    moved = moved.map(({ from, to }) => ({
      from: from > end ? from + by : from,
      to: to >= end ? to + by : to,
    }))
    edited.push({
      from: Math.max(1, Number(newStart) - AROUND_EDIT),
      to: Number(newStart) + Number(newLines) - 1 + AROUND_EDIT,
    })
  }
  return [...moved.filter(({ from, to }) => to >= from), ...edited]
}

/** The file as it is now, with the lines that were worked on last, as far as there is room; undefined: none are there. */
export const showRegions = (
  text: string,
  regions: LineRanges,
  {
    maxChars,
    maxLineChars,
    language,
  }: {
    readonly maxChars: number
    readonly maxLineChars: number
    readonly language?: PromptLanguage | undefined
  },
): { readonly text: string; readonly lines: LineRanges; readonly whole: boolean } | undefined => {
  const all = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const picked = new Set<number>()
  let left = maxChars
  const pick = ({ from, to }: LineRange): void => {
    for (let line = Math.max(1, from); line <= Math.min(to, all.length); line++) {
      if (picked.has(line)) continue
      left -= Math.min(all[line - 1]?.length ?? 0, maxLineChars) + NUMBER_CHARS
      if (left < 0) return
      picked.add(line)
    }
  }
  for (const region of [...regions].reverse()) if (left >= 0) pick(region)
  if (picked.size === 0) return undefined
  const lines = joinLines([...picked])
  const shown = lines.map(({ from, to }) =>
    all
      .slice(from - 1, to)
      .map((line, at) => `${from + at}→${escapeInvisible(line.slice(0, maxLineChars))}`)
      .join('\n'),
  )
  const whole = picked.size === all.length
  const leftOut = joinLines(
    joinRanges(regions).flatMap(({ from, to }) =>
      linesBetween(Math.max(1, from), Math.min(to, all.length)).filter(line => !picked.has(line)),
    ),
  )
  const notes = [
    ...(whole ? [] : [placeNote({ shown: lines, total: all.length, missing: leftOut })]),
    ...cutNote(
      [...picked].filter(line => (all[line - 1]?.length ?? 0) > maxLineChars),
      maxLineChars,
    ),
  ]
  const told = notes.map(note => forModel(note, language))
  return { text: [shown.join('\n…\n'), ...told].join('\n'), lines, whole }
}

const joinLines = (lines: readonly number[]): LineRanges =>
  joinRanges(lines.map(line => ({ from: line, to: line })))

/** All of them, however many: what is not named would be taken for known. */
const named = (ranges: LineRanges): string =>
  ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')

const linesBetween = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** What is missing is named: a part that looks whole would be taken for the whole. */
const placeNote = ({
  shown,
  total,
  missing,
}: {
  readonly shown: LineRanges
  readonly total: number
  readonly missing: LineRanges
}): LocalizedText => {
  const about = { shown: named(shown), total }
  return missing.length === 0 ? says('only', about) : says('missing', { ...about, missing: named(missing) })
}

const cutNote = (lines: readonly number[], at: number): readonly LocalizedText[] =>
  lines.length === 0 ? [] : [says('cut', { at, lines: named(joinLines(lines)) })]

const NUMBER_CHARS = 8
