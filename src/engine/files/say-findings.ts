import { isAbsolute, relative } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Event } from '../../protocol/event.ts'
import { afterEditText } from '../../protocol/messages/engine/after-edit.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ChangedFile, EditFinder, EditFinding, EditReport } from '../../protocol/tools/edit-finding.ts'
import type { Runtime } from '../options/runtime.ts'

const says = modelTexts('after_edit', {
  found: {
    en: 'New since your change, found without a build. Fix what you caused, unless you are in the middle of a change that will.',
    zh: '你的更改之后新出现的问题，未经构建即发现。请修复由你引起的，除非你正在进行的修改会解决它们。',
  },
  more: { en: '… and {count:number} more', zh: '… 另有 {count:number} 个' },
  fix: { en: '{line} (fix offered: {fix})', zh: '{line}（可用的修复：{fix}）' },
  unlooked: {
    en: '{count:number} more files use what you changed; nobody has looked at them yet.',
    zh: '另有 {count:number} 个文件使用了你更改的内容，尚未检查。',
  },
  mended: { en: 'Fixed: {places:list}', zh: '已修复：{places:list}' },
  mendedIn: { en: '{count:number} in {path}', zh: '{path} 中 {count:number} 个' },
  mendedMore: { en: '{count:number} elsewhere', zh: '别处 {count:number} 个' },
})

const MOST = 20
const MOST_OF_A_FILE = 8
const RANK = { error: 0, warning: 1, info: 2 } as const

/** Asks everybody whom the files concern; who fails has found nothing. */
export const findIn = async (
  { finders, runtime }: { readonly finders: readonly EditFinder[]; readonly runtime: Runtime },
  files: readonly ChangedFile[],
  signal: AbortSignal,
): Promise<EditReport> => {
  const reports = await Promise.all(
    finders.map(async (finder): Promise<EditReport> => {
      try {
        return (await finder.concerns(files)) ? await finder.look(files, signal) : { findings: [] }
      } catch (error) {
        runtime.log?.(`looking at an edit failed: ${String(error)}`)
        return { findings: [] }
      }
    }),
  )
  const more = reports.flatMap(each => (each.more ? [each.more] : []))
  const found = together(reports)
  return more.length === 0 ? found : { ...found, more: Promise.all(more).then(together) }
}

/** Lets those that change the files once more do so, one after the other. */
export const reshapeIn = async (
  { finders, runtime }: { readonly finders: readonly EditFinder[]; readonly runtime: Runtime },
  files: readonly ChangedFile[],
  signal: AbortSignal,
): Promise<EditReport> => {
  const reports: EditReport[] = []
  for (const finder of finders) {
    try {
      const report = await finder.reshape?.(files, signal)
      if (report) reports.push(report)
    } catch (error) {
      runtime.log?.(`changing an edited file failed: ${String(error)}`)
    }
  }
  return { ...together(reports), followed: reports.flatMap(({ followed = [] }) => followed) }
}

/** What the person sees of that. */
export const reshapedMarks = ({ findings }: EditReport, cwd: string, toolUseId: string): readonly Event[] =>
  findings.map(({ path, text }) =>
    notice(
      'info',
      afterEditText('placeOfFile', { path: named(path, cwd), text: escapeLine(text, 200) }),
      toolUseId,
    ),
  )

const keyOf = ({ path, line, cell, severity, text }: EditFinding): string =>
  JSON.stringify([path, cell, line, severity, text])

/** Each thing once, errors first. */
const together = (reports: readonly EditReport[]): EditReport => {
  const all = new Map(
    reports.flatMap(({ findings }) => findings.map(finding => [keyOf(finding), finding] as const)),
  )
  const mended = byFile(reports.flatMap(report => report.mended ?? []))
  const findings = [...all.values()].toSorted(
    (one, other) =>
      RANK[one.severity] - RANK[other.severity] ||
      one.path.localeCompare(other.path) ||
      (one.line ?? 0) - (other.line ?? 0),
  )
  const unlooked = reports.reduce((sum, each) => sum + (each.unlooked ?? 0), 0)
  return { findings, ...(mended.length === 0 ? {} : { mended }), ...(unlooked === 0 ? {} : { unlooked }) }
}

const byFile = (mended: NonNullable<EditReport['mended']>): NonNullable<EditReport['mended']> => {
  const counts = new Map<string, number>()
  for (const { path, count } of mended) counts.set(path, (counts.get(path) ?? 0) + count)
  return [...counts].map(([path, count]) => ({ path, count }))
}

/** What the person sees of it: a line, at once. */
export const markOf = (
  { findings, mended = [] }: EditReport,
  cwd: string,
  toolUseId: string,
): readonly Event[] => {
  const [first] = findings
  const [only, ...others] = mended
  const count = countOf(mended)
  const text =
    only && others.length === 0
      ? afterEditText('mended', { path: named(only.path, cwd), count })
      : afterEditText('mended_in_files', { count, files: mended.length })
  const events = only ? [notice('info', text, toolUseId)] : []
  if (!first) return events
  const level = first.severity === 'error' ? 'warning' : 'info'
  const said = afterEditText('found', { count: findings.length, first: placeOf(first, cwd) })
  const details = fewOfEach(findings).map(finding => placeOf(finding, cwd))
  return [...events, { ...notice(level, said, toolUseId), details }]
}

const placeOf = ({ path, line, cell, text }: EditFinding, cwd: string): LocalizedText => {
  const at = { path: inCell(named(path, cwd), cell), text: escapeLine(text, 200) }
  return line === undefined ? afterEditText('placeOfFile', at) : afterEditText('place', { ...at, line })
}

/** Data of programs, one line each: none can pretend to be anybody else. */
export const sayFindings = (
  reports: readonly EditReport[],
  cwd: string,
  language?: PromptLanguage,
): string => {
  const { findings, mended = [], unlooked = 0 } = together(reports)
  const shown = fewOfEach(findings)
  const left = findings.length - shown.length
  return [
    ...(shown.some(({ severity }) => severity !== 'info') ? [forModel(says('found'), language)] : []),
    ...alike(shown).map(same => lineOf(same, cwd, language)),
    ...(left > 0 ? [forModel(says('more', { count: left }), language)] : []),
    ...(unlooked > 0 ? [forModel(says('unlooked', { count: unlooked }), language)] : []),
    ...(mended.length > 0 ? [forModel(says('mended', { places: placesOf(mended, cwd) }), language)] : []),
  ].join('\n')
}

const MOST_MENDED = 5

const placesOf = (mended: NonNullable<EditReport['mended']>, cwd: string): readonly Text[] => {
  const rest = countOf(mended.slice(MOST_MENDED))
  return [
    ...mended
      .slice(0, MOST_MENDED)
      .map(({ path, count }) => says('mendedIn', { path: named(path, cwd), count })),
    ...(rest > 0 ? [says('mendedMore', { count: rest })] : []),
  ]
}

const countOf = (mended: NonNullable<EditReport['mended']>): number =>
  mended.reduce((sum, { count }) => sum + count, 0)

/** One file with a hundred leaves room for others. */
const fewOfEach = (findings: readonly EditFinding[]): readonly EditFinding[] => {
  const counts = new Map<string, number>()
  return findings
    .filter(({ path }) => {
      const count = (counts.get(path) ?? 0) + 1
      counts.set(path, count)
      return count <= MOST_OF_A_FILE
    })
    .slice(0, MOST)
}

/** What says the same of several places is said once. */
const alike = (findings: readonly EditFinding[]): readonly (readonly [EditFinding, ...EditFinding[]])[] => {
  const groups = new Map<string, [EditFinding, ...EditFinding[]]>()
  for (const finding of findings) {
    const { kind, severity, text, fix } = finding
    const key = JSON.stringify([kind, severity, text, fix])
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()]
}

const lineOf = (
  same: readonly [EditFinding, ...EditFinding[]],
  cwd: string,
  language: PromptLanguage | undefined,
): string => {
  const [{ kind, severity, text, fix }] = same
  const said = `${placesIn(same, cwd)} ${severity} ${escapeLine(kind, 40)}: ${foreign(text)}`
  return fix === undefined ? said : forModel(says('fix', { line: said, fix: foreign(fix) }), language)
}

/** `a.ts:3,7 b.ts:1`. */
const placesIn = (findings: readonly EditFinding[], cwd: string): string => {
  const files = Map.groupBy(findings, ({ path, cell }) => inCell(named(path, cwd), cell))
  return [...files]
    .map(([path, found]) => {
      const lines = found.flatMap(({ line }) => (line === undefined ? [] : [line]))
      return lines.length === 0 ? path : `${path}:${lines.join(',')}`
    })
    .join(' ')
}

const inCell = (name: string, cell: number | undefined): string =>
  cell === undefined ? name : `${name}:cell ${cell}`

const foreign = (text: string): string =>
  escapeLine(
    text.replaceAll(/[<>]/g, character => (character === '<' ? '‹' : '›')),
    300,
  )

const named = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return escapeLine(name.startsWith('..') || isAbsolute(name) || name === '' ? path : name, 300)
}
